import { deflateRawSync, inflateRawSync } from "node:zlib";
import { toMoney } from "../../domain/money.ts";
import type {
	MatchingState,
	PurchaseOrder,
	PurchaseOrderLink,
	PurchaseOrderState,
} from "../../domain/purchase-order.ts";
import { type Item, storedAs } from "../dynamodb/batch-get.ts";
import {
	fromStoredInteger,
	fromStoredNumber,
	type StoredNumber,
	toStoredNumber,
} from "../dynamodb/numbers.ts";
import { type Key, purchaseOrderKey } from "../keys.ts";

/** A purchase order as the table holds it; absent is null. */
export interface PurchaseOrderItem extends Key {
	id: string;
	poNumber: string;
	vendorId: string | null;
	state: PurchaseOrderState;
	matchingState: MatchingState;
	amount: StoredNumber;
	link: PurchaseOrderLink | null;
	version: StoredNumber;
	createdAt: string;
	/** Deflated JSON (`toExactJson`) of everything sent over the API; null for an order that came with a file. */
	details: Uint8Array | null;
}

/** @param details JSON of everything sent over the API, null for an order that came with a file. */
export function toPurchaseOrderItem(
	organizationId: string,
	order: PurchaseOrder,
	details: string | null,
): PurchaseOrderItem {
	return {
		...purchaseOrderKey(organizationId, order.id),
		...order,
		amount: toStoredNumber(order.amount),
		version: toStoredNumber(toMoney(order.version)),
		details: details === null ? null : deflateRawSync(details),
	};
}

export function toPurchaseOrder(item: Item): PurchaseOrder {
	const stored = storedAs<PurchaseOrderItem>(item);
	return {
		id: stored.id,
		poNumber: stored.poNumber,
		vendorId: stored.vendorId,
		state: stored.state,
		matchingState: stored.matchingState,
		amount: fromStoredNumber(stored.amount),
		link: stored.link,
		version: fromStoredInteger(stored.version),
		createdAt: stored.createdAt,
	};
}

/** The JSON of everything sent over the API; null for an order that came with a file. */
export function toPurchaseOrderDetails(item: Item): string | null {
	const { details } = storedAs<PurchaseOrderItem>(item);
	return details && inflateRawSync(details).toString();
}
