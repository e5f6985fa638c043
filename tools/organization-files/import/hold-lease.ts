import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import { setTimeout } from "node:timers/promises";
import type { Table } from "../../../shared/dynamodb/table.ts";
import {
	deleteLease,
	findLease,
	type ImportLease,
	renewLease,
	takeLease,
} from "../../../shared/organizations/import-leases.store.ts";
import { OrganizationFileError } from "../organization-file-error.ts";
import type { ImportContext } from "./file-entry.ts";

const renewalMilliseconds = 2_000;
/** A lease that is not renewed for so long is taken over. */
const patienceMilliseconds = 6_000;
/** An import whose last renewal is older renews its lease before it writes. */
const confirmedMilliseconds = patienceMilliseconds / 2;
const pollMilliseconds = 200;

/** The ids of the imports that this process runs. */
const runningHere = new Set<string>();

/** Another import has taken over the lease, since this process was suspended or cut off and did not renew it in time. */
export class LeaseLostError extends Error {
	override name = "LeaseLostError";
}

/** One import at a time writes to an organization (ADR 23). The lease is renewed by a timer. */
export interface HeldLease {
	/** @throws LeaseLostError When another import has taken over the lease. */
	confirm(): Promise<void>;
	/** @returns False when another import has taken over the lease, or may have. */
	release(): Promise<boolean>;
}

/**
 * Takes an organization's lease. The lease of a process that is known to have ended is taken over at once. Any other
 * lease is watched, and taken over unless it is renewed or released within seconds. The clocks of machines are not
 * compared.
 *
 * @param whileHeld `REFUSE` throws when another import renews its lease. `WAIT` waits until that import has ended.
 * @throws OrganizationFileError
 */
export async function holdLease(
	context: ImportContext,
	whileHeld: "REFUSE" | "WAIT",
): Promise<HeldLease> {
	const { table, organizationId, now } = context;
	const own: ImportLease = {
		importId: randomUUID(),
		renewals: 0,
		host: hostname(),
		pid: process.pid,
		startedAt: now.toISOString(),
	};
	runningHere.add(own.importId);
	try {
		await take(context, own, whileHeld);
	} catch (error) {
		runningHere.delete(own.importId);
		throw error;
	}
	return keepRenewed(table, organizationId, own);
}

async function take(
	context: ImportContext,
	own: ImportLease,
	whileHeld: "REFUSE" | "WAIT",
) {
	const { table, organizationId } = context;
	let replaced: ImportLease | undefined;
	for (;;) {
		const other = await takeLease(table, organizationId, { own, replaced });
		if (other === null) return;
		replaced = undefined;
		if (other === "GIVEN_UP") continue;
		const seen = await watch(context, other);
		if (seen === "RENEWED" && whileHeld === "REFUSE") throw isRunning(other);
		if (seen === "ENDED") replaced = other;
	}
}

const isRunning = ({ host, pid, startedAt }: ImportLease) =>
	new OrganizationFileError(
		null,
		`cannot be imported now: another import of the organization is running (process ${pid} on ${host}, since ${startedAt}). Nothing was changed: import the file when that one has ended`,
	);

/** Whether it is certain that no import renews the lease. Nothing is known about processes of another machine. */
function hasEnded({ host, pid, importId }: ImportLease): boolean {
	if (host !== hostname()) return false;
	// A restarted container gives its process the same id.
	if (pid === process.pid) return !runningHere.has(importId);
	try {
		process.kill(pid, 0);
		return false;
	} catch (error) {
		return error instanceof Error && "code" in error && error.code === "ESRCH";
	}
}

/**
 * Reads another import's lease until its outcome is known.
 *
 * @returns `RENEWED` if its holder lives, `GIVEN_UP` if the lease is gone or has another holder, and `ENDED` if its
 *   holder is known to have ended, or has not renewed it for so long that it counts as ended.
 */
async function watch(
	{ table, organizationId }: ImportContext,
	other: ImportLease,
): Promise<"RENEWED" | "GIVEN_UP" | "ENDED"> {
	const deadline = performance.now() + patienceMilliseconds;
	while (performance.now() < deadline && !hasEnded(other)) {
		await setTimeout(pollMilliseconds);
		const lease = await findLease(table, organizationId);
		if (lease?.importId !== other.importId) return "GIVEN_UP";
		if (lease.renewals !== other.renewals) return "RENEWED";
	}
	return "ENDED";
}

function keepRenewed(
	table: Table,
	organizationId: string,
	own: ImportLease,
): HeldLease {
	let isHeld = true;
	let renewals = 0;
	let renewedAt = performance.now();
	const renew = async () => {
		const sentAt = performance.now();
		renewals += 1;
		const lease = { ...own, renewals };
		isHeld = (await renewLease(table, organizationId, lease)) && isHeld;
		renewedAt = sentAt;
	};
	const timer = setInterval(() => {
		// After a renewal that fails, the next one or `confirm` tries again.
		renew().catch(() => {});
	}, renewalMilliseconds);
	timer.unref();
	return {
		async confirm() {
			if (performance.now() - renewedAt > confirmedMilliseconds) await renew();
			if (!isHeld) throw new LeaseLostError("Another import has begun");
		},
		async release() {
			clearInterval(timer);
			const isFresh = performance.now() - renewedAt < patienceMilliseconds;
			const wasHeld = isHeld && isFresh;
			try {
				return await deleteLease(table, organizationId, own);
			} catch (error) {
				// What the import has written is right, and the next import takes over the lease.
				if (wasHeld) return true;
				throw error;
			} finally {
				// If this came earlier, the next import would take over the lease, and this import, though done, would begin again.
				runningHere.delete(own.importId);
			}
		},
	};
}
