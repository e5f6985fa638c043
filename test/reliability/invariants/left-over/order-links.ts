import { expect } from "vitest";
import { toAdvance } from "../../../../shared/payment-requests/payment-requests.store.ts";
import { toPurchaseOrder } from "../../../../shared/purchase-orders/purchase-orders.store.ts";
import { linkStateOf } from "../../advance-states.ts";
import type { OwnItems } from "./own-items.ts";

/** An order is linked to the advance that names it, and to no other: not to one that is rejected or not there. */
export function expectLinkedOrders(own: OwnItems) {
	const linked = own.of("PO", "PO").flatMap((item) => {
		const { id, link } = toPurchaseOrder(item);
		return link
			? [{ order: id, advance: link.advanceId, state: link.state }]
			: [];
	});
	const naming = own.of("PR", "PR").flatMap((item) => {
		const { id, state: own, purchaseOrderLinkId: order } = toAdvance(item);
		const state = linkStateOf(own);
		return state && order ? [{ order, advance: id, state }] : [];
	});
	expect(linked.toSorted(byOrder)).toEqual(naming.toSorted(byOrder));
}

const byOrder = (one: { order: string }, other: { order: string }) =>
	one.order < other.order ? -1 : 1;
