import { fitsOneItem } from "../dynamodb/item-size.ts";
import type { Table } from "../dynamodb/table.ts";
import { insertItem } from "../dynamodb/writes/conditional-write.ts";
import type { DetailedPurchaseOrder } from "./purchase-order.ts";
import { toPurchaseOrderItem } from "./purchase-orders.store.ts";

/**
 * Stores a new order with one conditional write. Its id is unique to the request, so an existing item with this id is
 * this order: a write repeated after a lost response recognises itself (ADR 4).
 *
 * @returns "TOO_LARGE" when no item can hold it; nothing was written then.
 * @throws When it was not written, or the outcome is unknown.
 */
export async function insertPurchaseOrder(
	table: Table,
	organizationId: string,
	order: DetailedPurchaseOrder,
): Promise<"STORED" | "TOO_LARGE"> {
	const item = toPurchaseOrderItem(organizationId, order);
	if (!fitsOneItem(item)) return "TOO_LARGE";
	await insertItem(table, item);
	return "STORED";
}
