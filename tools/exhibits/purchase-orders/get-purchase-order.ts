import { getPurchaseOrder as endpoint } from "../../../shared/endpoints/endpoints.ts";
import { purchaseOrderRecordSchema } from "../../../shared/purchase-orders/purchase-order-record-schema.ts";
import type { Exhibit } from "../exhibit.ts";

export const getPurchaseOrder: Exhibit = {
	endpoint,
	tag: "Purchase orders",
	summary: "Get a purchase order",
	description: "Returns the order with its tags and line items.",
	data: purchaseOrderRecordSchema,
	etag: true,
	errors: { 404: ["PURCHASE_ORDER_NOT_FOUND"] },
	demo: { path: { poId: "po-approved" }, expected: { poNumber: "PO-0001" } },
	names: { poId: "purchaseOrder" },
};
