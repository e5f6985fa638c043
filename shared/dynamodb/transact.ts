import { TransactionCanceledException } from "@aws-sdk/client-dynamodb";
import {
	TransactWriteCommand,
	type TransactWriteCommandInput,
} from "@aws-sdk/lib-dynamodb";
import { unmarshall } from "@aws-sdk/util-dynamodb";
import type { Item } from "./batch-get.ts";
import { retryBusy } from "./retry-busy.ts";
import type { Table } from "./table.ts";

export type TransactionParts = NonNullable<
	TransactWriteCommandInput["TransactItems"]
>;

/** Has one entry for each part: the conflicting item (`{}` when there is none), or null when the part's condition held. */
export type ConflictingItems = readonly (Item | null)[];

/**
 * Executes a transaction. Retries one that is cancelled for load or conflict, which the SDK does not. A part has its
 * conflicting item only if it asks for `ALL_OLD`. A conflicting item may be the transaction's own, because the SDK
 * repeats a transaction whose response was lost.
 *
 * @returns null when it took effect, otherwise the conflicting items; then it had no effect.
 * @throws StoreBusyError when the store stayed busy for the whole retry time. After any other error, the outcome is
 *   unknown, or the error is a bug.
 */
export async function transact(
	table: Table,
	parts: TransactionParts,
): Promise<ConflictingItems | null> {
	try {
		await retryBusy(table, () =>
			table.documents.send(new TransactWriteCommand({ TransactItems: parts })),
		);
		return null;
	} catch (error) {
		if (!(error instanceof TransactionCanceledException)) throw error;
		return toConflictingItems(error);
	}
}

function toConflictingItems(
	error: TransactionCanceledException,
): ConflictingItems {
	const { CancellationReasons: reasons = [] } = error;
	const bug = reasons.find(({ Code = "None" }) => !expected.has(Code));
	if (bug)
		throw new Error(`Transaction refused: ${bug.Code} ${bug.Message}`, {
			cause: error,
		});
	return reasons.map(({ Code, Item = {} }) =>
		Code === "ConditionalCheckFailed"
			? unmarshall(Item, { wrapNumbers: true })
			: null,
	);
}

const expected = new Set([
	"None",
	"ConditionalCheckFailed",
	"ProvisionedThroughputExceeded",
	"ThrottlingError",
	"TransactionConflict",
]);
