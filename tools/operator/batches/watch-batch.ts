import type { BatchId } from "../../../shared/batches/payment-batch.ts";
import {
	type BatchSummary,
	toBatchSummary,
} from "../../../shared/batches/payment-batch.ts";
import type { Table } from "../../../shared/dynamodb/table.ts";
import { CommandError } from "../command-error.ts";
import { requireBatch } from "./require-batch.ts";

const pauseMilliseconds = 500;

/**
 * Yields a batch now, and after every change until it is done.
 *
 * @param isProcessed Whether workers are running. This command locks a stopped stack's files: if it waited for
 *   progress, the stack could not start.
 * @throws CommandError when the batch does not exist, was aborted or has expired, or is not done and no workers are
 *   running.
 */
export async function* watchBatch(
	table: Table,
	id: BatchId,
	{ isProcessed, now }: { isProcessed: boolean; now: Date },
): AsyncGenerator<BatchSummary> {
	let yielded = "";
	for (;;) {
		const batch = toBatchSummary(await requireBatch(table, id, now));
		const text = JSON.stringify(batch);
		if (text !== yielded) yield batch;
		yielded = text;
		if (batch.status === "DONE") return;
		if (!isProcessed)
			throw new CommandError(
				`The local stack is stopped: batch ${id.bulkActionSlug} continues when the stack is started with \`npm start\``,
			);
		await table.pause(pauseMilliseconds);
	}
}
