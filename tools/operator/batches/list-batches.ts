import { findBatches } from "../../../shared/batches/batch-list.store.ts";
import {
	type BatchSummary,
	isVisible,
	type PaymentBatch,
	toBatchSummary,
} from "../../../shared/batches/payment-batch.ts";
import type { Table } from "../../../shared/dynamodb/table.ts";

/** A batch as the operator sees it: one that hangs has an old `progressAt`. */
type ListedBatch = BatchSummary & Pick<PaymentBatch, "progressAt">;

/** An organization's batches that have not expired, newest first, without aborted ones: these paid nothing. */
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
