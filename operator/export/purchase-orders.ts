import { fromExactJson } from "../../shared/domain/json/exact-json.ts";
import type { Item } from "../../shared/store/dynamodb/batch-get.ts";
import {
	toPurchaseOrder,
	toPurchaseOrderDetails,
} from "../../shared/store/purchase-orders/purchase-orders.ts";

/** What was sent, and over it what has become of it since. */
export const exportPurchaseOrders = (items: readonly Item[]) =>
	items.map((item) => {
		const { link, version, vendorId, updatedAt, ...order } =
			toPurchaseOrder(item);
		const details = toPurchaseOrderDetails(item);
		const sent = details === null ? {} : (fromExactJson(details) as object);
		return { ...sent, ...order, vendorId: vendorId ?? undefined };
	});
