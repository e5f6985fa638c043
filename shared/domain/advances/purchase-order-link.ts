import type { Money } from "../money.ts";
import type {
	PurchaseOrder,
	PurchaseOrderLink,
} from "../purchase-order/purchase-order.ts";
import {
	netPayableExceedsPurchaseOrder,
	purchaseOrderLinked,
	purchaseOrderMatched,
	purchaseOrderNotApproved,
	purchaseOrderNotFound,
	purchaseOrderOfAnotherVendor,
	purchaseOrderPendingResubmission,
} from "./errors.ts";

/** The properties of a purchase order that the rule checks. */
export type LinkablePurchaseOrder = Pick<
	PurchaseOrder,
	"vendorId" | "state" | "matchingState" | "link" | "amount"
>;

/**
 * Spec 4.3 rule 5: throws the first reason, in the spec's order, why the advance cannot be linked to the purchase
 * order.
 */
export function requireLinkable(
	order: LinkablePurchaseOrder | undefined,
	advance: { vendorId: string; netPayable: Money },
) {
	if (!order) throw purchaseOrderNotFound();
	if (order.vendorId !== advance.vendorId) throw purchaseOrderOfAnotherVendor();
	if (order.state !== "APPROVED") throw purchaseOrderNotApproved();
	if (order.matchingState !== "UNMATCHED") throw purchaseOrderMatched();
	if (order.link) throw heldBy(order.link);
	if (advance.netPayable.gt(order.amount)) {
		throw netPayableExceedsPurchaseOrder();
	}
}

function heldBy({ state }: PurchaseOrderLink): Error {
	return state === "ACTIVE"
		? purchaseOrderLinked()
		: purchaseOrderPendingResubmission();
}
