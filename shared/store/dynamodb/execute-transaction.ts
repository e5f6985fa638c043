import { TransactionCanceledException } from "@aws-sdk/client-dynamodb";
import { ExecuteTransactionCommand } from "@aws-sdk/lib-dynamodb";
import type { WriteStatement } from "./batch-execute.ts";
import { bugNames } from "./retry-busy.ts";
import type { Table } from "./table.ts";

/** How many statements DynamoDB takes in one transaction. */
export const transactionStatementsMax = 100;

/**
 * Carries out conditional writes together or not at all. It is sent once.
 *
 * @returns true when all of them took effect; false when they were refused, or when only a read can tell.
 * @throws When the store refuses a statement as malformed: our bug.
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
