import type { KeysAndAttributes } from "@aws-sdk/client-dynamodb";
import { BatchGetCommand } from "@aws-sdk/lib-dynamodb";
import { inGroups } from "../../collections/in-groups.ts";
import { forEachConcurrently } from "../../timing/concurrently.ts";
import type { Key } from "../keys.ts";
import { retryBusy, StoreBusyError } from "../retries/retry-busy.ts";
import type { Table } from "../table.ts";

const keysPerCall = 100;
const callsAtOnce = 10;

/** An item as read from the store. The module of its kind casts it to its shape. */
export type Item = Record<string, unknown>;

/**
 * Reads the items of these keys consistently, 100 to a call, at most 10 calls concurrently. Keys may repeat. After a
 * failure, no further call starts; the error is thrown when all started calls have ended.
 *
 * @param attributes What to read of each item in addition to its key. It costs the same read units as the whole item,
 *   but less CPU time. Default: all attributes.
 * @returns One entry for each key, in order; undefined where there is no item.
 * @throws When the store could not be read.
 */
export async function batchGet(
	table: Table,
	keys: readonly Key[],
	attributes?: readonly string[],
): Promise<(Item | undefined)[]> {
	const found = await readAll(table, keys, { attributes });
	return keys.map((key) => found.get(identity(key)));
}

/**
 * `batchGet` for several groups of keys, read in the order of the groups, in rounds of 1,000 keys (10 calls). A round
 * with a missing item of a required group is the last: the caller checks the groups in order and fails at that item.
 * This limits the cost of made-up keys to 1,000 read units.
 *
 * @param optional The groups whose items may be missing; the others are required.
 * @returns The items of each group, in the order of its keys, without missing ones.
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
		{ required: new Set(requiredKeys.map(identity)) },
	);
	const items = named.map(([name, keys]) => {
		const own = keys.map((key) => found.get(identity(key)));
		return [name, own.filter((item) => item !== undefined)] as const;
	});
	// Unchecked cast: `items` has one entry for each name of `groups`.
	return Object.fromEntries(items) as Record<Name, Item[]>;
}

interface ReadOptions {
	required?: ReadonlySet<string>;
	attributes?: readonly string[] | undefined;
}

/**
 * The existing items by identity. With `required` keys, a round of calls starts when the one before has ended, so that
 * what a missing key costs does not depend on which call is answered first.
 */
async function readAll(
	table: Table,
	keys: readonly Key[],
	{ required = new Set(), attributes }: ReadOptions,
): Promise<Map<string, Item>> {
	const options = {
		ConsistentRead: true,
		...(attributes && toProjection(attributes)),
	};
	const distinct = [
		...new Map(keys.map((key) => [identity(key), key])).values(),
	];
	const found = new Map<string, Item>();
	const keysPerRound =
		required.size > 0 ? callsAtOnce * keysPerCall : distinct.length;
	for (const round of inGroups(distinct, keysPerRound)) {
		await forEachConcurrently(
			inGroups(round, keysPerCall),
			callsAtOnce,
			(group) => readCall(table, group, { options, found }),
		);
		const isOneMissing = round
			.map(identity)
			.some((id) => required.has(id) && !found.has(id));
		if (isOneMissing) break;
	}
	return found;
}

async function readCall(
	table: Table,
	keys: Key[],
	{
		options,
		found,
	}: { options: Omit<KeysAndAttributes, "Keys">; found: Map<string, Item> },
) {
	let missing: Item[] = keys.map(({ pk, sk }) => ({ pk, sk }));
	await retryBusy(table, async () => {
		const answer = await table.documents.send(
			new BatchGetCommand({
				RequestItems: { [table.name]: { Keys: missing, ...options } },
			}),
		);
		for (const item of answer.Responses?.[table.name] ?? []) {
			found.set(identity(item), item);
		}
		// An overloaded store, or a response above 16 MB, returns unprocessed keys with status 200.
		missing = answer.UnprocessedKeys?.[table.name]?.Keys ?? [];
		if (missing.length > 0)
			throw new StoreBusyError(`${missing.length} keys were not processed`);
	});
}

const identity = ({ pk, sk }: Key | Item) => `${pk}\n${sk}`;

/** Names are given by placeholders, because many of them are reserved words. */
function toProjection(attributes: readonly string[]) {
	const names = ["pk", "sk", ...attributes].map(
		(name, index) => [`#${index}`, name] as const,
	);
	return {
		ProjectionExpression: names.map(([placeholder]) => placeholder).join(),
		ExpressionAttributeNames: Object.fromEntries(names),
	};
}
