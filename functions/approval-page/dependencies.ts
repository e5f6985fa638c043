import type { Table } from "../../shared/dynamodb/table.ts";
import type { PageFiles } from "../../shared/http/page-files.ts";
import type { VerifyMac } from "../../shared/notifications/link-mac.ts";

export interface PageDependencies extends PageFiles {
	table: Table;
	verifyMac: VerifyMac;
}
