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

/** One a part: what stands in the way of one whose condition did not hold, `{}` for nothing at all; null: it held. */
export type ConflictingItems = readonly (Item | null)[];

/**
 * Carries out a transaction: the one way to write several items under conditions. One that is cancelled for load, or
 * for another transaction's sake, is retried, which the SDK does not. Parts tell what stands in their way if they ask for
 * `ALL_OLD`; it may be the echo of this very transaction, whose first answer was lost.
 *
 * @returns null when all of it took effect, else which conditions did not hold: then none of it did.
 * @throws StoreBusyError when the store was busy to the last; any other error is a bug, or leaves open what took effect.
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

function toConflictingItems({
	CancellationReasons: reasons = [],
	...error
}: TransactionCanceledException): ConflictingItems {
	const codes = reasons.map(({ Code }) => Code ?? "None");
	const bug = codes.find((code) => !expected.has(code));
	if (bug) throw new Error(`Transaction refused: ${bug}`, { cause: error });
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
