import { findBatchGuard } from "../../shared/batches/batch-guard.store.ts";
import { endUndecided } from "../../shared/batches/chunks/end-undecided.store.ts";
import { markStopped } from "../../shared/batches/stop-batch.store.ts";
import { organizationKey } from "../../shared/dynamodb/keys.ts";
import type { Table } from "../../shared/dynamodb/table.ts";
import { upsertItem } from "../../shared/dynamodb/writes/upsert-item.ts";
import { writeItem } from "../../shared/dynamodb/writes/write-in-rounds.ts";

/**
 * How long a request may still write: functions remember a caller for 5 s, and Lambda ends a function after 29 s.
 */
const requestsEndSeconds = 35;
const stopReason = "The operator suspended the organization";

export interface Suspension {
	organizationId: string;
	/** Does not stop batches. */
	keepsBatches: boolean;
	/** Whether functions serve requests: otherwise there is none to wait for. */
	isServed: boolean;
	now: Date;
	onWait?: (seconds: number, total: number) => void;
}

/**
 * Suspends an organization: all its requests are refused. Before that, its running batch is stopped; afterwards, also a
 * batch that a request starts which was admitted before. So when this ends, no request and no batch of the organization
 * pays any more, chunks that workers had decided excepted. Idempotent: may be repeated after a failure.
 *
 * @returns The ids of the stopped batches.
 */
export async function suspendOrganization(
	table: Table,
	{ organizationId, keepsBatches, isServed, now, onWait }: Suspension,
): Promise<string[]> {
	const stopped = new Set<string>();
	// Only marked: ending its chunks may fail, and must not delay the suspension.
	if (!keepsBatches) await markRunning();
	await setSuspended(table, organizationId, now.toISOString());
	if (keepsBatches) return [];

	const total = isServed ? requestsEndSeconds : 0;
	for (let seconds = 0; ; seconds++) {
		const id = await markRunning();
		if (id) for await (const _ of endUndecided(table, id, () => now));
		if (seconds === total) return [...stopped];
		await table.pause(1_000);
		onWait?.(seconds + 1, total);
	}

	async function markRunning() {
		const guard = await findBatchGuard(table, organizationId);
		if (!guard?.bulkActionSlug) return undefined;
		const { bulkActionSlug } = guard;
		const id = { organizationId, bulkActionSlug };
		const stoppedAt = now.toISOString();
		await markStopped(table, id, { stoppedAt, stoppedBy: null, stopReason });
		stopped.add(bulkActionSlug);
		return id;
	}
}

/** Requests of the organization are served again, within 5 seconds. Idempotent. */
export const resumeOrganization = (table: Table, organizationId: string) =>
	setSuspended(table, organizationId, null);

/** Conditional on the organization's version: a concurrent import keeps the flag, and loses nothing to it. */
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
