import { attemptOperations } from "../../shared/attempts/attempt.ts";
import {
	decimal,
	instant,
	listOf,
	oneOfValues,
	orNull,
	record,
	text,
} from "../../shared/schemas/record-schema.ts";

export const attemptResultSchema = {
	oneOf: [
		record({
			slug: text,
			amount: decimal,
			status: { const: "RECORDED" },
			paymentId: text,
		}),
		record({
			slug: text,
			amount: decimal,
			status: {
				const: "NOT_RECORDED",
				description:
					"Once the attempt is `SETTLED`: this attempt has not paid it and never will. It can be paid again at once, under a new key.",
			},
			paymentId: { type: "null" },
		}),
	],
};

/** `toAttemptRecord` (R9) */
export const dataSchema = record({
	operation: oneOfValues(attemptOperations),
	attemptedAt: instant,
	status: oneOfValues(["RUNNING", "SETTLED"]),
	bulkActionSlug: orNull(text),
	paymentRequestId: orNull(text),
	results: orNull(listOf(attemptResultSchema)),
});
