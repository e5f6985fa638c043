import type { Table } from "../../shared/dynamodb/table.ts";
import type { PageRuntime } from "../../shared/http/page-handler.ts";
import type { VerifyMac } from "../../shared/notifications/link-mac.ts";

export interface PageDependencies extends PageRuntime {
	table: Table;
	verifyMac: VerifyMac;
	/** The folder of the page's files. */
	pageFolder: string;
}
