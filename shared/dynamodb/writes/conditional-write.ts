import { ConditionalCheckFailedException } from "@aws-sdk/client-dynamodb";
import {
	type DeleteCommand,
	PutCommand,
	type UpdateCommand,
} from "@aws-sdk/lib-dynamodb";
import { unmarshall } from "@aws-sdk/util-dynamodb";
import { countSettled } from "../../logging/activity.ts";
import type { Key } from "../keys.ts";
import { batchGet, type Item } from "../reads/batch-get.ts";
import { retryBusy } from "../retries/retry-busy.ts";
import { type Table, withExtendedRetryTime } from "../table.ts";

/**
 * Writes a single item under a condition. Retries when the store rejects the write for load or for a transaction on the
 * item.
 *
 * @returns null when it took effect, otherwise the conflicting item: `{}` when there is none, or when the write does
 *   not ask for `ALL_OLD`. It may be this write's own item, because the SDK repeats a write whose response was lost.
 * @throws StoreBusyError when the store stayed busy for the whole retry time.
 */
export async function conditionalWrite(
	table: Table,
	write: PutCommand | UpdateCommand | DeleteCommand,
): Promise<Item | null> {
	try {
		// Unchecked cast: `send` has one overload for each command, and the response is not used.
		await retryBusy(table, () => table.documents.send(write as PutCommand));
		return null;
	} catch (error) {
		if (!(error instanceof ConditionalCheckFailedException)) throw error;
		return unmarshall(error.Item ?? {}, { wrapNumbers: true });
	}
}

/**
 * Inserts an item unless its key exists. Reads what is stored when the write fails.
 *
 * @returns null when it took effect, otherwise the item that is stored, which may be this write's own (ADR 4).
 * @throws When it was not written, or the outcome is unknown.
 */
export async function insertItem(
	table: Table,
	item: Key,
): Promise<Item | null> {
	const isFree = "attribute_not_exists(pk)";
	const put = new PutCommand({
		TableName: table.name,
		Item: item,
		ConditionExpression: isFree,
		ReturnValuesOnConditionCheckFailure: "ALL_OLD",
	});
	try {
		return await conditionalWrite(table, put);
	} catch (error) {
		const [stored] = await batchGet(withExtendedRetryTime(table), [item]);
		if (!stored) throw error;
		countSettled(1);
		return stored;
	}
}
