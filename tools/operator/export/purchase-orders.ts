import type { Item } from "../../../shared/dynamodb/reads/batch-get.ts";
import { fromExactJson } from "../../../shared/json/exact-json.ts";
import {
	toPurchaseOrder,
	toPurchaseOrderDetails,
} from "../../../shared/purchase-orders/purchase-orders.store.ts";

/** The body of the request, overridden by the current attributes of the record. */
export const exportPurchaseOrders = (items: readonly Item[]) =>
	items.map((item) => {
		const { link, version, vendorId, updatedAt, ...order } =
			toPurchaseOrder(item);
		const details = toPurchaseOrderDetails(item);
		// Unchecked cast: the body was validated as an object when the order was created.
		const sent = details === null ? {} : (fromExactJson(details) as object);
		return { ...sent, ...order, vendorId: vendorId ?? undefined };
	});
