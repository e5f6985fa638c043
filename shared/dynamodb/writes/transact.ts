import { TransactionCanceledException } from "@aws-sdk/client-dynamodb";
import {
	ExecuteTransactionCommand,
	TransactWriteCommand,
	type TransactWriteCommandInput,
} from "@aws-sdk/lib-dynamodb";
import { unmarshall } from "@aws-sdk/util-dynamodb";
import type { Item } from "../reads/batch-get.ts";
import { bugNames, isBusy, retryBusy } from "../retries/retry-busy.ts";
import type { Table } from "../table.ts";
import type { WriteOutcome, WriteStatement } from "./batch-execute.ts";

export type TransactionParts = NonNullable<
	TransactWriteCommandInput["TransactItems"]
>;

/**
 * Has one entry for each part: the conflicting item (`{}` when there is none), or null when the part's condition held.
 */
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

/**
 * Sends a transaction once.
 *
 * @throws Any error of the store. Only a read then shows whether the transaction took effect.
 */
export async function sendTransaction(
	table: Table,
	parts: TransactionParts,
): Promise<void> {
	await table.documentsNoRetry.send(
		new TransactWriteCommand({ TransactItems: parts }),
	);
}

/**
 * Sends a transaction once.
 *
 * @returns The outcome of all parts. `REFUSED`: the condition of one did not hold.
 * @throws When the store rejects a part as malformed, which is a bug.
 */
export const writeTransaction = (
	table: Table,
	parts: TransactionParts,
): Promise<WriteOutcome> => outcomeOf(sendTransaction(table, parts));

/** `writeTransaction` of statements. `REFUSED` also means that an item to insert exists. */
export const executeTransaction = (
	table: Table,
	statements: readonly WriteStatement[],
): Promise<WriteOutcome> =>
	outcomeOf(
		table.documentsNoRetry.send(
			new ExecuteTransactionCommand({ TransactStatements: [...statements] }),
		),
	);

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

async function outcomeOf(sending: Promise<unknown>): Promise<WriteOutcome> {
	const [sent] = await Promise.allSettled([sending]);
	if (sent.status === "fulfilled") return "WRITTEN";
	if (isBug(sent.reason)) throw sent.reason;
	if (isBusy(sent.reason)) return "OVERLOADED";
	const isCanceled = sent.reason instanceof TransactionCanceledException;
	return isCanceled ? "REFUSED" : "UNKNOWN";
}

/** Did the store refuse a write as malformed or forbidden, or is it no error of the store? */
export function isBug(error: unknown): boolean {
	if (!(error instanceof Error)) return true;
	if (!(error instanceof TransactionCanceledException)) {
		return bugNames.has(error.name);
	}
	const { CancellationReasons: reasons = [] } = error;
	return reasons.some(
		({ Code = "None", Message }) =>
			bugNames.has(Code) && Message !== duplicateItemMessage,
	);
}

/** An INSERT of an item that exists: to AWS's DynamoDB Local, this is a `ValidationError`. */
const duplicateItemMessage = "Duplicate primary key exists in table";
