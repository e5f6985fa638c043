import { TransactionCanceledException } from "@aws-sdk/client-dynamodb";
import {
	ExecuteTransactionCommand,
	TransactWriteCommand,
} from "@aws-sdk/lib-dynamodb";
import type { WriteOutcome, WriteStatement } from "./batch-execute.ts";
import { bugNames, isBusy } from "./retry-busy.ts";
import type { Table } from "./table.ts";
import type { TransactionParts } from "./transact.ts";

/** DynamoDB's limit of statements in one transaction. */
export const transactionStatementsMax = 100;

/**
 * Executes conditional writes atomically. Sends the transaction once.
 *
 * @returns The outcome of all of them. `REFUSED`: the condition of one did not hold, or an item to insert exists.
 * @throws When the store rejects a statement as malformed, which is a bug.
 */
export async function executeTransaction(
	table: Table,
	statements: readonly WriteStatement[],
): Promise<WriteOutcome> {
	const call = new ExecuteTransactionCommand({
		TransactStatements: [...statements],
	});
	return outcomeOf(table.documentsNoRetry.send(call));
}

/** `executeTransaction` for writes that are not statements. */
export const writeTransaction = (
	table: Table,
	parts: TransactionParts,
): Promise<WriteOutcome> =>
	outcomeOf(
		table.documentsNoRetry.send(
			new TransactWriteCommand({ TransactItems: parts }),
		),
	);

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
