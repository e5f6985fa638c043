import { purchaseOrderStates } from "../../shared/purchase-orders/purchase-order.ts";
import {
	findPurchaseOrder,
	purchaseOrderList,
} from "../../shared/purchase-orders/read-purchase-orders.store.ts";
import { purchaseOrderNotFound } from "../../shared/records/not-found.ts";
import { listRoute } from "./list-route.ts";
import { anyText, oneOf } from "./query.ts";
import { recordRoute } from "./record-route.ts";

const permission = "procurement:read";

/** Records R2 */
export const purchaseOrderRoutes = {
	"GET /v1.0/procurement/purchase-order": listRoute({
		name: "purchase-order-list",
		permission,
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
	"GET /v1.0/procurement/purchase-order/{poId}": recordRoute({
		name: "purchase-order-details",
		permission,
		find: ({ table, organizationId, ids }) =>
			findPurchaseOrder(table, organizationId, ids),
		notFound: purchaseOrderNotFound,
	}),
};
