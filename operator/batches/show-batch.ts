import {
	type BatchId,
	type PaymentBatch,
	shownStatus,
} from "../../shared/domain/batches/payment-batch.ts";
import type { PaymentResult } from "../../shared/domain/payments/payment-result.ts";
import { findResults } from "../../shared/store/batches/batch-results.ts";
import type { Table } from "../../shared/store/dynamodb/table.ts";
import { requireBatch } from "./require-batch.ts";

const positionsAtOnce = 1_000;

/**
 * A batch with its results in request order, as the status endpoint shows it (contract 3), on one page.
 *
 * @param onlyErrors Leaves out the results of what was paid.
 * @throws CommandError when there is no such batch.
 */
export async function showBatch(
	table: Table,
	id: BatchId,
	{ onlyErrors }: { onlyErrors: boolean },
) {
	const batch = await requireBatch(table, id);
	const { bulkActionSlug, total, counts } = batch;
	const results: PaymentResult[] = [];
	for await (const result of allResults(table, batch))
		if (!onlyErrors || result.status !== "DONE") results.push(result);
	return {
		bulkActionSlug,
		status: shownStatus(batch),
		total,
		processed: counts.DONE + counts.ERROR + counts.SKIPPED,
		counts,
		results,
	};
}

async function* allResults(
	table: Table,
	batch: PaymentBatch,
): AsyncGenerator<PaymentResult> {
	for (let start = 0; start < batch.total; start += positionsAtOnce) {
		const end = Math.min(start + positionsAtOnce, batch.total);
		const results = await findResults(table, batch, { start, end });
		for (const result of results) if (result) yield result;
	}
}
