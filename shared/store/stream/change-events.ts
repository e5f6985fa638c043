import { openApprovers } from "../../domain/advances/decide-approval.ts";
import {
	approvalEvents,
	paymentRequestEvents,
} from "../../domain/events/advance-events.ts";
import { batchEvents } from "../../domain/events/batch-events.ts";
import {
	invoiceEvents,
	reversedEvent,
} from "../../domain/events/invoice-events.ts";
import { purchaseOrderEvents } from "../../domain/events/purchase-order-events.ts";
import {
	type Announcement,
	type ServiceEvent,
	toServiceEvent,
} from "../../domain/events/service-event.ts";
import { toApprovalStage } from "../advances/approval-items.ts";
import {
	asAdvanceItem,
	toPaymentRequest,
} from "../advances/payment-requests.ts";
import { toBatch } from "../batches/batches.ts";
import type { Item } from "../dynamodb/batch-get.ts";
import {
	fromStoredInteger,
	fromStoredNumber,
} from "../dynamodb/stored-values.ts";
import { toInvoiceDetails } from "../invoices/invoices.ts";
import { pointedSlug } from "../invoices/number-pointers.ts";
import { asReversalItem } from "../invoices/page-reversals.ts";
import { toPurchaseOrder } from "../purchase-orders/purchase-orders.ts";
import { isImported, type RecordChange } from "./record-change.ts";

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

function announcements({ sk, name, before, after }: RecordChange) {
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
		default:
			if (before) return [];
			return sk.startsWith("REVERSAL#")
				? [pageReversalEvent(name, after)]
				: newAdvanceAnnouncements(sk, name, after);
	}
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

function newAdvanceAnnouncements(
	sk: string,
	name: string,
	after: RecordChange["after"],
): Announcement[] {
	if (sk === "PR") {
		const item = asAdvanceItem(after);
		return item.type === "VENDOR_ADVANCE"
			? paymentRequestEvents(toPaymentRequest(item))
			: [];
	}
	const requestId = approvalsOf({ sk, name });
	if (requestId === null) return [];
	const asked = toApprovalStage(after);
	return approvalEvents(requestId, asked.stage, openApprovers(asked));
}

/** The payment request whose approvals an item has; null when the item has none. */
export const approvalsOf = ({
	sk,
	name,
}: Pick<RecordChange, "sk" | "name">): string | null =>
	sk.startsWith("APPROVAL#") ? name.replace(/^PR#/, "") : null;
