import { dataSchema as updatedSchema } from "../../../functions/update-purchase-order/response-schema.ts";
import {
	createPurchaseOrder,
	updatePurchaseOrder as endpoint,
} from "../../../shared/endpoints/endpoints.ts";
import {
	creationOnly,
	schema,
} from "../../../shared/purchase-orders/schema.ts";
import { orNull } from "../../../shared/schemas/record-schema.ts";
import type { Exhibit } from "../exhibit.ts";
import { bodyErrors } from "./body-errors.ts";
import { orderBody, orderNames } from "./order-body.ts";

export const updatePurchaseOrder: Exhibit = {
	endpoint,
	tag: "Purchase orders",
	summary: "Change or activate a draft",
	description:
		"The body is a JSON merge patch (RFC 7396), sent as `application/json` or `application/merge-patch+json`, except that `tags` and `lineItems` are replaced as a whole. The order as it would be after the patch is checked like a creation. `state: ACTIVE` activates it if nothing is missing. Otherwise the changes are stored, and `submitWarnings` says what is missing.",
	body: patchSchema(),
	data: updatedSchema,
	etag: true,
	errors: {
		400: bodyErrors,
		404: ["PURCHASE_ORDER_NOT_FOUND", "VENDOR_NOT_FOUND"],
		409: ["INVALID_STATE_TRANSITION"],
		412: ["VERSION_MISMATCH"],
	},
	demo: {
		async prepare({ send }) {
			const draft = { poNumber: "PO-7002", vendorId: "v-steel", ...orderBody };
			const { poId } = await send(createPurchaseOrder, { body: draft });
			return { path: { poId } };
		},
		path: { poId: "po-draft" },
		body: { ...orderBody, description: "A visit a month" },
		note: "This example leaves the order a draft. With `state: ACTIVE` it is activated, only once.",
		expected: { state: "DRAFTED", version: 2 },
	},
	names: { poId: "purchaseOrder", ...orderNames },
};

/** The properties of a creation, none of which has to be there. Null removes an optional one. */
function patchSchema() {
	const { type, required, properties } = schema;
	const isRequired = (name: string) =>
		required.some((requiredName) => requiredName === name);
	const patched = Object.entries(properties)
		.filter(([name]) => !creationOnly.includes(name))
		.map(([name, property]) => [
			name,
			isRequired(name) ? property : orNull(property),
		]);
	return { type, properties: Object.fromEntries(patched) };
}
