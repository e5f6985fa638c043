import { toBatch } from "../batches/batches.store.ts";
import type { Item } from "../dynamodb/reads/batch-get.ts";
import {
	fromStoredInteger,
	fromStoredNumber,
} from "../dynamodb/stored-values.ts";
import { toInvoiceDetails } from "../invoices/invoices.store.ts";
import { pointedSlug } from "../invoices/item/number-pointers.store.ts";
import { toTransition } from "../payment-requests/history/history-items.store.ts";
import {
	asAdvanceItem,
	toPaymentRequest,
} from "../payment-requests/payment-requests.store.ts";
import { toApprovalStage } from "../payment-requests/stages/approval-items.store.ts";
import type {
	Approval,
	ApprovalStage,
} from "../payment-requests/stages/approval-stage.ts";
import { approversToNotify } from "../payment-requests/stages/approvers-to-notify.ts";
import { toRun } from "../payment-runs/payment-runs.store.ts";
import { asReversalItem } from "../payments/reversals/page-reversals.store.ts";
import { toPurchaseOrder } from "../purchase-orders/purchase-orders.store.ts";
import { approvalEvents, paymentRequestEvents } from "./advance-events.ts";
import { batchEvents } from "./batch-events.ts";
import { invoiceEvents, reversedEvent } from "./invoice-events.ts";
import { purchaseOrderEvents } from "./purchase-order-events.ts";
import { isImported, type RecordChange } from "./record-change.store.ts";
import { runEvents } from "./run-events.ts";
import {
	type Announcement,
	type ServiceEvent,
	toServiceEvent,
} from "./service-event.ts";
import {
	type AnnouncedTransition,
	transitionEvents,
} from "./transition-events.ts";

/**
 * The events that a write announces. An organization file announces nothing: it comes from the systems that the events
 * are for, and may have thousands of records.
 */
export function changeEvents(change: RecordChange): ServiceEvent[] {
	if (isImported(change)) return [];
	return announcements(change).map((one) =>
		toServiceEvent({ ...change, record: change.name }, one),
	);
}

function announcements(change: RecordChange): Announcement[] {
	const { sk, before, after } = change;
	switch (sk) {
		case "INVOICE":
			return pointedSlug(after) === undefined
				? invoiceEvents(
						before && toInvoiceDetails(before),
						toInvoiceDetails(after),
					)
				: [];
		case "PO":
			return purchaseOrderEvents(
				before && toPurchaseOrder(before),
				toPurchaseOrder(after),
			);
		case "BATCH":
			// A batch has a partition of its own; its entry in the organization's list has another sort key.
			return batchEvents(before && toBatch(before), toBatch(after));
		case "RUN":
			return runEvents(before && toRun(before), toRun(after));
		default:
			return [...askedEvents(change), ...(before ? [] : newItemEvents(change))];
	}
}

function askedEvents(change: RecordChange): Announcement[] {
	const asked = askedIn(change);
	if (!asked) return [];
	const { paymentRequestId, stage, approvals } = asked;
	const userIds = approvals.map(({ userId }) => userId);
	return approvalEvents(paymentRequestId, stage, userIds);
}

function newItemEvents(change: RecordChange): Announcement[] {
	const { sk, name, after } = change;
	if (sk.startsWith("REVERSAL#")) return [pageReversalEvent(name, after)];
	const transition = transitionIn(change);
	if (transition) return transitionEvents(transition);
	if (sk !== "PR") return [];
	const item = asAdvanceItem(after);
	return item.type === "VENDOR_ADVANCE"
		? paymentRequestEvents(toPaymentRequest(item))
		: [];
}

/** The invoice, which is written together with the reversal of an archived payment, does not name the payment. */
function pageReversalEvent(name: string, after: Item): Announcement {
	const { paymentId, amount, version, due, ...reversal } =
		asReversalItem(after);
	return reversedEvent({
		invoice: {
			invoiceId: name.replace(/^INVOICE#/, ""),
			version: fromStoredInteger(version),
			due: fromStoredNumber(due),
		},
		paymentId,
		amount: fromStoredNumber(amount),
		reversal,
	});
}

/** The approvals that a write opened, or whose approvers it asks again. */
export interface AskedApprovals {
	paymentRequestId: string;
	stage: ApprovalStage;
	approvals: Approval[];
}

/** @returns null for a write of anything else. */
export function askedIn({
	sk,
	name,
	before,
	after,
}: RecordChange): AskedApprovals | null {
	if (!sk.startsWith("APPROVAL#")) return null;
	const stage = toApprovalStage(after);
	return {
		paymentRequestId: name.replace(/^PR#/, ""),
		stage,
		approvals: approversToNotify(before && toApprovalStage(before), stage),
	};
}

/** The transition whose history a write added; null for a write of anything else. */
export function transitionIn({
	sk,
	name,
	before,
	after,
}: RecordChange): AnnouncedTransition | null {
	if (before || !sk.startsWith("HISTORY#")) return null;
	const paymentRequestId = name.replace(/^PRHISTORY#/, "");
	return { paymentRequestId, ...toTransition(after) };
}
