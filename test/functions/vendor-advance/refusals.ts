import type { OrganizationFile } from "../../../tools/organization-files/schema.ts";
import { plainAdvance } from "./advances.ts";

/** A body that is refused, and how; in an organization with `additions`, if there are any. */
export interface CommandError {
	title: string;
	body: unknown;
	/** When it is absent, `VALIDATION_ERROR` is expected. */
	code?: string;
	/** When it is absent, 400 is expected. */
	status?: number;
	message: string;
	additions?: Partial<OrganizationFile>;
}

export const linked = (purchaseOrderLinkId: string) => ({
	...plainAdvance,
	purchaseOrderLinkId,
});
const { vendorId, ...withoutVendor } = plainAdvance;

const schemaFailures: CommandError[] = [
	{
		title: "missing vendorId",
		body: withoutVendor,
		message: "Validation failed: / must have required property 'vendorId'",
	},
	{
		title: "missing amount",
		body: { vendorId },
		message: "Validation failed: / must have required property 'amount'",
	},
	{
		title: "amount not > 0",
		body: { ...plainAdvance, amount: 0 },
		message: "Validation failed: /amount must be > 0",
	},
	{
		title: "amount no number",
		body: { ...plainAdvance, amount: "1000" },
		message: "Validation failed: /amount must be number",
	},
	{
		title: "an additional property",
		body: { ...plainAdvance, colour: "red" },
		message:
			"Validation failed: / must NOT have additional properties: 'colour'; allowed: amount, vendorId, gstId, gstAmount, tdsId, tdsAmount, currency, purchaseOrderLinkId, narration, tags, orgEntity",
	},
	{
		title: "an additional property of a tag",
		body: { ...plainAdvance, tags: { project: { value: "x", more: 1 } } },
		message:
			"Validation failed: /tags/project must NOT have additional properties: 'more'; allowed: value",
	},
	{
		title: "an additional property named __proto__",
		body: '{"amount":1,"vendorId":"v-1","__proto__":{}}',
		message:
			"Validation failed: / must NOT have additional properties: '__proto__'; allowed: amount, vendorId, gstId, gstAmount, tdsId, tdsAmount, currency, purchaseOrderLinkId, narration, tags, orgEntity",
	},
	{
		title: "an empty vendorId",
		body: { ...plainAdvance, vendorId: "" },
		message:
			"Validation failed: /vendorId must NOT have fewer than 1 characters",
	},
	{
		title: "a vendorId over 100 characters",
		body: { ...plainAdvance, vendorId: "v".repeat(101) },
		message:
			"Validation failed: /vendorId must NOT have more than 100 characters",
	},
	{
		title: "a purchaseOrderLinkId over 100 characters",
		body: linked("p".repeat(101)),
		message:
			"Validation failed: /purchaseOrderLinkId must NOT have more than 100 characters",
	},
	{
		title: "an empty purchaseOrderLinkId",
		body: linked(""),
		message:
			"Validation failed: /purchaseOrderLinkId must NOT have fewer than 1 characters",
	},
	{
		title: "a currency over 8 characters",
		body: { ...plainAdvance, currency: "ABCDEFGHI" },
		message:
			"Validation failed: /currency must NOT have more than 8 characters",
	},
	{
		title: "an empty currency",
		body: { ...plainAdvance, currency: "" },
		message:
			"Validation failed: /currency must NOT have fewer than 1 characters",
	},
	{
		title: "a narration over 1000 characters",
		body: { ...plainAdvance, narration: "n".repeat(1001) },
		message:
			"Validation failed: /narration must NOT have more than 1000 characters",
	},
	{
		title: "a gstId that is no integer",
		body: { ...plainAdvance, gstId: 1.5, gstAmount: 1 },
		message: "Validation failed: /gstId must be integer",
	},
	{
		title: "an orgEntity that is null",
		body: { ...plainAdvance, orgEntity: null },
		message: "Validation failed: /orgEntity must be integer",
	},
	{
		title: "a tag that is no object",
		body: { ...plainAdvance, tags: { project: "x" } },
		message: "Validation failed: /tags/project must be object",
	},
	{
		title: "a tag without a value",
		body: { ...plainAdvance, tags: { project: {} } },
		message:
			"Validation failed: /tags/project must have required property 'value'",
	},
	{
		title: "no JSON",
		body: "{",
		message: "Validation failed: / must be JSON: malformed at position 1",
	},
	{
		title: "text that is no Unicode",
		body: '{"amount":1,"vendorId":"\\ud800"}',
		message: "Validation failed: /vendorId must be well-formed Unicode",
	},
].map((refusal) => ({
	...refusal,
	title: `7.3 VALIDATION_ERROR 1: ${refusal.title}`,
}));

const taxFailures: CommandError[] = [
	...(["gstId", "gstAmount", "tdsId", "tdsAmount"] as const).map((given) => {
		const missing = given.endsWith("Id")
			? given.replace("Id", "Amount")
			: given.replace("Amount", "Id");
		return {
			title: `4.3 rule 1, 7.3 VALIDATION_ERROR 2: ${given} alone`,
			body: { ...plainAdvance, [given]: 1 },
			message: `Validation failed: / must have property ${missing} when property ${given} is present`,
		};
	}),
	{
		title: "7.3 VALIDATION_ERROR 3: unknown gstId",
		body: { ...plainAdvance, gstId: 9, gstAmount: 180 },
		message:
			"gstId 9 is not a tax of the organization: GET /v1.0/tax/gst lists them",
	},
	{
		title: "7.3 VALIDATION_ERROR 3: unknown tdsId (a GST tax has that id)",
		body: { ...plainAdvance, tdsId: 2, tdsAmount: 50 },
		message:
			"tdsId 2 is not a tax of the organization: GET /v1.0/tax/tds lists them",
	},
	{
		title:
			"4.3 rule 3, 4.3 rule 4, 7.3 VALIDATION_ERROR 4: gstAmount differs from the computed value",
		body: { ...plainAdvance, gstId: 1, gstAmount: 180.01 },
		message: "gstAmount does not match: computed 180, supplied 180.01",
	},
	{
		title: "7.3 VALIDATION_ERROR 4: gstAmount differs from an ABSOLUTE tax",
		body: { ...plainAdvance, gstId: 2, gstAmount: 500 },
		message: "gstAmount does not match: computed 50, supplied 500",
	},
	{
		title:
			"4.3 rule 3, 4.3 rule 4, 7.3 VALIDATION_ERROR 4: tdsAmount differs from the computed value",
		body: { ...plainAdvance, tdsId: 1, tdsAmount: 99.99 },
		message: "tdsAmount does not match: computed 100, supplied 99.99",
	},
];

const withTds = (rate: number): Partial<OrganizationFile> => ({
	tdsTaxes: [{ id: 1, name: "TDS", rate, rateType: "PERCENTAGE" }],
});

const netPayableFailures: CommandError[] = [100, 200].map((rate) => ({
	title: `R10: a TDS of ${rate} % leaves nothing to pay`,
	body: { ...plainAdvance, tdsId: 1, tdsAmount: 10 * rate, currency: "EUR" },
	message: "Advance net payable must be greater than 0",
	additions: withTds(rate),
}));

const otherFailures: CommandError[] = [
	{
		title:
			"7.3 VALIDATION_ERROR 5: currency not an active organization currency",
		body: { ...plainAdvance, currency: "EUR" },
		message:
			"currency 'EUR' is not an active currency of the organization: use one of INR, USD",
	},
	{
		title: "7.3 VALIDATION_ERROR 5: currency codes are compared exactly",
		body: { ...plainAdvance, currency: "inr" },
		message:
			"currency 'inr' is not an active currency of the organization: use one of INR, USD",
	},
	{
		title: "7.3 VALIDATION_ERROR 5: orgEntity id invalid",
		body: { ...plainAdvance, orgEntity: 13 },
		message:
			"orgEntity 13 is not an entity of the organization: GET /v1.0/organization/entities lists them",
	},
	{
		title: "2.6: unknown tag slug",
		body: { ...plainAdvance, tags: { colour: { value: 1 } } },
		message:
			"Validation failed: /tags/colour is not a tag of the organization: GET /v1.0/tag lists them",
	},
	{
		title: "2.6: a tag slug that no key can hold",
		body: { ...plainAdvance, tags: { ["s".repeat(2000)]: { value: 1 } } },
		message: `Validation failed: /tags/${"s".repeat(160)}…${"s".repeat(83)} is not a tag of the organization: GET /v1.0/tag lists them`,
	},
	{
		title: "2.6: unknown dropdown option",
		body: { ...plainAdvance, tags: { "cost-centre": { value: 8 } } },
		message:
			"Validation failed: /tags/cost-centre/value must be the id of an option of the tag: GET /v1.0/tag/{id} lists them",
	},
	{
		title: "7.3 VALIDATION_ERROR 7: no valid payer in the procurement policy",
		body: plainAdvance,
		additions: { procurementPolicy: { payers: [] } },
		message:
			"No valid payer resolved from the applicable procurement policy: the organization needs at least one",
	},
	{
		title:
			"7.3 VALIDATION_ERROR 7: invalid payer users in the procurement policy",
		body: plainAdvance,
		additions: {
			procurementPolicy: {
				payers: ["u-admin", "u-gone", "u-absent", "u".repeat(2000)],
			},
		},
		message: `Invalid payer users in the applicable procurement policy: u-gone, u-absent, ${"u".repeat(66)}…${"u".repeat(33)}; each must be an active user`,
	},
	{
		title:
			"4.3 rule 6, 7.3 MISSING_REQUIRED_FIELD: all missing slugs in one message",
		body: { ...plainAdvance, tags: { project: { value: "x" } } },
		additions: {
			submissionPolicies: [
				{
					minAmount: 1000,
					requiredFields: [
						{ slug: "description", kind: "DESCRIPTION" },
						{ slug: "po", kind: "IDENTIFIER" },
						{ slug: "cost-centre", kind: "TAG" },
						{ slug: "project", kind: "TAG" },
					],
				},
			],
		},
		code: "MISSING_REQUIRED_FIELD",
		message:
			"Missing required fields: description, po, cost-centre; send narration, purchaseOrderLinkId, tags",
	},
	{
		title: "advances: an order and an advance in two currencies",
		body: { ...linked("po-1"), currency: "USD" },
		message:
			"Advance currency must be the currency of the linked purchase order",
	},
	{
		title: "7.3 VENDOR_NOT_FOUND: vendor not found",
		body: { ...plainAdvance, vendorId: "v-9" },
		status: 404,
		code: "VENDOR_NOT_FOUND",
		message: "Vendor not found: GET /v1.0/vendor lists the vendors",
	},
	{
		title: "advances: no approval policy applies",
		body: plainAdvance,
		additions: { approvalPolicies: [] },
		message:
			"No approval policy applies: the organization needs a default one, or one whose conditions the advance meets",
	},
	{
		title: "8: an advance too large to be stored",
		body: {
			...plainAdvance,
			tags: { project: { value: "x".repeat(400 * 1024) } },
		},
		message:
			"Validation failed: /tags must NOT be too large for one advance to be stored: send fewer or shorter ones",
	},
	{
		title: "8: an advance that leaves no room for what its decisions add",
		body: {
			...plainAdvance,
			tags: { project: { value: "x".repeat(396 * 1024) } },
		},
		message:
			"Validation failed: /tags must NOT be too large for one advance to be stored: send fewer or shorter ones",
	},
];

const orderFailures: CommandError[] = [
	["Purchase order not found", "po-9"],
	["Purchase order does not belong to the selected vendor", "po-of-v-2"],
	["Purchase order must be approved to link an advance", "po-drafted"],
	["Purchase order is already matched", "po-matched"],
	["Purchase order is already linked to another advance", "po-held"],
	[
		"Purchase order is linked to an advance pending resubmission",
		"po-resubmitted",
	],
	[
		"Advance net payable cannot exceed the linked purchase order amount",
		"po-small",
	],
].map(([message = "", id = ""]) => ({
	title: `7.3 VALIDATION_ERROR 6, 7.3 ${message}: ${id}`,
	body: linked(id),
	message,
}));

/** Every row of spec 7.3 that a body alone, or an organization, brings about. */
export const refusals = [
	...schemaFailures,
	...taxFailures,
	...netPayableFailures,
	...otherFailures,
	...orderFailures,
];
