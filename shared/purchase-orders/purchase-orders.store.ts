import type { Actor } from "../actors/actor.ts";
import { toAuthors } from "../actors/authors.store.ts";
import { deflate, inflate } from "../dynamodb/deflate.ts";
import { fitsOneItem } from "../dynamodb/item-size.ts";
import { type Key, purchaseOrderKey } from "../dynamodb/keys.ts";
import type { Item } from "../dynamodb/reads/batch-get.ts";
import {
	fromStoredInteger,
	fromStoredNumber,
	type StoredNumber,
	toStoredNumber,
} from "../dynamodb/stored-values.ts";
import type { Table } from "../dynamodb/table.ts";
import type { ChangeableItem } from "../dynamodb/writes/change-item.ts";
import { insertItem } from "../dynamodb/writes/conditional-write.ts";
import { type ListKey, toListKey } from "../lists/list-index.store.ts";
import { toDecimal } from "../money/decimal.ts";
import {
	type DetailedPurchaseOrder,
	type MatchingState,
	orderCurrency,
	type PricedPurchaseOrder,
	type PurchaseOrder,
	type PurchaseOrderLink,
	type PurchaseOrderState,
} from "./purchase-order.ts";

/** The item of a purchase order. */
export interface PurchaseOrderItem extends Key, ListKey, ChangeableItem {
	id: string;
	/** Absent when there is none. */
	externalId?: string;
	/** Of the request that created the order; present with `externalId`. */
	requestDigest?: string;
	poNumber: string;
	vendorId: string | null;
	state: PurchaseOrderState;
	matchingState: MatchingState;
	amount: StoredNumber;
	link: PurchaseOrderLink | null;
	createdAt: string;
	/** Absent for an organization file. */
	createdBy?: Actor | null;
	/** Absent when unchanged since `createdAt`. */
	updatedAt?: string;
	/** null for an organization file; absent when it equals `createdBy`. */
	updatedBy?: Actor | null;
	/** Deflated JSON (`toExactJson`) of the other properties; null for an imported order. */
	details: Uint8Array | null;
}

/** Unchecked cast: items under an order's key have this shape. */
export const asPurchaseOrderItem = (item: Item) =>
	item as PurchaseOrderItem & Item;

export function toPurchaseOrderItem(
	organizationId: string,
	order: DetailedPurchaseOrder,
): PurchaseOrderItem {
	const key = purchaseOrderKey(organizationId, order.id);
	const { createdAt, details, externalId, ...described } = order;
	return {
		...key,
		...toListKey(organizationId, "PURCHASE_ORDER", { ...key, createdAt }),
		...described,
		createdAt,
		...(externalId !== null && { externalId }),
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
		externalId: stored.externalId ?? null,
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

/** What identifies the request that creates an order. */
export interface OrderCreation {
	/** A ULID, unique to the request. */
	writeId: string;
	/** Absent for an order without an `externalId`. */
	requestDigest?: string | undefined;
}

/**
 * Stores a new order with one conditional write. Its id is unique to the request, or else follows from its
 * `externalId`, and then the id of the write shows whether an existing order is this one: so a write repeated after a lost
 * response recognises itself (ADR 4).
 *
 * @returns The item of the order that another request has created under this `externalId`, if there is one; nothing was
 *   written then. "TOO_LARGE" when no item can hold the order; nothing was written then either.
 * @throws When it was not written, or the outcome is unknown.
 */
export async function insertPurchaseOrder(
	table: Table,
	organizationId: string,
	order: DetailedPurchaseOrder,
	{ writeId, requestDigest }: OrderCreation,
): Promise<"STORED" | "TOO_LARGE" | Item> {
	const item = {
		...toPurchaseOrderItem(organizationId, order),
		...(requestDigest !== undefined && {
			requestDigest,
			recentWrites: [writeId],
		}),
	};
	if (!fitsOneItem(item)) return "TOO_LARGE";
	const stored = await insertItem(table, item);
	if (!stored || requestDigest === undefined) return "STORED";
	const { recentWrites = [] } = asPurchaseOrderItem(stored);
	return recentWrites.includes(writeId) ? "STORED" : stored;
}
