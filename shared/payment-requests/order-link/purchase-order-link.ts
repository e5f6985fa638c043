import type { Decimal } from "../../money/decimal.ts";
import type {
	PricedPurchaseOrder,
	PurchaseOrderLink,
} from "../../purchase-orders/purchase-order.ts";
import {
	currencyOfAnotherPurchaseOrder,
	linkedOrderNotFound,
	netPayableExceedsPurchaseOrder,
	purchaseOrderLinked,
	purchaseOrderMatched,
	purchaseOrderNotApproved,
	purchaseOrderOfAnotherVendor,
	purchaseOrderPendingResubmission,
} from "../errors.ts";

/** The properties of a purchase order that the rule checks. */
export type LinkablePurchaseOrder = Pick<
	PricedPurchaseOrder,
	"vendorId" | "state" | "matchingState" | "link" | "amount" | "currency"
>;

/** The properties of an advance that the rule checks. */
export interface LinkedAdvance {
	vendorId: string;
	netPayable: Decimal;
	currency: string;
	/** The organization's base currency. */
	baseCurrency: string;
}

/**
 * Spec 4.3 rule 5: throws the first reason, in the spec's order, why the advance cannot be linked to the purchase
 * order. Its last check compares figures, so both must be in one currency (`advances.md`).
 */
export function requireLinkable(
	order: LinkablePurchaseOrder | undefined,
	advance: LinkedAdvance,
) {
	if (!order) throw linkedOrderNotFound();
	if (order.vendorId !== advance.vendorId) throw purchaseOrderOfAnotherVendor();
	if (order.state !== "APPROVED") throw purchaseOrderNotApproved();
	if (order.matchingState !== "UNMATCHED") throw purchaseOrderMatched();
	if (order.link) throw heldBy(order.link);
	if (advance.netPayable.gt(order.amount)) {
		throw netPayableExceedsPurchaseOrder();
	}
	if (advance.currency !== (order.currency ?? advance.baseCurrency)) {
		throw currencyOfAnotherPurchaseOrder();
	}
}

function heldBy({ state }: PurchaseOrderLink): Error {
	return state === "ACTIVE"
		? purchaseOrderLinked()
		: purchaseOrderPendingResubmission();
}
