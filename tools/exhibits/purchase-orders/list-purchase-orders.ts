import { listPurchaseOrders as endpoint } from "../../../shared/endpoints/endpoints.ts";
import { purchaseOrderStates } from "../../../shared/purchase-orders/purchase-order.ts";
import { listedPurchaseOrderSchema } from "../../../shared/purchase-orders/purchase-order-record-schema.ts";
import { oneOfValues } from "../../../shared/schemas/record-schema.ts";
import type { Exhibit } from "../exhibit.ts";
import { pageOf } from "../page-schema.ts";
import { filter, pageParameters } from "../parameters.ts";

export const listPurchaseOrders: Exhibit = {
	endpoint,
	tag: "Purchase orders",
	summary: "List purchase orders, newest first",
	description: "An order that was answered `ACTIVE` reads `APPROVED`.",
	query: [
		...pageParameters(),
		filter("state", "The stored state.", oneOfValues(purchaseOrderStates)),
		filter("vendorId", "Orders of this vendor."),
		filter("poNumber", "Orders with exactly this number."),
		filter(
			"externalId",
			"The order that was created with exactly this id of the caller's own. It is found at once.",
		),
	],
	data: pageOf(listedPurchaseOrderSchema),
	errors: { 400: ["VALIDATION_ERROR"] },
	demo: {
		query: { poNumber: "PO-0001" },
		expected: { poId: "po-approved" },
	},
	names: { vendorId: "vendor", poNumber: "poNumber", externalId: "externalId" },
};
