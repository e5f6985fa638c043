import { endUndecided } from "../../../shared/batches/chunks/end-undecided.store.ts";
import type { BatchId } from "../../../shared/batches/payment-batch.ts";
import {
	type BatchStop,
	toBatchProgress,
} from "../../../shared/batches/payment-batch.ts";
import { markStopped } from "../../../shared/batches/stop-batch.store.ts";
import type { Table } from "../../../shared/dynamodb/table.ts";
import type { Clock } from "../../../shared/environment/clock.ts";
import { requireBatch } from "./require-batch.ts";

/**
 * Stops a batch as the API does (C4). A batch that was stopped before, or has ended, stays as it is. What is left of a
 * batch that was stopped before is ended.
 *
 * @returns The batch's progress.
 * @throws CommandError when the batch does not exist, was aborted or has expired.
 */
export async function stopBatch(
	table: Table,
	id: BatchId,
	{ stopReason, clock }: Pick<BatchStop, "stopReason"> & { clock: Clock },
) {
	const batch = await requireBatch(table, id, clock());
	if (batch.status !== "DONE") {
		const stoppedAt = clock().toISOString();
		await markStopped(table, id, { stoppedAt, stoppedBy: null, stopReason });
		for await (const _ of endUndecided(table, id, clock));
	}
	return toBatchProgress(await requireBatch(table, id, clock()));
}
