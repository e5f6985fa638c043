import { paymentResultSchema } from "../../shared/payments/payment-result-schema.ts";
import { listOf, record, text } from "../../shared/schemas/record-schema.ts";

/** Spec 2.10: the `data` of up to 100 resources, in the 200 and the 422. */
export const resultsSchema = record({
	status: { const: "DONE" },
	results: {
		...listOf(paymentResultSchema),
		description: "One for each resource, in request order.",
	},
});

/** Spec 2.10: the `data` of more than 100 resources. */
export const acceptedBatchSchema = record({
	status: { const: "PENDING" },
	bulkActionSlug: text,
});

export const dataSchema = { oneOf: [resultsSchema, acceptedBatchSchema] };
