import { paymentResultSchema } from "../../shared/domain/payments/payment-result-schema.ts";
import {
	listOf,
	record,
	text,
} from "../../shared/domain/records/record-schema.ts";

/** Spec 2.10: up to 100 resources. The 422 has it too. */
export const resultsSchema = record({
	status: { const: "DONE" },
	results: {
		...listOf(paymentResultSchema),
		description: "One for each resource, in request order.",
	},
});

/** Spec 2.10: more than 100 resources. */
export const acceptedBatchSchema = record({
	status: { const: "PENDING" },
	bulkActionSlug: text,
});

export const dataSchema = { oneOf: [resultsSchema, acceptedBatchSchema] };
