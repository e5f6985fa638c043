import { TransactionCanceledException } from "@aws-sdk/client-dynamodb";
import { ExecuteTransactionCommand } from "@aws-sdk/lib-dynamodb";
import type { WriteStatement } from "./batch-execute.ts";
import { bugNames } from "./retry-busy.ts";
import type { Table } from "./table.ts";

/** DynamoDB's limit of statements in one transaction. */
export const transactionStatementsMax = 100;

/**
 * Executes conditional writes atomically. Sends the transaction once.
 *
 * @returns true when all took effect; false when they were rejected or the outcome is unknown.
 * @throws When the store rejects a statement as malformed, which is a bug.
 */
export async function executeTransaction(
	table: Table,
	statements: readonly WriteStatement[],
): Promise<boolean> {
	const call = new ExecuteTransactionCommand({
		TransactStatements: [...statements],
	});
	const [sent] = await Promise.allSettled([table.documentsNoRetry.send(call)]);
	if (sent.status === "fulfilled") return true;
	if (isBug(sent.reason)) throw sent.reason;
	return false;
}

function isBug(error: unknown): boolean {
	if (!(error instanceof Error)) return true;
	if (!(error instanceof TransactionCanceledException)) {
		return bugNames.has(error.name);
	}
	const { CancellationReasons: reasons = [] } = error;
	return reasons.some(({ Code = "None" }) => bugNames.has(Code));
}
