import type { BatchGuard } from "../batches/batch-guard.store.ts";
import { staleGuardSeconds } from "../batches/batch-times.ts";
import { findBatch } from "../batches/batches.store.ts";
import { batchInProgress } from "../batches/errors.ts";
import type { Table } from "../dynamodb/table.ts";
import { orWarn } from "../logging/logger.ts";
import type { Observers } from "../logging/observers.ts";

interface RefusingGuard {
	organizationId: string;
	guard: BatchGuard;
	/** When the batch was refused. */
	now: Date;
	/** What the caller can do once the other batch has ended. */
	advice: string;
}

/**
 * Refuses a batch because of the guard of another one (spec 4.4 rule 4), and reports how old the guard is if it is
 * stale.
 *
 * @throws ApiError 409, always.
 */
export async function refuseBatch(
	{ table, logger, emitMetrics }: Observers & { table: Table },
	refusing: RefusingGuard,
): Promise<never> {
	// The caller's answer depends neither on the read nor on the guard's form.
	const GuardAgeSeconds = await orWarn(
		logger,
		"The age of the guard that refuses a batch is unknown",
		findStaleSeconds(table, refusing),
		{ organization: refusing.organizationId },
	);
	emitMetrics({ GuardAgeSeconds });
	throw batchInProgress(refusing.guard.bulkActionSlug, refusing.advice);
}

/**
 * The age of a guard that refuses batches although it is old and no batch of this service runs under it. Makes one
 * read, and only for an old guard of a batch of this service.
 *
 * @returns undefined when the guard is not stale.
 */
async function findStaleSeconds(
	table: Table,
	{ organizationId, guard: { bulkActionSlug, heldAt }, now }: RefusingGuard,
): Promise<number | undefined> {
	const seconds = heldAt && (now.getTime() - heldAt.getTime()) / 1_000;
	if (!seconds || seconds <= staleGuardSeconds) return undefined;
	if (!bulkActionSlug) return seconds;
	const batch = await findBatch(table, { organizationId, bulkActionSlug });
	const status = batch?.status;
	return status === "PENDING" || status === "ACCEPTING" ? undefined : seconds;
}
