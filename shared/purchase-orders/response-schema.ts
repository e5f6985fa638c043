import { listOf, oneOfValues, record, text } from "../schemas/record-schema.ts";

/** Spec 2.7, "skuMatchWarnings entry" */
export const skuMatchWarningSchema = record(
	{ lineItemIdentifier: text, message: text },
	{ skuCode: text, skuName: text },
);

/** Spec 2.7, "submitWarnings object" */
export const submitWarningsSchema = record({
	po: listOf(oneOfValues(["vendorId", "description", "paymentTerms"])),
	lineItems: {
		type: "object",
		description: "Names of missing fields, by line item identifier.",
		additionalProperties: listOf(oneOfValues(["quantity", "rate"])),
	},
});

/** The state that an answer shows: of an order that is stored `APPROVED`, `ACTIVE`. */
export const answeredStateSchema = oneOfValues(["DRAFTED", "ACTIVE"]);

/** The warnings of an answer, each left out when there is nothing to warn of. */
export const warningProperties = {
	skuMatchWarnings: listOf(skuMatchWarningSchema),
	submitWarnings: submitWarningsSchema,
};
