import * as endpoints from "../../shared/endpoints/endpoints.ts";
import { purchaseOrderNotFound } from "../../shared/purchase-orders/errors.ts";
import { purchaseOrderStates } from "../../shared/purchase-orders/purchase-order.ts";
import {
	findPurchaseOrder,
	purchaseOrderList,
} from "../../shared/purchase-orders/read-purchase-orders.store.ts";
import { listRoute } from "./list-route.ts";
import { anyText, oneOf } from "./query.ts";
import { recordRoute } from "./record-route.ts";

/** R2 */
export const purchaseOrderRoutes = [
	listRoute(endpoints.listPurchaseOrders, {
		filters: {
			state: oneOf(purchaseOrderStates),
			vendorId: anyText,
			poNumber: anyText,
		},
		open: ({ table, organizationId, filters: { state, vendorId, poNumber } }) =>
			purchaseOrderList(table, organizationId, {
				state: purchaseOrderStates.find((known) => known === state),
				vendorId,
				poNumber,
			}),
	}),
	recordRoute(endpoints.getPurchaseOrder, {
		find: ({ table, organizationId, ids }) =>
			findPurchaseOrder(table, organizationId, ids),
		notFound: purchaseOrderNotFound,
	}),
];
