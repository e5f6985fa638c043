import { toWho } from "../actors/actor.ts";
import { type Describes, toDetails } from "../schemas/described.ts";
import type { PurchaseOrder } from "./purchase-order.ts";
import { describedLine, describedOrder } from "./schema.ts";

/** The stored properties of an order that no rule depends on; absent properties are left out. */
export interface OrderDetails extends Describes<typeof describedOrder> {
	tags?: object;
	lineItems?: readonly LineItemDetails[];
}

interface LineItemDetails extends Describes<typeof describedLine> {
	identifier: string;
	/** Numbers are as parsed by `fromExactJson`. */
	quantity: unknown;
	rate: unknown;
	taxId?: unknown;
	taxAmount?: unknown;
	tags?: object;
}

/** R2: an order in a list. */
export function toListedPurchaseOrder(
	order: PurchaseOrder,
	details: OrderDetails,
) {
	return { ...toHead(order, details), ...toTail(order) };
}

/** R2: an order from GET by id. */
export function toPurchaseOrderRecord(
	order: PurchaseOrder,
	details: OrderDetails,
) {
	return {
		...toHead(order, details),
		tags: details.tags ?? null,
		lineItems: (details.lineItems ?? []).map(toLineItem),
		...toTail(order),
	};
}

const toHead = (order: PurchaseOrder, details: OrderDetails) => ({
	poId: order.id,
	externalId: order.externalId,
	// Empty: an organization file names none.
	poNumber: order.poNumber === "" ? null : order.poNumber,
	state: order.state,
	matchingState: order.matchingState,
	vendorId: order.vendorId,
	amount: order.amount,
	...toDetails(describedOrder, details),
});

const toTail = (order: PurchaseOrder) => ({
	linkedPaymentRequestId: order.link?.advanceId ?? null,
	version: order.version,
	createdAt: order.createdAt,
	updatedAt: order.updatedAt,
	createdBy: toWho(order.createdBy),
	updatedBy: toWho(order.updatedBy),
});

const toLineItem = (line: LineItemDetails) => ({
	identifier: line.identifier,
	quantity: line.quantity,
	rate: line.rate,
	...toDetails(describedLine, line),
	taxId: line.taxId ?? null,
	taxAmount: line.taxAmount ?? null,
	tags: line.tags ?? null,
});
