import { lineItem, order } from "./orders.ts";

/** What is refused with which row of 7.2, in `acmeWithOrders` with its SKUs. */
export type RefusalCase = [
	status: number,
	code: string,
	given: string,
	body: unknown,
	message: string | RegExp,
];

/** The second of two line items, changed. */
const line = (changes: object) => ({
	...order(),
	lineItems: [lineItem(), { ...lineItem(), ...changes }],
});
const threeWay = (changes: object) => ({
	...line(changes),
	matchingType: "THREE_WAY",
	lineItems: [
		lineItem({ skuCode: "ROD-1" }),
		lineItem({ identifier: "bolts", ...changes }),
	],
});

export const refusals: RefusalCase[] = [
	[
		400,
		"MISSING_REQUIRED_FIELD",
		"no gstin",
		{ ...order(), gstin: undefined },
		/\/gstin/,
	],
	[
		400,
		"MISSING_REQUIRED_FIELD",
		"no rate",
		line({ rate: undefined }),
		/\/lineItems\/1\/rate/,
	],
	[
		400,
		"INVALID_PROCUREMENT_TYPE",
		"poType BOTH",
		{ ...order(), poType: "BOTH" },
		/\/poType/,
	],
	[
		400,
		"INVALID_MATCHING_TYPE",
		"matchingType 3",
		{ ...order(), matchingType: 3 },
		/\/matchingType/,
	],
	[
		400,
		"INVALID_DATE",
		"poDate 2026-02-29",
		order({ poDate: "2026-02-29" }),
		/\/poDate/,
	],
	[
		400,
		"INVALID_EXPECTED_DELIVERY_DATE",
		"deliveryDate soon",
		order({ deliveryDate: "soon" }),
		/\/deliveryDate/,
	],
	[
		400,
		"SKU_REQUIRED",
		"THREE_WAY without code and name",
		threeWay({ skuCode: "", skuName: "" }),
		/'bolts'/,
	],
	[
		400,
		"SKU_NOT_FOUND",
		"THREE_WAY with an unknown code and a known name",
		threeWay({ skuCode: "X", skuName: "Glue" }),
		/'bolts'.*'X'/,
	],
	[
		400,
		"SKU_NOT_FOUND",
		"THREE_WAY with an unknown name",
		threeWay({ skuName: "Y" }),
		/'bolts'.*'Y'/,
	],
	[
		400,
		"INTERNAL_ERROR",
		"an unknown taxId",
		line({ taxId: 9 }),
		"Invalid tax id",
	],
	[
		400,
		"INTERNAL_ERROR",
		"another taxAmount than computed",
		line({ taxId: 1, taxAmount: 180.01 }),
		"Invalid trx tax amount",
	],
	[
		400,
		"INVALID_CURRENCY",
		"currency USD",
		{ ...order(), currency: "USD" },
		/\/currency/,
	],
	[400, "INVALID_GSTIN", "gstin 27", order({ gstin: "27" }), /\/gstin/],
	[
		400,
		"INVALID_STATE",
		"state APPROVED",
		{ ...order(), state: "APPROVED" },
		/\/state/,
	],
	[
		400,
		"VALIDATION_ERROR",
		"no line items",
		order({ lineItems: [] }),
		"Validation failed: /lineItems must NOT have fewer than 1 items",
	],
	[
		400,
		"VALIDATION_ERROR",
		"a quantity that is no number",
		line({ quantity: "1" }),
		"Validation failed: /lineItems/1/quantity must be number",
	],
	[
		400,
		"VALIDATION_ERROR",
		"an empty identifier",
		line({ identifier: "" }),
		"Validation failed: /lineItems/1/identifier must NOT have fewer than 1 characters",
	],
	[
		400,
		"VALIDATION_ERROR",
		"a long description",
		order({ description: "d".repeat(256) }),
		"Validation failed: /description must NOT have more than 255 characters",
	],
	[
		400,
		"VALIDATION_ERROR",
		"an unknown tag",
		order({ tags: { projekt: { value: "x" } } }),
		"Validation failed: /tags/projekt is not a tag of the organization",
	],
	[
		400,
		"VALIDATION_ERROR",
		"a tag that no key holds",
		order({ tags: { ["t".repeat(3_000)]: { value: "x" } } }),
		/^Validation failed: \/tags\/t+…t+ is not a tag of the organization$/,
	],
	[
		400,
		"VALIDATION_ERROR",
		"a tag's value of another type, on a line item",
		line({ tags: { "cost-centre": { value: "R&D" } } }),
		"Validation failed: /lineItems/1/tags/cost-centre/value must be number",
	],
	[
		400,
		"VALIDATION_ERROR",
		"an unknown option",
		order({ tags: { "cost-centre": { value: 8 } } }),
		"Validation failed: /tags/cost-centre/value must be the id of an option of the tag",
	],
	[
		400,
		"VALIDATION_ERROR",
		"a tag without value",
		order({ tags: { project: {} } }),
		"Validation failed: /tags/project must have required property 'value'",
	],
	[
		400,
		"VALIDATION_ERROR",
		"no JSON",
		"{",
		"Validation failed: / must be JSON",
	],
	[
		404,
		"VENDOR_NOT_FOUND",
		"an unknown vendorId",
		order({ vendorId: "v-9" }),
		"Vendor not found",
	],
	[
		404,
		"VENDOR_NOT_FOUND",
		"a vendorId that no key holds",
		order({ vendorId: "v".repeat(3_000) }),
		"Vendor not found",
	],
];
