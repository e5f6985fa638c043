import type { Actor } from "../../actors/actor.ts";
import { maxInstant } from "../../dates/max-instant.ts";
import { purchaseOrderKey } from "../../dynamodb/keys.ts";
import { batchGet } from "../../dynamodb/reads/batch-get.ts";
import {
	toStoredInteger,
	toStoredNumber,
} from "../../dynamodb/stored-values.ts";
import type { Table } from "../../dynamodb/table.ts";
import type { TransactionParts } from "../../dynamodb/writes/transact.ts";
import type { PurchaseOrder } from "../../purchase-orders/purchase-order.ts";
import { toPurchaseOrder } from "../../purchase-orders/purchase-orders.store.ts";
import {
	holdsItsOrder,
	type PaymentRequest,
	toLinkState,
} from "../payment-request.ts";

/** A change of orders' links by the write of an advance. */
export interface LinkChange {
	organizationId: string;
	/** RFC 3339 */
	at: string;
	by: Actor | null;
	/** The orders as read, by id: their `updatedAt` never goes back. */
	orders?: ReadonlyMap<string, PurchaseOrder>;
}

/** The order that a request holds; null for none. */
export const heldOrderId = ({
	state,
	purchaseOrderLinkId,
}: Pick<PaymentRequest, "state" | "purchaseOrderLinkId">): string | null =>
	holdsItsOrder(state) ? purchaseOrderLinkId : null;

/** Ids of the orders whose links a transition changes. */
export function changedOrderIds(
	before: PaymentRequest,
	after: PaymentRequest,
): string[] {
	const [held, wanted] = [heldOrderId(before), heldOrderId(after)];
	const isSame =
		held === wanted && toLinkState(before.state) === toLinkState(after.state);
	if (isSame) return [];
	return [...new Set([held, wanted])].filter((id) => id !== null);
}

/** The orders whose links a transition changes, by id. */
export async function findOrders(
	table: Table,
	organizationId: string,
	{
		before,
		after,
		known,
	}: {
		before: PaymentRequest;
		after: PaymentRequest;
		/** Orders that were read already. */
		known: readonly PurchaseOrder[];
	},
): Promise<Map<string, PurchaseOrder>> {
	const orders = new Map(known.map((order) => [order.id, order]));
	const missing = changedOrderIds(before, after).filter(
		(id) => !orders.has(id),
	);
	if (missing.length === 0) return orders;
	const items = await batchGet(
		table,
		missing.map((id) => purchaseOrderKey(organizationId, id)),
	);
	for (const item of items) {
		const order = item && toPurchaseOrder(item);
		if (order) orders.set(order.id, order);
	}
	return orders;
}

/** Links the request's order, on the condition that spec 4.3 rule 5 holds; its own link counts as none. */
export function linkPart(
	table: Table,
	request: PaymentRequest,
	change: LinkChange,
): TransactionParts[number] {
	const { id, state, vendorId, currency, purchaseOrderLinkId, tax } = request;
	const conditions = [
		"vendorId = :vendorId",
		"#state = :approved",
		"matchingState = :unmatched",
		"(link = :none OR link.advanceId = :id)",
		"amount >= :netPayable",
		// A patch gives an order of a file details, which it keeps, and INR (`orderCurrency`).
		...(currency === "INR" ? [] : ["details = :none"]),
	];
	return orderPart(table, purchaseOrderLinkId ?? "", change, {
		link: { advanceId: id, state: toLinkState(state) },
		ConditionExpression: conditions.join(" AND "),
		ExpressionAttributeNames: { "#state": "state" },
		values: {
			":id": id,
			":vendorId": vendorId,
			":approved": "APPROVED",
			":unmatched": "UNMATCHED",
			":none": null,
			":netPayable": toStoredNumber(tax.netPayable),
		},
	});
}

/** Changes the link of an order that the request holds, or removes it. */
export const holdPart = (
	table: Table,
	orderId: string,
	{
		request: { id, state },
		isKept,
		...change
	}: LinkChange & { request: PaymentRequest; isKept: boolean },
): TransactionParts[number] =>
	orderPart(table, orderId, change, {
		link: isKept ? { advanceId: id, state: toLinkState(state) } : null,
		ConditionExpression: "link.advanceId = :id",
		values: { ":id": id },
	});

/**
 * An order that a read did not show as held by the advance: the write that linked it may not be visible yet (ADR 20).
 */
export const notHeldPart = (
	table: Table,
	orderId: string,
	{ organizationId, advanceId }: { organizationId: string; advanceId: string },
): TransactionParts[number] => ({
	ConditionCheck: {
		TableName: table.name,
		Key: purchaseOrderKey(organizationId, orderId),
		// Without the link, its path is missing.
		ConditionExpression:
			"attribute_not_exists(link.advanceId) OR link.advanceId <> :id",
		ExpressionAttributeValues: { ":id": advanceId },
	},
});

function orderPart(
	table: Table,
	orderId: string,
	{ organizationId, at, by, orders }: LinkChange,
	{
		link,
		values,
		...condition
	}: {
		link: object | null;
		ConditionExpression: string;
		ExpressionAttributeNames?: Record<string, string>;
		values: Record<string, unknown>;
	},
): TransactionParts[number] {
	const updatedAt = orders?.get(orderId)?.updatedAt ?? "";
	return {
		Update: {
			TableName: table.name,
			Key: purchaseOrderKey(organizationId, orderId),
			UpdateExpression:
				"SET link = :link, version = version + :one, updatedAt = :now, updatedBy = :actor",
			...condition,
			ExpressionAttributeValues: {
				...values,
				":link": link,
				":one": toStoredInteger(1),
				":now": maxInstant(at, updatedAt),
				":actor": by,
			},
		},
	};
}
