import { pauseBeforeRetry } from "../../dynamodb/retries/retry-busy.ts";
import type { Table } from "../../dynamodb/table.ts";
import {
	type TransactionParts,
	writeTransaction,
} from "../../dynamodb/writes/transact.ts";
import { countSettled } from "../../logging/activity.ts";
import type { PurchaseOrder } from "../../purchase-orders/purchase-order.ts";
import { findAdvance, type StoredAdvance } from "../find-advance.store.ts";
import { hasWritten } from "../history/history-items.store.ts";
import { findOrders } from "../order-link/order-links.store.ts";
import type { AdvanceState } from "../payment-request.ts";
import type { Advance, Transition } from "./transition.ts";
import { toTransitionParts } from "./transition-items.store.ts";

/** The transition of a payment request by one request of the API. */
export interface AdvanceChange {
	organizationId: string;
	paymentRequestId: string;
	/** A ULID, unique to the request. It identifies the request's write by the history entry that it leaves. */
	writeId: string;
	/** Returns null for no change. Runs again when another writer came first. */
	plan: (advance: StoredAdvance) => Promise<PlannedTransition | null>;
	/** Throws for an advance of an organization file, which has no workflow. */
	refuseImported: (advance: { state: AdvanceState; version: number }) => never;
}

export interface PlannedTransition {
	transition: Transition;
	/** The orders that were read for it. */
	orders?: readonly PurchaseOrder[];
}

/** A payment request as it is after the request of the API. */
export interface ChangedAdvance extends Advance {
	/** What the request did; null: nothing, because there was nothing to change. */
	transition: Transition | null;
}

interface PreparedWrite {
	parts: TransactionParts;
	transition: Transition;
	/** The version that it makes. */
	version: number;
}

/**
 * Changes a payment request, its approvals, inboxes, history and orders in one transaction, repeated within the retry
 * time until it took effect. The condition on the version lets it take effect at most once; the history entry of the
 * new version proves that it did (ADR 4).
 *
 * @throws What `plan` and `refuseImported` throw.
 * @throws When concurrent writers always came first, or the store could not be read or written.
 */
export async function changeAdvance(
	table: Table,
	change: AdvanceChange,
): Promise<ChangedAdvance | "NOT_FOUND"> {
	const { organizationId, paymentRequestId, writeId } = change;
	/** May still take effect. */
	let unanswered: PreparedWrite | undefined;
	let isRefused = false;
	for (let attempt = 0; ; attempt++) {
		const hasTime = await pauseBeforeRetry(table, attempt);
		const found = await findAdvance(table, organizationId, paymentRequestId);
		if (!found) return "NOT_FOUND";
		if ("imported" in found) return change.refuseImported(found.imported);
		if (unanswered && found.request.version >= unanswered.version) {
			const at = { ...change, version: unanswered.version };
			if (await hasWritten(table, at, writeId)) {
				countSettled(1);
				return toChangedAdvance(found, unanswered.transition);
			}
			unanswered = undefined;
		}
		if (attempt > 0 && !hasTime) throw notChanged(unanswered);
		// A write without an answer may still take effect: the same write is sent again while it can.
		const write =
			unanswered && !isRefused
				? unanswered
				: await prepare(table, change, found);
		if (write === null) return toChangedAdvance(found, null);
		const outcome = await writeTransaction(table, write.parts);
		if (outcome === "WRITTEN")
			return toChangedAdvance(write.transition, write.transition);
		if (outcome === "UNKNOWN") unanswered = write;
		isRefused = outcome === "REFUSED";
	}
}

const toChangedAdvance = (
	{ request, stages }: Advance,
	transition: Transition | null,
): ChangedAdvance => ({ request, stages, transition });

const notChanged = (unanswered: PreparedWrite | undefined) =>
	new Error(
		unanswered
			? "It is unknown whether the payment request was changed"
			: "The payment request was not changed: concurrent writes or a busy store prevented it",
	);

async function prepare(
	table: Table,
	{ organizationId, writeId, plan }: AdvanceChange,
	before: StoredAdvance,
): Promise<PreparedWrite | null> {
	const planned = await plan(before);
	if (!planned) return null;
	const { transition, orders: known = [] } = planned;
	const orders = await findOrders(table, organizationId, {
		before: before.request,
		after: transition.request,
		known,
	});
	const write = { organizationId, before, after: transition, writeId, orders };
	const parts = toTransitionParts(table, write);
	return { parts, transition, version: transition.request.version };
}
