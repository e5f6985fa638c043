import { dataSchema as createdSchema } from "../../../functions/purchase-order/response-schema.ts";
import { dataSchema as updatedSchema } from "../../../functions/update-purchase-order/response-schema.ts";
import * as endpoints from "../../../shared/endpoints/endpoints.ts";
import { purchaseOrderStates } from "../../../shared/purchase-orders/purchase-order.ts";
import {
	listedPurchaseOrderSchema,
	purchaseOrderRecordSchema,
} from "../../../shared/purchase-orders/purchase-order-record-schema.ts";
import { schema } from "../../../shared/purchase-orders/schema.ts";
import { oneOfValues, orNull } from "../../../shared/schemas/record-schema.ts";
import type { Operation } from "../operation.ts";
import { pageOf } from "../page-schema.ts";
import { filter, pageParameters } from "../parameters.ts";

/** Spec 7.2; `INTERNAL_ERROR` is "Invalid tax id" or "Invalid trx tax amount". */
const bodyErrors = [
	"MISSING_REQUIRED_FIELD",
	"INVALID_PROCUREMENT_TYPE",
	"INVALID_MATCHING_TYPE",
	"INVALID_DATE",
	"INVALID_EXPECTED_DELIVERY_DATE",
	"SKU_REQUIRED",
	"SKU_NOT_FOUND",
	"INTERNAL_ERROR",
	"INVALID_CURRENCY",
	"INVALID_GSTIN",
	"INVALID_STATE",
	"VALIDATION_ERROR",
] as const;

export const purchaseOrderOperations: readonly Operation[] = [
	{
		endpoint: endpoints.createPurchaseOrder,
		tag: "Purchase orders",
		summary: "Create a purchase order",
		description:
			"Creates a draft, or with `state: ACTIVE` an active order. An order that lacks what activation needs is created as a draft, and `submitWarnings` says what is missing. A 400 `INTERNAL_ERROR` means an unknown `taxId` or a `taxAmount` that differs from the computed one.",
		repeated:
			"creates another order, also with the same `poNumber`: look it up by its `poNumber` first.",
		body: schema,
		data: createdSchema,
		errors: {
			400: bodyErrors,
			404: ["VENDOR_NOT_FOUND"],
			500: ["PROCUREMENT_CREATION_FAILED"],
		},
	},
	{
		endpoint: endpoints.listPurchaseOrders,
		tag: "Purchase orders",
		summary: "List purchase orders, newest first",
		description: "An order that was answered `ACTIVE` reads `APPROVED`.",
		query: [
			...pageParameters(),
			filter("state", "The stored state.", oneOfValues(purchaseOrderStates)),
			filter("vendorId", "Orders of this vendor."),
			filter("poNumber", "Orders with exactly this number."),
		],
		data: pageOf(listedPurchaseOrderSchema),
		errors: { 400: ["VALIDATION_ERROR"] },
	},
	{
		endpoint: endpoints.getPurchaseOrder,
		tag: "Purchase orders",
		summary: "Get a purchase order",
		description: "With its tags and line items.",
		pathIds: { poId: "po-approved" },
		data: purchaseOrderRecordSchema,
		etag: true,
		errors: { 404: ["PURCHASE_ORDER_NOT_FOUND"] },
	},
	{
		endpoint: endpoints.updatePurchaseOrder,
		tag: "Purchase orders",
		summary: "Change or activate a draft",
		description:
			"A JSON merge patch (RFC 7396), sent as `application/json` or `application/merge-patch+json`, except that `tags` and `lineItems` are replaced as a whole. The order as it would be is checked like a creation. `state: ACTIVE` activates it if nothing is missing; otherwise the changes are stored and `submitWarnings` says what is.",
		pathIds: { poId: "po-draft" },
		body: patchSchema(),
		data: updatedSchema,
		etag: true,
		errors: {
			400: bodyErrors,
			404: ["PURCHASE_ORDER_NOT_FOUND", "VENDOR_NOT_FOUND"],
			409: ["INVALID_STATE_TRANSITION"],
			412: ["VERSION_MISMATCH"],
		},
	},
];

/** The properties of a creation: none has to be there, and null removes one that is optional. */
function patchSchema() {
	const { type, required, properties } = schema;
	const isRequired = (name: string) =>
		required.some((requiredName) => requiredName === name);
	const patched = Object.entries(properties).map(([name, property]) => [
		name,
		isRequired(name) ? property : orNull(property),
	]);
	return { type, properties: Object.fromEntries(patched) };
}
