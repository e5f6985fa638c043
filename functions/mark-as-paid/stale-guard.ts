import { ulidTime } from "../../shared/runtime/ids.ts";
import type { BatchGuard } from "../../shared/store/batches/batch-guard.ts";
import { findBatch } from "../../shared/store/batches/batches.ts";
import type { Table } from "../../shared/store/dynamodb/table.ts";

/** The sweeper ends every batch of this service before. */
const staleAfterSeconds = 30 * 60;

/**
 * The age of a guard that refuses batches although it is old and no batch of this service runs under it. Makes one read,
 * and only for an old guard of a batch of this service.
 *
 * @returns undefined when the guard is not stale, or its age is unknown.
 */
export async function findStaleGuardSeconds(
	table: Table,
	{ organizationId, guard }: { organizationId: string; guard: BatchGuard },
	now: Date,
): Promise<number | undefined> {
	const { bulkActionSlug, heldAt } = guard;
	const since = bulkActionSlug ? ulidTime(bulkActionSlug) : heldAt;
	const seconds = since && (now.getTime() - since.getTime()) / 1_000;
	if (!seconds || seconds <= staleAfterSeconds) return undefined;
	if (!bulkActionSlug) return seconds;
	const [read] = await Promise.allSettled([
		findBatch(table, { organizationId, bulkActionSlug }),
	]);
	// The caller's answer does not depend on this read.
	if (read.status === "rejected") return undefined;
	const status = read.value?.status;
	return status === "PENDING" || status === "ACCEPTING" ? undefined : seconds;
}
