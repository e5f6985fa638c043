import {
	type PaymentBatch,
	type ResultCounts,
	shownStatus,
} from "../../shared/domain/payment-batch.ts";
import { findBatches } from "../../shared/store/batches/batch-list.ts";
import type { Table } from "../../shared/store/dynamodb/table.ts";

/** A batch as the export and the command line show it (contract 4). */
export interface BatchSummary {
	bulkActionSlug: string;
	status: "PENDING" | "DONE";
	/** Of resources. */
	total: number;
	/** Of their results, as far as there are any. */
	counts: ResultCounts;
	/** RFC 3339 */
	createdAt: string;
	/** RFC 3339; null: not yet. */
	finishedAt: string | null;
}

/** The batches that the store still has of an organization, newest first; one that was aborted has never been. */
export async function listBatches(
	table: Table,
	organizationId: string,
): Promise<BatchSummary[]> {
	const batches = await findBatches(table, organizationId);
	return batches.filter(isListed).map(toBatchSummary);
}

export const isListed = ({ status }: PaymentBatch): boolean =>
	status !== "ABORTED";

export function toBatchSummary(batch: PaymentBatch): BatchSummary {
	const { bulkActionSlug, total, counts, createdAt, finishedAt } = batch;
	const status = shownStatus(batch);
	return { bulkActionSlug, status, total, counts, createdAt, finishedAt };
}
