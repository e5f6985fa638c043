import type { BatchGuard } from "../../shared/batches/batch-guard.store.ts";
import { staleGuardSeconds } from "../../shared/batches/batch-times.ts";
import { findBatch } from "../../shared/batches/batches.store.ts";
import type { Table } from "../../shared/dynamodb/table.ts";
import { ulidTime } from "../../shared/environment/ids.ts";
import { type Logger, orWarn } from "../../shared/logging/logger.ts";

interface RefusingGuard {
	organizationId: string;
	guard: BatchGuard;
}

/**
 * The age of a guard that refuses batches although it is old and no batch of this service runs under it. Makes one
 * read, and only for an old guard of a batch of this service.
 *
 * @returns undefined when the guard is not stale, or when its age is unknown, which is a warning.
 */
export function findStaleGuardSeconds(
	{ table, logger }: { table: Table; logger: Logger },
	refusing: RefusingGuard,
	now: Date,
): Promise<number | undefined> {
	// The caller's answer depends neither on the read nor on the guard's form.
	return orWarn(
		logger,
		"The age of the guard that refuses a batch is unknown",
		staleSeconds(table, refusing, now),
		{ organization: refusing.organizationId },
	);
}

async function staleSeconds(
	table: Table,
	{ organizationId, guard: { bulkActionSlug, heldAt } }: RefusingGuard,
	now: Date,
): Promise<number | undefined> {
	const since = bulkActionSlug ? ulidTime(bulkActionSlug) : heldAt;
	const seconds = since && (now.getTime() - since.getTime()) / 1_000;
	if (!seconds || seconds <= staleGuardSeconds) return undefined;
	if (!bulkActionSlug) return seconds;
	const batch = await findBatch(table, { organizationId, bulkActionSlug });
	const status = batch?.status;
	return status === "PENDING" || status === "ACCEPTING" ? undefined : seconds;
}
