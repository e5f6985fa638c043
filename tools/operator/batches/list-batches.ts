import { findBatches } from "../../../shared/batches/batch-list.store.ts";
import {
	type BatchSummary,
	isVisible,
	type PaymentBatch,
	toBatchSummary,
} from "../../../shared/batches/payment-batch.ts";
import type { Table } from "../../../shared/dynamodb/table.ts";

/** A batch as the operator sees it. If it hangs, its `progressAt` is old. */
type ListedBatch = BatchSummary & Pick<PaymentBatch, "progressAt">;

/** An organization's batches that have not expired, newest first. Aborted ones, which paid nothing, are left out. */
export async function listBatches(
	table: Table,
	organizationId: string,
	now: Date,
): Promise<ListedBatch[]> {
	const batches = await findBatches(table, organizationId);
	return batches
		.filter((batch) => isVisible(batch, now))
		.map((batch) => ({
			...toBatchSummary(batch),
			progressAt: batch.progressAt,
		}));
}
