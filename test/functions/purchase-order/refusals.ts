import { lineItem, order } from "./orders.ts";

/** What is refused with which row of 7.2, in `acmeWithOrders` with its SKUs. */
export type RefusalCase = [
	/** The code, with its number where 7.2 has several rows of it. */
	row: string,
	status: number,
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
		"MISSING_REQUIRED_FIELD",
		400,
		"no gstin",
		{ ...order(), gstin: undefined },
		/\/gstin/,
	],
	[
		"MISSING_REQUIRED_FIELD",
		400,
		"no rate",
		line({ rate: undefined }),
		/\/lineItems\/1\/rate/,
	],
	[
		"INVALID_PROCUREMENT_TYPE",
		400,
		"poType BOTH",
		{ ...order(), poType: "BOTH" },
		/\/poType/,
	],
	[
		"INVALID_MATCHING_TYPE",
		400,
		"matchingType 3",
		{ ...order(), matchingType: 3 },
		/\/matchingType/,
	],
	[
		"INVALID_DATE",
		400,
		"poDate 2026-02-29",
		order({ poDate: "2026-02-29" }),
		/\/poDate/,
	],
	[
		"INVALID_EXPECTED_DELIVERY_DATE",
		400,
		"deliveryDate soon",
		order({ deliveryDate: "soon" }),
		/\/deliveryDate/,
	],
	[
		"SKU_REQUIRED",
		400,
		"THREE_WAY without code and name",
		threeWay({ skuCode: "", skuName: "" }),
		/'bolts'/,
	],
	[
		"SKU_NOT_FOUND",
		400,
		"THREE_WAY with an unknown code and a known name",
		threeWay({ skuCode: "X", skuName: "Glue" }),
		/'bolts'.*'X'/,
	],
	[
		"SKU_NOT_FOUND",
		400,
		"THREE_WAY with an unknown name",
		threeWay({ skuName: "Y" }),
		/'bolts'.*'Y'/,
	],
	[
		"INTERNAL_ERROR 1",
		400,
		"an unknown taxId",
		line({ taxId: 9 }),
		"Invalid tax id",
	],
	[
		"INTERNAL_ERROR 2",
		400,
		"another taxAmount than computed",
		line({ taxId: 1, taxAmount: 180.01 }),
		"Invalid trx tax amount",
	],
	[
		"INVALID_CURRENCY",
		400,
		"currency USD",
		{ ...order(), currency: "USD" },
		/\/currency/,
	],
	["INVALID_GSTIN", 400, "gstin 27", order({ gstin: "27" }), /\/gstin/],
	[
		"INVALID_STATE",
		400,
		"state APPROVED",
		{ ...order(), state: "APPROVED" },
		/\/state/,
	],
	[
		"VALIDATION_ERROR",
		400,
		"no line items",
		order({ lineItems: [] }),
		"Validation failed: /lineItems must NOT have fewer than 1 items",
	],
	[
		"VALIDATION_ERROR",
		400,
		"a quantity that is no number",
		line({ quantity: "1" }),
		"Validation failed: /lineItems/1/quantity must be number",
	],
	[
		"VALIDATION_ERROR",
		400,
		"an empty identifier",
		line({ identifier: "" }),
		"Validation failed: /lineItems/1/identifier must NOT have fewer than 1 characters",
	],
	[
		"VALIDATION_ERROR",
		400,
		"a long description",
		order({ description: "d".repeat(256) }),
		"Validation failed: /description must NOT have more than 255 characters",
	],
	[
		"VALIDATION_ERROR",
		400,
		"an unknown tag",
		order({ tags: { projekt: { value: "x" } } }),
		"Validation failed: /tags/projekt is not a tag of the organization: GET /v1.0/tag lists them",
	],
	[
		"VALIDATION_ERROR",
		400,
		"a tag that no key holds",
		order({ tags: { ["t".repeat(3_000)]: { value: "x" } } }),
		/^Validation failed: \/tags\/t+…t+ is not a tag of the organization: GET \/v1\.0\/tag lists them$/,
	],
	[
		"VALIDATION_ERROR",
		400,
		"a tag's value of another type, on a line item",
		line({ tags: { "cost-centre": { value: "R&D" } } }),
		"Validation failed: /lineItems/1/tags/cost-centre/value must be number",
	],
	[
		"VALIDATION_ERROR",
		400,
		"an unknown option",
		order({ tags: { "cost-centre": { value: 8 } } }),
		"Validation failed: /tags/cost-centre/value must be the id of an option of the tag: GET /v1.0/tag/{id} lists them",
	],
	[
		"VALIDATION_ERROR",
		400,
		"a tag without value",
		order({ tags: { project: {} } }),
		"Validation failed: /tags/project must have required property 'value'",
	],
	[
		"VALIDATION_ERROR",
		400,
		"no JSON",
		"{",
		"Validation failed: / must be JSON: malformed at position 1",
	],
	[
		"VENDOR_NOT_FOUND",
		404,
		"an unknown vendorId",
		order({ vendorId: "v-9" }),
		"Vendor not found: GET /v1.0/vendor lists the vendors",
	],
	[
		"VENDOR_NOT_FOUND",
		404,
		"a vendorId that no key holds",
		order({ vendorId: "v".repeat(3_000) }),
		"Vendor not found: GET /v1.0/vendor lists the vendors",
	],
];
