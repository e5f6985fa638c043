import * as endpoints from "../../shared/endpoints/endpoints.ts";
import { lookUpList } from "../../shared/lists/numbered-list.store.ts";
import { purchaseOrderNotFound } from "../../shared/purchase-orders/errors.ts";
import { purchaseOrderStates } from "../../shared/purchase-orders/purchase-order.ts";
import {
	findPurchaseOrder,
	findPurchaseOrderByExternalId,
	purchaseOrderList,
} from "../../shared/purchase-orders/read-purchase-orders.store.ts";
import { type ListRequest, listRoute } from "./list-route.ts";
import { anyText, oneOf } from "./query.ts";
import { recordRoute } from "./record-route.ts";

/** R2 */
export const purchaseOrderRoutes = [
	listRoute(endpoints.listPurchaseOrders, {
		filters: {
			state: oneOf(purchaseOrderStates),
			vendorId: anyText,
			poNumber: anyText,
			externalId: anyText,
		},
		open: openPurchaseOrders,
	}),
	recordRoute(endpoints.getPurchaseOrder, {
		find: ({ table, organizationId, ids }) =>
			findPurchaseOrder(table, organizationId, ids),
		notFound: purchaseOrderNotFound,
	}),
];

async function openPurchaseOrders({
	table,
	organizationId,
	filters: { state, vendorId, poNumber, externalId },
}: ListRequest) {
	const filters = {
		state: purchaseOrderStates.find((known) => known === state),
		vendorId,
		poNumber,
	};
	if (externalId === undefined)
		return purchaseOrderList(table, organizationId, filters);
	return lookUpList(
		await findPurchaseOrderByExternalId(table, organizationId, {
			...filters,
			externalId,
		}),
	);
}
