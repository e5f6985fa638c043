import {
	count,
	decimal,
	orNull,
	record,
	type Schema,
	text,
} from "../schemas/record-schema.ts";
import { leaveOuts, type UnpaidReason } from "./payment-result.ts";

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

const lockHeldText = "`LOCK_HELD`: safe to retry shortly.";

interface Reasons {
	values: readonly UnpaidReason[];
	description?: string;
}

/** Spec 2.10, "Result entry"; the reasons are those of spec 7.4. */
export const paymentResultSchema = resultSchema({
	errors: { values: errorReasons },
	skips: {
		values: ["LOCK_HELD"],
		description: `Nothing was recorded. ${lockHeldText}`,
	},
});

/** The same of a batch (C2), with the reasons that only batches have (contract 3, C4). */
export const batchResultSchema = resultSchema(
	{
		errors: {
			values: [...errorReasons, "PROCESSING_FAILED"],
			description:
				"Nothing was recorded, unless it is `PROCESSING_FAILED`: then read the invoice's payments before you send the resource again.",
		},
		skips: {
			values: ["LOCK_HELD", "BATCH_STOPPED", ...leaveOuts],
			description: lockHeldText,
		},
	},
	{
		slug: {
			...text,
			description:
				"Empty if the resource's data was lost: then, with any `status`, read the payments of the request's resource at `position`.",
		},
		position: {
			...orNull(count),
			description: "0 for the request's first resource.",
		},
		amount: { ...orNull(decimal), description: "As it was taken." },
		paymentId: {
			...orNull(text),
			description: "null unless `DONE`; null too if `slug` is empty.",
		},
	},
);

function resultSchema(
	{ errors, skips }: { errors: Reasons; skips: Reasons },
	ofBatch: Readonly<Record<string, Schema>> = {},
): Schema {
	const common = { slug: text, ...ofBatch };
	return {
		oneOf: [
			record({ ...common, status: { const: "DONE" } }),
			record({
				...common,
				status: { const: "ERROR" },
				reason: toSchema(errors),
			}),
			record({
				...common,
				status: { const: "SKIPPED" },
				reason: toSchema(skips),
			}),
		],
	};
}

function toSchema({ values, ...description }: Reasons): Schema {
	return { type: "string", enum: values, ...description };
}
