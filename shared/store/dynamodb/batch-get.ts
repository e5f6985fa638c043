import { BatchGetCommand } from "@aws-sdk/lib-dynamodb";
import { inGroups } from "../../runtime/in-groups.ts";
import type { Key } from "../keys.ts";
import { retryBusy, StoreBusyError } from "./retry-busy.ts";
import type { Table } from "./table.ts";

const keysPerCall = 100;

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
export async function batchGet(
	table: Table,
	keys: readonly Key[],
): Promise<(Item | undefined)[]> {
	const distinct = [
		...new Map(keys.map((key) => [identity(key), key])).values(),
	];
	const found = new Map<string, Item>();
	await Promise.all(
		[...inGroups(distinct, keysPerCall)].map((group) =>
			readCall(table, group, found),
		),
	);
	return keys.map((key) => found.get(identity(key)));
}

/**
 * `batchGet` for items of several kinds, all read together.
 *
 * @returns Under each group's name its items, in the order of its keys; those that are not there are left out.
 */
export async function batchGetGroups<Name extends string>(
	table: Table,
	groups: Record<Name, readonly Key[]>,
): Promise<Record<Name, Item[]>> {
	const named = Object.entries<readonly Key[]>(groups);
	const items = await batchGet(
		table,
		named.flatMap(([, keys]) => keys),
	);
	const found = named.map(([name, keys]) => {
		const own = items.splice(0, keys.length);
		return [name, own.filter((item) => item !== undefined)] as const;
	});
	// The entries of `groups`, under the same names.
	return Object.fromEntries(found) as Record<Name, Item[]>;
}

async function readCall(table: Table, keys: Key[], found: Map<string, Item>) {
	let missing: Item[] = keys.map(({ pk, sk }) => ({ pk, sk }));
	await retryBusy(table, async () => {
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
		if (missing.length > 0)
			throw new StoreBusyError(`${missing.length} keys were left over`);
	});
}

const identity = ({ pk, sk }: Key) => `${pk}\n${sk}`;
