import { BatchWriteCommand } from "@aws-sdk/lib-dynamodb";
import { forEachConcurrently } from "../../runtime/concurrently.ts";
import { inGroups } from "../../runtime/in-groups.ts";
import type { Key } from "../keys.ts";
import { retryBusy, StoreBusyError } from "./retry-busy.ts";
import type { Table } from "./table.ts";

const itemsPerCall = 25;
const callsAtOnce = 8;

/**
 * Puts items that nobody else writes, in whatever order, 25 to a call and some calls side by side. Items are taken
 * from the iterable only as they are sent. Putting the same items twice is the same as putting them once.
 *
 * @throws When one could not be put, or it is not known whether it was; the others may or may not be.
 */
export async function batchPut(table: Table, items: Iterable<Key>) {
	await forEachConcurrently(
		inGroups(items, itemsPerCall),
		callsAtOnce,
		(group) => putCall(table, group),
	);
}

async function putCall(table: Table, items: readonly Key[]) {
	type Requests = NonNullable<
		ConstructorParameters<typeof BatchWriteCommand>[0]["RequestItems"]
	>;
	let open: Requests = {
		[table.name]: items.map((item) => ({ PutRequest: { Item: { ...item } } })),
	};
	await retryBusy(table, async () => {
		const answer = await table.documents.send(
			new BatchWriteCommand({ RequestItems: open }),
		);
		// An overloaded store leaves items over, with status 200.
		open = answer.UnprocessedItems ?? {};
		if (Object.keys(open).length > 0)
			throw new StoreBusyError("Items were left over");
	});
}
