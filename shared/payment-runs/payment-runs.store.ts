import type { Actor } from "../actors/actor.ts";
import { toEpochSeconds } from "../batches/batches.store.ts";
import { type Key, paymentRunKey } from "../dynamodb/keys.ts";
import { batchGet, type Item } from "../dynamodb/reads/batch-get.ts";
import {
	fromStoredInteger,
	fromStoredNumber,
	packJson,
	type StoredNumber,
	toStoredNumber,
	unpackJson,
} from "../dynamodb/stored-values.ts";
import type { Table } from "../dynamodb/table.ts";
import { type ListKey, toListKey } from "../lists/list-index.store.ts";
import type { LeaveOut } from "../payments/payment-result.ts";
import {
	isVisibleAt,
	type PaymentRun,
	type RunChange,
	type RunId,
	type RunState,
	toExpiry,
} from "./payment-run.ts";

/** The item of a payment run, which is in the list index. */
interface PaymentRunItem extends Key, ListKey {
	organizationId: string;
	runId: string;
	name: string;
	state: RunState;
	/** Packed, because there may be hundreds. */
	chunkSizes: Uint8Array;
	amount: StoredNumber;
	leaveOut: LeaveOut[];
	repeatOf: string | null;
	contentDigest: string;
	createdAt: string;
	createdBy: Actor;
	/** Absent unless it is released. */
	release?: RunChange;
	/** Absent unless it is discarded. */
	discard?: RunChange;
	version: StoredNumber;
	/** Epoch seconds, for the store's TTL: not before `toExpiry`. */
	expiresAt: StoredNumber;
}

/** The item of a new run. */
export function toRunItem(run: PaymentRun) {
	const { organizationId, runId, createdAt } = run;
	const { amount, chunkSizes, release: _, discard: __, ...rest } = run;
	const key = paymentRunKey(organizationId, runId);
	return {
		...key,
		...toListKey(organizationId, "PAYMENT_RUN", { ...key, createdAt }),
		...rest,
		amount: toStoredNumber(amount),
		chunkSizes: packJson(chunkSizes),
		expiresAt: toTtl(run),
	};
}

/** The TTL of a run and of its hold. It is rounded up: neither goes before it expires. */
export const toTtl = (run: Pick<PaymentRun, "createdAt" | "release">) =>
	toEpochSeconds(toExpiry(run)) + 1;

export function toRun(item: Item): PaymentRun {
	// Unchecked cast: items under a payment run's key have this shape.
	const stored = item as PaymentRunItem & Item;
	return {
		organizationId: stored.organizationId,
		runId: stored.runId,
		name: stored.name,
		state: stored.state,
		chunkSizes: unpackJson<number[]>(stored.chunkSizes),
		amount: fromStoredNumber(stored.amount),
		leaveOut: stored.leaveOut,
		repeatOf: stored.repeatOf,
		contentDigest: stored.contentDigest,
		createdAt: stored.createdAt,
		createdBy: stored.createdBy,
		release: stored.release ?? null,
		discard: stored.discard ?? null,
		version: fromStoredInteger(stored.version),
	};
}

/** @returns undefined when the run does not exist for its callers: also when it has expired. */
export async function findRun(
	table: Table,
	{ organizationId, runId }: RunId,
	now: Date,
): Promise<PaymentRun | undefined> {
	const [item] = await batchGet(table, [paymentRunKey(organizationId, runId)]);
	const run = item && toRun(item);
	return run && isVisibleAt(run, now) ? run : undefined;
}
