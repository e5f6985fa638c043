import type { Actor } from "../actors/actor.ts";
import { toAuthors } from "../actors/authors.store.ts";
import { deflate, inflate } from "../dynamodb/deflate.ts";
import { type Key, purchaseOrderKey } from "../dynamodb/keys.ts";
import type { Item } from "../dynamodb/reads/batch-get.ts";
import {
	fromStoredInteger,
	fromStoredNumber,
	type StoredNumber,
	toStoredNumber,
} from "../dynamodb/stored-values.ts";
import { type ListKey, toListKey } from "../lists/list-index.store.ts";
import { toDecimal } from "../money/decimal.ts";
import type {
	DetailedPurchaseOrder,
	MatchingState,
	PricedPurchaseOrder,
	PurchaseOrder,
	PurchaseOrderLink,
	PurchaseOrderState,
} from "./purchase-order.ts";
import { orderCurrency } from "./purchase-order.ts";

/** The item of a purchase order. */
export interface PurchaseOrderItem extends Key, ListKey {
	id: string;
	poNumber: string;
	vendorId: string | null;
	state: PurchaseOrderState;
	matchingState: MatchingState;
	amount: StoredNumber;
	link: PurchaseOrderLink | null;
	version: StoredNumber;
	createdAt: string;
	/** Absent for an organization file. */
	createdBy?: Actor | null;
	/** Absent when unchanged since `createdAt`. */
	updatedAt?: string;
	/** null for an organization file; absent when it equals `createdBy`. */
	updatedBy?: Actor | null;
	/** Deflated JSON (`toExactJson`) of the other properties; null for an imported order. */
	details: Uint8Array | null;
	/** Ids of the writes of the last minute (`change-purchase-order.store.ts`); absent when there were none. */
	recentWrites?: string[];
}

/** Unchecked cast: items under an order's key have this shape. */
export const asPurchaseOrderItem = (item: Item) =>
	item as PurchaseOrderItem & Item;

export function toPurchaseOrderItem(
	organizationId: string,
	order: DetailedPurchaseOrder,
): PurchaseOrderItem {
	const key = purchaseOrderKey(organizationId, order.id);
	const { createdAt, details } = order;
	return {
		...key,
		...toListKey(organizationId, "PURCHASE_ORDER", { ...key, createdAt }),
		...order,
		amount: toStoredNumber(order.amount),
		version: toStoredNumber(toDecimal(order.version)),
		details: details === null ? null : deflate(details),
	};
}

export function toPurchaseOrder(item: Item): PurchaseOrder {
	const stored = asPurchaseOrderItem(item);
	const { createdAt, updatedAt = createdAt } = stored;
	return {
		id: stored.id,
		poNumber: stored.poNumber,
		vendorId: stored.vendorId,
		state: stored.state,
		matchingState: stored.matchingState,
		amount: fromStoredNumber(stored.amount),
		link: stored.link,
		version: fromStoredInteger(stored.version),
		createdAt,
		updatedAt,
		...toAuthors(item),
	};
}

export const toPricedPurchaseOrder = (item: Item): PricedPurchaseOrder => ({
	...toPurchaseOrder(item),
	currency: orderCurrency(asPurchaseOrderItem(item)),
});

export const toDetailedPurchaseOrder = (item: Item): DetailedPurchaseOrder => ({
	...toPurchaseOrder(item),
	details: toPurchaseOrderDetails(item),
});

/** The JSON of the order's details; null for an imported order. */
export function toPurchaseOrderDetails(item: Item): string | null {
	const { details } = asPurchaseOrderItem(item);
	return details && inflate(details);
}
