import { findRunningBatches } from "../../../shared/batches/batch-list.store.ts";
import { endUndecided } from "../../../shared/batches/chunks/end-undecided.store.ts";
import type { BatchId } from "../../../shared/batches/payment-batch.ts";
import { markStopped } from "../../../shared/batches/stop-batch.store.ts";
import { organizationKey } from "../../../shared/dynamodb/keys.ts";
import type { Table } from "../../../shared/dynamodb/table.ts";
import { upsertItem } from "../../../shared/dynamodb/writes/upsert-item.ts";
import { writeItem } from "../../../shared/dynamodb/writes/write-in-rounds.ts";
import type { Clock } from "../../../shared/environment/clock.ts";
import { CommandError } from "../command-error.ts";

/**
 * How long a request may still write: functions remember a caller for 5 s, and Lambda ends a function after 29 s.
 */
const requestsEndSeconds = 35;
const stopReason = "The operator suspended the organization";

export interface Suspension {
	organizationId: string;
	/** Whether batches are left running. */
	keepsBatches: boolean;
	/** Whether functions serve requests. If not, there are no requests to wait for. */
	isServed: boolean;
	clock: Clock;
	/** Called with the number of batches that are stopped so far. */
	onStop?: (stopped: number) => void;
	/** Called when the organization is suspended, with 0, and after each second of the wait. */
	onWait?: (seconds: number, total: number) => void;
}

/**
 * Suspends an organization, so that all its requests are refused. Its running batch is stopped before, and a batch that
 * an earlier admitted request starts is stopped afterwards. When this ends, no request and no batch of the organization
 * pays any more, except for chunks that workers had decided. Idempotent: it may be repeated after a failure.
 *
 * @returns The ids of the batches that this call has stopped.
 * @throws CommandError When the organization is suspended, but a batch may be left.
 */
export async function suspendOrganization(
	table: Table,
	{ organizationId, keepsBatches, isServed, clock, onStop, onWait }: Suspension,
): Promise<string[]> {
	const stopped = new Set<string>();
	// A failure to stop the batch must not delay the suspension.
	if (!keepsBatches) await Promise.allSettled([stopRunning()]);
	await setSuspended(table, organizationId, clock().toISOString());
	if (keepsBatches) return [];

	const total = isServed ? requestsEndSeconds : 0;
	if (total > 0) onWait?.(0, total);
	for (let seconds = 1; seconds <= total; seconds++) {
		// A failure must not end the watch, because the next batch would be paid. The last attempt reports it.
		await Promise.allSettled([stopRunning()]);
		await table.pause(1_000);
		onWait?.(seconds, total);
	}
	try {
		for (const batch of await stopRunning())
			for await (const _ of endUndecided(table, batch, clock));
	} catch (error) {
		const message = error instanceof Error ? error.message : String(error);
		throw new CommandError(
			`${organizationId} is suspended, but its batches may not have ended: run the command again. ${message}`,
		);
	}
	return [...stopped];

	/** Only marks batches, because it can take long to end their chunks, and workers do it too. */
	async function stopRunning(): Promise<BatchId[]> {
		// The batches are not found by the guard, which another holder may have taken over.
		const batches = (await findRunningBatches(table)).filter(
			(batch) => batch.organizationId === organizationId,
		);
		for (const batch of batches) {
			const stoppedAt = clock().toISOString();
			const stop = { stoppedAt, stoppedBy: null, stopReason };
			if (await markStopped(table, batch, stop))
				stopped.add(batch.bulkActionSlug);
		}
		onStop?.(stopped.size);
		return batches;
	}
}

/** Lets requests be served again, within the cache time (`docs/times-and-limits.md`). Idempotent. */
export const resumeOrganization = (table: Table, organizationId: string) =>
	setSuspended(table, organizationId, null);

/** The write is conditional on the organization's version, so that neither it nor a concurrent import is lost. */
const setSuspended = (
	table: Table,
	organizationId: string,
	suspendedAt: string | null,
) => {
	const key = organizationKey(organizationId);
	return writeItem(table, key, (existing) => {
		const isSuspended = Boolean(existing?.suspendedAt);
		if (!existing || isSuspended === (suspendedAt !== null)) return undefined;
		return upsertItem(existing, { ...key, suspendedAt });
	});
};
