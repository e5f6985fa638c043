import { isKeyText, purchaseOrderKey } from "../dynamodb/keys.ts";
import type { Table } from "../dynamodb/table.ts";
import { changeItem } from "../dynamodb/writes/change-item.ts";
import type { DetailedPurchaseOrder } from "./purchase-order.ts";
import {
	toDetailedPurchaseOrder,
	toPurchaseOrderItem,
} from "./purchase-orders.store.ts";

/** A decision with the changed order. */
interface ChangedOrder {
	order: DetailedPurchaseOrder;
}

/** The change of an order by one request. */
export interface OrderChange<Decision extends ChangedOrder> {
	organizationId: string;
	poId: string;
	/** A ULID, unique to the request. It identifies the request's write. */
	writeId: string;
	/**
	 * Returns the changed order; one with the same version is not written. Runs again when another writer came first.
	 */
	decide: (order: DetailedPurchaseOrder) => Promise<Decision>;
}

/**
 * Changes an order with one conditional write (`changeItem`).
 *
 * @returns The decision that took effect; "TOO_LARGE" when no item can hold the changed order.
 */
export async function changePurchaseOrder<Decision extends ChangedOrder>(
	table: Table,
	{ organizationId, poId, writeId, decide }: OrderChange<Decision>,
): Promise<Decision | "NOT_FOUND" | "TOO_LARGE"> {
	if (!isKeyText(poId)) return "NOT_FOUND";
	return changeItem(table, {
		key: purchaseOrderKey(organizationId, poId),
		writeId,
		async decide(item) {
			const decision = await decide(toDetailedPurchaseOrder(item));
			const { order } = decision;
			const attributes = changedAttributes(organizationId, order);
			return { ...decision, version: order.version, attributes };
		},
	});
}

/** The attributes that a change writes. Others, such as the link of an advance, have other writers. */
function changedAttributes(
	organizationId: string,
	order: DetailedPurchaseOrder,
) {
	const item = toPurchaseOrderItem(organizationId, order);
	const { poNumber, vendorId, state, amount, details } = item;
	const { updatedAt, updatedBy } = item;
	return { poNumber, vendorId, state, amount, details, updatedAt, updatedBy };
}
