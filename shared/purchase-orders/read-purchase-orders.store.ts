import { purchaseOrderKey } from "../dynamodb/keys.ts";
import type { Item } from "../dynamodb/reads/batch-get.ts";
import { findRecord } from "../dynamodb/reads/find-record.ts";
import type { Table } from "../dynamodb/table.ts";
import { fromExactJson } from "../json/exact-json.ts";
import { creationList, isMatch } from "../lists/creation-list.store.ts";
import type { RecordList } from "../lists/record-list.store.ts";
import { toExternalOrderId } from "./external-order.ts";
import {
	type OrderDetails,
	toListedPurchaseOrder,
	toPurchaseOrderRecord,
} from "./purchase-order.record.ts";
import type { PurchaseOrder, PurchaseOrderState } from "./purchase-order.ts";
import {
	toPurchaseOrder,
	toPurchaseOrderDetails,
} from "./purchase-orders.store.ts";

export interface PurchaseOrderFilters {
	state?: PurchaseOrderState | undefined;
	vendorId?: string | undefined;
	/** The number must be exactly this one. */
	poNumber?: string | undefined;
}

/** R2: the organization's orders, newest first. */
export const purchaseOrderList = (
	table: Table,
	organizationId: string,
	filters: PurchaseOrderFilters = {},
): RecordList =>
	creationList(table, {
		organizationId,
		kind: "PURCHASE_ORDER",
		toStored,
		filters,
		toRecord: toListed,
		unpackedBytes: ({ details }) => details.length,
	});

/** The order with this `externalId`, if it matches the filters. */
export async function findPurchaseOrderByExternalId(
	table: Table,
	organizationId: string,
	{ externalId, ...filters }: PurchaseOrderFilters & { externalId: string },
) {
	const item = await findRecord(table, [externalId], (id) =>
		purchaseOrderKey(organizationId, toExternalOrderId(id)),
	);
	const stored = item && toStored(item);
	// An organization file may have imported another order under this id.
	const isFound = stored && isMatch(stored, { ...filters, externalId });
	return isFound ? toListed(stored) : undefined;
}

/** R2: the record of an order, and its version. */
export async function findPurchaseOrder(
	table: Table,
	organizationId: string,
	ids: readonly string[],
) {
	const item = await findRecord(table, ids, (id) =>
		purchaseOrderKey(organizationId, id),
	);
	if (!item) return undefined;
	const stored = toStored(item);
	// Unchecked cast: `toOrderDetails` wrote this JSON.
	const details = fromExactJson(stored.details) as OrderDetails;
	return {
		record: toPurchaseOrderRecord(stored, details),
		version: stored.version,
	};
}

type StoredOrder = ReturnType<typeof toStored>;

const toListed = (stored: StoredOrder) =>
	// Unchecked cast: `toOrderDetails` wrote this JSON. A list shows none of its numbers.
	toListedPurchaseOrder(stored, JSON.parse(stored.details) as OrderDetails);

/** Unpacks the details of an order lazily: a filtered list needs those of few orders. */
function toStored(item: Item): PurchaseOrder & { readonly details: string } {
	let details: string | undefined;
	return {
		...toPurchaseOrder(item),
		get details() {
			details ??= toPurchaseOrderDetails(item) ?? "{}";
			return details;
		},
	};
}
