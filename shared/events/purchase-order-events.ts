import { toDecimalText } from "../money/decimal.ts";
import type {
	PurchaseOrder,
	PurchaseOrderState,
} from "../purchase-orders/purchase-order.ts";
import { boundedText } from "./bounded.ts";
import type { Announcement } from "./service-event.ts";

/**
 * What a write of an order announces.
 *
 * @param before null for a new order.
 */
export function purchaseOrderEvents(
	before: PurchaseOrder | null,
	after: PurchaseOrder,
): Announcement[] {
	const data = toData(after);
	const isActivated =
		isActive(after.state) && !(before && isActive(before.state));
	return [
		...(before
			? []
			: [{ detailType: "Purchase Order Created", data } as const]),
		...(isActivated
			? [{ detailType: "Purchase Order Activated", data } as const]
			: []),
	];
}

/** Spec 3.1: both names mean the active state. */
const isActive = (state: PurchaseOrderState) => state !== "DRAFTED";

const toData = (order: PurchaseOrder) => ({
	poId: order.id,
	poNumber: boundedText(order.poNumber),
	vendorId: order.vendorId,
	state: order.state,
	amount: toDecimalText(order.amount),
	version: order.version,
	createdAt: order.createdAt,
	createdBy: order.createdBy,
	updatedAt: order.updatedAt,
	updatedBy: order.updatedBy,
});
