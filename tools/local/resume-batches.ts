import { findRunningBatches } from "../../shared/batches/batch-list.store.ts";
import { markProgress } from "../../shared/batches/batches.store.ts";
import type { Table } from "../../shared/dynamodb/table.ts";

/**
 * Lets the running batches of a stopped stack go on (contract 1). Otherwise, the sweeper would abandon them after a stop
 * of half an hour.
 */
export async function resumeBatches(table: Table, now: Date) {
	for (const batch of await findRunningBatches(table))
		await markProgress(table, batch, now.toISOString());
}
