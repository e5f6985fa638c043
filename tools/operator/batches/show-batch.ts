import type { BatchId } from "../../../shared/batches/payment-batch.ts";
import {
	type PaymentBatch,
	toBatchProgress,
} from "../../../shared/batches/payment-batch.ts";
import type { BatchResult } from "../../../shared/batches/results/batch-result.ts";
import { findResults } from "../../../shared/batches/results/batch-results.store.ts";
import type { Table } from "../../../shared/dynamodb/table.ts";
import { requireBatch } from "./require-batch.ts";

const positionsAtOnce = 1_000;

/**
 * A batch with all its results in request order, in the shape of the status endpoint (contract 3).
 *
 * @param onlyErrors Omits the results with status `DONE`.
 * @throws CommandError when the batch does not exist, was aborted or has expired.
 */
export async function showBatch(
	table: Table,
	id: BatchId,
	{ onlyErrors, now }: { onlyErrors: boolean; now: Date },
) {
	const batch = await requireBatch(table, id, now);
	const results: BatchResult[] = [];
	for await (const result of allResults(table, batch))
		if (!onlyErrors || result.status !== "DONE") results.push(result);
	return {
		...toBatchProgress(batch),
		results,
	};
}

async function* allResults(
	table: Table,
	batch: PaymentBatch,
): AsyncGenerator<BatchResult> {
	for (let start = 0; start < batch.total; start += positionsAtOnce) {
		const end = Math.min(start + positionsAtOnce, batch.total);
		const results = await findResults(table, batch, { start, end });
		for (const result of results) if (result) yield result;
	}
}
