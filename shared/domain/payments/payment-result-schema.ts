import {
	count,
	decimal,
	orNull,
	record,
	type Schema,
	text,
} from "../records/record-schema.ts";
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

/** The same of a batch (corrections C2), with the reason that only batches have (contract 3). */
export const batchResultSchema = resultSchema(
	[...errorReasons, "PROCESSING_FAILED"],
	{
		position: {
			...orNull(count),
			description: "0 for the request's first resource.",
		},
		amount: { ...orNull(decimal), description: "As it was taken." },
		paymentId: { ...orNull(text), description: "null unless `DONE`." },
	},
);

function resultSchema(
	reasons: readonly UnpaidReason[],
	ofBatch: Readonly<Record<string, Schema>> = {},
): Schema {
	const common = { slug: text, ...ofBatch };
	return {
		oneOf: [
			record({ ...common, status: { const: "DONE" } }),
			record({
				...common,
				status: { const: "ERROR" },
				reason: { type: "string", enum: reasons },
			}),
			record({
				...common,
				status: { const: "SKIPPED" },
				reason: {
					const: "LOCK_HELD",
					description: "Nothing was recorded: safe to retry shortly.",
				},
			}),
		],
	};
}
