import { ConditionalCheckFailedException } from "@aws-sdk/client-dynamodb";
import type {
	DeleteCommand,
	PutCommand,
	UpdateCommand,
} from "@aws-sdk/lib-dynamodb";
import { unmarshall } from "@aws-sdk/util-dynamodb";
import type { Item } from "./batch-get.ts";
import { retryBusy } from "./retry-busy.ts";
import type { Table } from "./table.ts";

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
