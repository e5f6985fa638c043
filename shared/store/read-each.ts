import { BatchGetCommand } from "@aws-sdk/lib-dynamodb";
import type { Key } from "./keys.ts";
import { pauseBefore } from "./pace.ts";
import type { Table } from "./table.ts";

const keysPerCall = 100;
const attemptsMax = 6;

/** An item as the store has it: attribute values are unknown until a record's module reads them. */
export type Item = Record<string, unknown>;

/** What stands under a record's key was written as that record: here alone the store is taken at its word for it. */
export const storedAs = <Stored>(item: Item): Stored =>
	item as unknown as Stored;

/**
 * Reads the items of these keys, consistently, 100 to a call and the calls side by side. A key may stand
 * more than once.
 *
 * @returns One entry a key, in their order; undefined where there is no item.
 * @throws When the store could not be read.
 */
export async function readEach(
	table: Table,
	keys: readonly Key[],
): Promise<(Item | undefined)[]> {
	const distinct = [
		...new Map(keys.map((key) => [identity(key), key])).values(),
	];
	const found = new Map<string, Item>();
	const calls = [];
	for (let start = 0; start < distinct.length; start += keysPerCall) {
		calls.push(
			readCall(table, distinct.slice(start, start + keysPerCall), found),
		);
	}
	await Promise.all(calls);
	return keys.map((key) => found.get(identity(key)));
}

async function readCall(table: Table, keys: Key[], found: Map<string, Item>) {
	let missing: Item[] = keys.map(({ pk, sk }) => ({ pk, sk }));
	for (let attempt = 0; attempt < attemptsMax; attempt++) {
		await pauseBefore(table, attempt);
		const answer = await table.documents.send(
			new BatchGetCommand({
				RequestItems: { [table.name]: { Keys: missing, ConsistentRead: true } },
			}),
		);
		for (const item of answer.Responses?.[table.name] ?? []) {
			found.set(identity(item as Item & Key), item);
		}
		// An overloaded store, or an answer above 16 MB, leaves keys over, with status 200.
		missing = answer.UnprocessedKeys?.[table.name]?.Keys ?? [];
		if (missing.length === 0) return;
	}
	throw new Error(
		`${missing.length} keys could not be read: the store is overloaded`,
	);
}

const identity = ({ pk, sk }: Key) => `${pk}\n${sk}`;
