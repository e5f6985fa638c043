import { TransactionCanceledException } from "@aws-sdk/client-dynamodb";
import {
	TransactWriteCommand,
	type TransactWriteCommandInput,
} from "@aws-sdk/lib-dynamodb";
import { unmarshall } from "@aws-sdk/util-dynamodb";
import { backOff } from "./back-off.ts";
import type { Item } from "./batch-get.ts";
import type { Table } from "./table.ts";

const attemptsMax = 8;

export type TransactionParts = NonNullable<
	TransactWriteCommandInput["TransactItems"]
>;

/** One a part: what stands in the way of one whose condition did not hold, `{}` for nothing at all; null: it held. */
export type ConflictingItems = readonly (Item | null)[];

/**
 * Carries out a transaction; sends it again when it is cancelled for another transaction's sake, or for load,
 * which the SDK does not. Parts tell what stands in their way if they ask for `ALL_OLD`; it may be the echo of
 * this very transaction, whose first answer was lost.
 *
 * @returns null when all of it took effect, else which conditions did not hold: then none of it did.
 * @throws When the store was too busy to the last, or whether it took effect is unknown.
 */
export async function transact(
	table: Table,
	parts: TransactionParts,
): Promise<ConflictingItems | null> {
	let cause: unknown;
	for (let attempt = 0; attempt < attemptsMax; attempt++) {
		await backOff(table, attempt);
		try {
			await table.documents.send(
				new TransactWriteCommand({ TransactItems: parts }),
			);
			return null;
		} catch (error) {
			if (!(error instanceof TransactionCanceledException)) throw error;
			const conflictingItems = toConflictingItems(error);
			if (conflictingItems) return conflictingItems;
			cause = error;
		}
	}
	throw new Error("The transaction was cancelled to the last", { cause });
}

/** undefined: it was cancelled for load or conflict, and may be sent again. */
function toConflictingItems({
	CancellationReasons: reasons = [],
	...error
}: TransactionCanceledException): ConflictingItems | undefined {
	const codes = reasons.map(({ Code }) => Code ?? "None");
	const bug = codes.find((code) => !expected.has(code));
	if (bug) throw new Error(`Transaction refused: ${bug}`, { cause: error });
	if (!codes.includes("ConditionalCheckFailed")) return undefined;
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
