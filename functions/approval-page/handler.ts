import { join } from "node:path";
import { connectTable } from "../../shared/dynamodb/table.ts";
import { systemClock } from "../../shared/environment/clock.ts";
import {
	linkKeyId,
	tableName,
	taskRoot,
} from "../../shared/environment/config.ts";
import { newUlid } from "../../shared/environment/ids.ts";
import { connectVerifyMac } from "../../shared/notifications/link-mac.ts";
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
