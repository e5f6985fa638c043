import { join } from "node:path";
import { connectVerifyMac } from "../../shared/notifications/link-mac.ts";
import { systemClock } from "../../shared/runtime/clock.ts";
import { linkKeyId, tableName, taskRoot } from "../../shared/runtime/config.ts";
import { newUlid } from "../../shared/runtime/ids.ts";
import { connectTable } from "../../shared/store/dynamodb/table.ts";
import { connectObservers } from "../dependencies.ts";
import { approvalPageEndpoint } from "./endpoint.ts";

export const handler = approvalPageEndpoint({
	table: connectTable({ name: tableName() }),
	verifyMac: connectVerifyMac({ keyId: linkKeyId() }),
	pageFolder: join(taskRoot(), "page"),
	clock: systemClock,
	newId: newUlid,
	...connectObservers(),
});
