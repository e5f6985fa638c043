import { BatchGetCommand } from "@aws-sdk/lib-dynamodb";
import { forEachConcurrently } from "../../runtime/concurrently.ts";
import { inGroups } from "../../runtime/in-groups.ts";
import type { Key } from "../keys.ts";
import { retryBusy, StoreBusyError } from "./retry-busy.ts";
import type { Table } from "./table.ts";

const keysPerCall = 100;
const callsAtOnce = 10;

/** An item as the store has it: attribute values are unknown until a record's module reads them. */
export type Item = Record<string, unknown>;

/**
 * Reads the items of these keys, consistently, 100 to a call and at most 10 calls side by side. A key may stand more
 * than once. After a failure no call is begun, and it is thrown when those under way have ended.
 *
 * @returns One entry a key, in their order; undefined where there is no item.
 * @throws When the store could not be read.
 */
export async function batchGet(
	table: Table,
	keys: readonly Key[],
): Promise<(Item | undefined)[]> {
	const found = await readAll(table, keys);
	return keys.map((key) => found.get(identity(key)));
}

/**
 * `batchGet` for items of several kinds, read together in the order of the groups. Once an item of a required group
 * turns out not to be there, no further call is begun: whoever checks the groups in their order fails at that item,
 * and made-up names cost at most 1,000 read units (10 calls) however many there are.
 *
 * @param optional The groups whose items may be missing; the others are required.
 * @returns Under each group's name its items, in the order of its keys; those that are not there are left out.
 */
export async function batchGetGroups<Name extends string>(
	table: Table,
	groups: Record<Name, readonly Key[]>,
	optional: readonly NoInfer<Name>[] = [],
): Promise<Record<Name, Item[]>> {
	const optionalNames: readonly string[] = optional;
	const named = Object.entries<readonly Key[]>(groups);
	const required = named.filter(([name]) => !optionalNames.includes(name));
	const requiredKeys = required.flatMap(([, keys]) => keys);
	const found = await readAll(
		table,
		named.flatMap(([, keys]) => keys),
		new Set(requiredKeys.map(identity)),
	);
	const items = named.map(([name, keys]) => {
		const own = keys.map((key) => found.get(identity(key)));
		return [name, own.filter((item) => item !== undefined)] as const;
	});
	// Unchecked cast: `items` has one entry for each name of `groups`.
	return Object.fromEntries(items) as Record<Name, Item[]>;
}

/** By identity, what is there; begins no call once one of the `required` was missing. */
async function readAll(
	table: Table,
	keys: readonly Key[],
	required: ReadonlySet<string> = new Set(),
): Promise<Map<string, Item>> {
	const distinct = new Map(keys.map((key) => [identity(key), key]));
	const found = new Map<string, Item>();
	let isOneMissing = false;
	await forEachConcurrently(untilOneMissing(), callsAtOnce, async (group) => {
		await readCall(table, group, found);
		isOneMissing ||= group.map(identity).some(isMissing);
	});
	return found;

	function* untilOneMissing() {
		for (const group of inGroups([...distinct.values()], keysPerCall)) {
			if (isOneMissing) return;
			yield group;
		}
	}

	function isMissing(id: string): boolean {
		return required.has(id) && !found.has(id);
	}
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
			found.set(identity(item), item);
		}
		// An overloaded store, or an answer above 16 MB, leaves keys over, with status 200.
		missing = answer.UnprocessedKeys?.[table.name]?.Keys ?? [];
		if (missing.length > 0)
			throw new StoreBusyError(`${missing.length} keys were left over`);
	});
}

const identity = ({ pk, sk }: Key | Item) => `${pk}\n${sk}`;
