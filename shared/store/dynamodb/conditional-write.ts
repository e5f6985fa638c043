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
 * Writes a single item under a condition. Every such write passes here: one that meets a transaction on its item, or an
 * overloaded store, is retried.
 *
 * @returns null when it took effect, else the item for which its condition does not hold: `{}` for none, and when the
 *   write does not ask for `ALL_OLD`. That may be the echo of this very write: the SDK repeats one whose answer was lost.
 * @throws StoreBusyError when the store was busy to the last.
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
