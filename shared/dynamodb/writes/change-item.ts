import { UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { ulidTime } from "../../environment/ids.ts";
import { countSettled } from "../../logging/activity.ts";
import { fitsOneItem } from "../item-size.ts";
import type { Key } from "../keys.ts";
import type { Item } from "../reads/batch-get.ts";
import { getItem } from "../reads/get-item.ts";
import { pauseBeforeRetry } from "../retries/retry-busy.ts";
import { fromStoredInteger, type StoredNumber } from "../stored-values.ts";
import type { Table } from "../table.ts";

/** Twice the longest run time of a request, which can thus recognise its write until it ends. */
const recentMilliseconds = 60_000;

/** What items that `changeItem` changes have in common. */
export interface ChangeableItem {
	version: StoredNumber;
	/** Ids of the writes of the last minute; absent when there were none. */
	recentWrites?: string[];
}

/** The version after the change, and what it sets. Other attributes stay as they are: they may have other writers. */
export interface DecidedChange {
	version: number;
	attributes: object;
}

/** The change of an item by one request. */
export interface ItemChange<Decision extends DecidedChange> {
	key: Key;
	/** A ULID, unique to the request. It identifies the request's write. */
	writeId: string;
	/**
	 * Decides about the item as it was read. A decision with the version that the item has is not written. Runs again
	 * when another writer came first.
	 */
	decide: (item: Item) => Promise<Decision>;
}

/**
 * Changes an item with one conditional write, repeated within the retry time until it took effect. The condition on the
 * version lets it take effect at most once; the write's id in the item proves that it did (ADR 4).
 *
 * @returns The decision that took effect; "TOO_LARGE" when no item can hold the change.
 * @throws What `decide` throws.
 * @throws When concurrent writers always came first, or the store could not be read or written.
 */
export async function changeItem<Decision extends DecidedChange>(
	table: Table,
	{ key, writeId, decide }: ItemChange<Decision>,
): Promise<Decision | "NOT_FOUND" | "TOO_LARGE"> {
	let sent: Decision | undefined;
	let cause: unknown;
	for (let attempt = 0; ; attempt++) {
		const hasTime = await pauseBeforeRetry(table, attempt);
		const item = await getItem(table, key);
		if (!item) return "NOT_FOUND";
		// Unchecked cast: callers change only items that have a version.
		const { version: expected, recentWrites = [] } = item as Item &
			ChangeableItem;
		if (sent && recentWrites.includes(writeId)) {
			countSettled(1);
			return sent;
		}
		if (sent && !hasTime) {
			throw new Error("The record could not be changed", { cause });
		}
		const version = fromStoredInteger(expected);
		// A write without a response may still take effect: the same write is sent again while it can.
		if (sent?.version !== version + 1) sent = await decide(item);
		if (sent.version === version) return sent;

		const attributes = {
			...sent.attributes,
			version: sent.version,
			recentWrites: [...withoutOld(recentWrites, writeId), writeId],
		};
		if (!fitsOneItem({ ...item, ...attributes })) return "TOO_LARGE";
		try {
			await write(table, key, { attributes, expected });
			return sent;
		} catch (error) {
			// After any error, only the item shows whether the write took effect.
			cause = error;
		}
	}
}

/** Drops older writes, which no running request looks up. */
const withoutOld = (recentWrites: readonly string[], writeId: string) =>
	recentWrites.filter(
		(id) =>
			ulidTime(writeId).getTime() - ulidTime(id).getTime() < recentMilliseconds,
	);

async function write(
	table: Table,
	key: Key,
	{ attributes, expected }: { attributes: object; expected: StoredNumber },
) {
	const entries = Object.entries(attributes);
	const assignments = entries.map(([name]) => `#${name} = :${name}`);
	const isUnchanged = "#version = :expected";
	await table.documentsNoRetry.send(
		new UpdateCommand({
			TableName: table.name,
			Key: key,
			UpdateExpression: `SET ${assignments.join(", ")}`,
			ConditionExpression: isUnchanged,
			ExpressionAttributeNames: Object.fromEntries(
				entries.map(([name]) => [`#${name}`, name]),
			),
			ExpressionAttributeValues: Object.fromEntries([
				...entries.map(([name, value]) => [`:${name}`, value]),
				[":expected", expected],
			]),
		}),
	);
}
