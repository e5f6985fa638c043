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
export const paymentResultSchema = resultSchema({
	errors: errorReasons,
	skips: ["LOCK_HELD"],
});

/** The same of a batch (corrections C2), with the reasons that only batches have (contract 3, corrections C4). */
export const batchResultSchema = resultSchema(
	{
		errors: [...errorReasons, "PROCESSING_FAILED"],
		skips: ["LOCK_HELD", "BATCH_STOPPED"],
	},
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
	{
		errors,
		skips,
	}: { errors: readonly UnpaidReason[]; skips: readonly UnpaidReason[] },
	ofBatch: Readonly<Record<string, Schema>> = {},
): Schema {
	const common = { slug: text, ...ofBatch };
	return {
		oneOf: [
			record({ ...common, status: { const: "DONE" } }),
			record({
				...common,
				status: { const: "ERROR" },
				reason: { type: "string", enum: errors },
			}),
			record({
				...common,
				status: { const: "SKIPPED" },
				reason: {
					type: "string",
					enum: skips,
					description:
						"Nothing was recorded. `LOCK_HELD`: safe to retry shortly.",
				},
			}),
		],
	};
}
