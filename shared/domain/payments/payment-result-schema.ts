import { record, type Schema, text } from "../records/record-schema.ts";
import type { UnpaidReason } from "./payment-result.ts";

const errorReasons = [
	"NOT_FOUND",
	"INVALID_STATE",
	"PLATFORM_PAYMENT_IN_FLIGHT",
	"AMOUNT_EXCEEDS",
] as const satisfies UnpaidReason[];

/** The reasons of results outside of batches (spec 7.4), of which the 422 names the first one. */
export const unpaidReasons = [
	...errorReasons,
	"LOCK_HELD",
] as const satisfies UnpaidReason[];

/** Spec 2.10, "Result entry"; the reasons are those of spec 7.4. */
export const paymentResultSchema = resultSchema(errorReasons);

/** The same of a batch, with the reason that only batches have (contract 3). */
export const batchResultSchema = resultSchema([
	...errorReasons,
	"PROCESSING_FAILED",
]);

function resultSchema(reasons: readonly UnpaidReason[]): Schema {
	return {
		oneOf: [
			record({ slug: text, status: { const: "DONE" } }),
			record({
				slug: text,
				status: { const: "ERROR" },
				reason: { type: "string", enum: reasons },
			}),
			record({
				slug: text,
				status: { const: "SKIPPED" },
				reason: {
					const: "LOCK_HELD",
					description: "Nothing was recorded: safe to retry shortly.",
				},
			}),
		],
	};
}
