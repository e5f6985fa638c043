import { dataSchema as createdSchema } from "../../../functions/purchase-order/response-schema.ts";
import { createPurchaseOrder as endpoint } from "../../../shared/endpoints/endpoints.ts";
import { schema } from "../../../shared/purchase-orders/schema.ts";
import type { Exhibit } from "../exhibit.ts";
import { bodyErrors } from "./body-errors.ts";
import { orderBody, orderNames } from "./order-body.ts";

export const createPurchaseOrder: Exhibit = {
	endpoint,
	tag: "Purchase orders",
	summary: "Create a purchase order",
	description:
		"Creates a draft, or an active order with `state: ACTIVE`. If an order lacks something that activation needs, it is created as a draft, and `submitWarnings` says what is missing. With an `externalId`, the caller's own id of the order, the request can be sent again. A 400 `INTERNAL_ERROR` means an unknown `taxId` or a `taxAmount` that differs from the computed one.",
	repeated:
		"with an `externalId` returns the order that the first one created, or is answered 409 if it is not the same request. Without one, it creates another order, even with the same `poNumber`: look it up by its `poNumber` first.",
	body: schema,
	data: createdSchema,
	errors: {
		400: bodyErrors,
		404: ["VENDOR_NOT_FOUND"],
		409: ["PURCHASE_ORDER_EXISTS"],
		500: ["PROCUREMENT_CREATION_FAILED"],
	},
	demo: {
		body: { poNumber: "PO-7001", vendorId: "v-steel", ...orderBody },
		expected: { state: "DRAFTED" },
	},
	names: {
		...orderNames,
		externalId: { kind: "externalId", isChosen: true },
	},
};
