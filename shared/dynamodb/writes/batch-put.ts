import { BatchWriteCommand } from "@aws-sdk/lib-dynamodb";
import { inGroups } from "../../collections/in-groups.ts";
import { forEachConcurrently } from "../../timing/concurrently.ts";
import type { Key } from "../keys.ts";
import { retryBusy, StoreBusyError } from "../retries/retry-busy.ts";
import type { Table } from "../table.ts";

const itemsPerCall = 25;
const callsAtOnce = 8;

/**
 * Puts items that no other writer touches, in any order, 25 to a call, with concurrent calls. Reads the iterable
 * lazily. Idempotent.
 *
 * @throws When an item could not be put, or its outcome is unknown; others may have been put.
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
		// An overloaded store returns unprocessed items with status 200.
		open = answer.UnprocessedItems ?? {};
		if (Object.keys(open).length > 0)
			throw new StoreBusyError("Items were not processed");
	});
}
