import type { FromSchema } from "json-schema-to-ts";
import { gstinPattern } from "../text/gstin.ts";

const text = { type: "string", minLength: 1 } as const;
const date = { type: "string", format: "date" } as const;
/** `requireTags` checks the values against the organization's tags. */
const tags = {
	type: "object",
	additionalProperties: { type: "object", properties: { value: {} } },
} as const;

/** The texts of an order that no rule depends on (spec 2.4), those first that it must have. */
const requiredTexts = {
	poType: { type: "string", enum: ["GOODS", "SERVICES"] },
	matchingType: { type: "string", enum: ["TWO_WAY", "THREE_WAY"] },
	poDate: date,
	gstin: { type: "string", pattern: gstinPattern },
} as const;
const optionalTexts = {
	description: { type: "string", minLength: 1, maxLength: 255 },
	currency: { type: "string", enum: ["INR"] },
	paymentTerms: text,
	deliveryDate: date,
	termsAndConditions: text,
	additionalNotes: text,
} as const;

/** What describes an order, in requests, records and exports. */
export const describedOrder = { ...requiredTexts, ...optionalTexts };

/** What describes a line item. Empty counts as absent (`purchase-orders.md`). */
export const describedLine = {
	skuCode: { type: "string" },
	skuName: { type: "string" },
} as const;

/** Spec 2.5 */
const lineItem = {
	type: "object",
	required: ["quantity", "rate", "identifier"],
	properties: {
		quantity: { type: "number" },
		rate: { type: "number" },
		identifier: text,
		...describedLine,
		tags,
		taxId: { type: "integer" },
		taxAmount: { type: "number" },
	},
} as const;

/** The body of `POST /v1.0/procurement/purchase-order` (spec 2.4, R10), in the order in which it is checked. */
export const schema = {
	type: "object",
	required: [
		"poNumber",
		"lineItems",
		"poType",
		"matchingType",
		"poDate",
		"gstin",
	],
	properties: {
		poNumber: text,
		lineItems: { type: "array", minItems: 1, items: lineItem },
		...requiredTexts,
		vendorId: text,
		...optionalTexts,
		state: { type: "string", enum: ["DRAFTED", "ACTIVE"] },
		tags,
		externalId: { type: "string", minLength: 1, maxLength: 128 },
	},
} as const;

/** What only a creation reads (R10): a patch that has it ignores it. */
export const creationOnly: readonly string[] = ["externalId"];

export type PurchaseOrderBody = FromSchema<typeof schema>;
export type LineItem = FromSchema<typeof lineItem>;
