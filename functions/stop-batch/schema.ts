import type { FromSchema } from "json-schema-to-ts";
import { stopReasonMaxLength } from "../../shared/batches/payment-batch.ts";

/** The body of `POST /v1.0/payment/mark-as-paid/{bulkActionSlug}/stop` (C4). */
export const schema = {
	type: "object",
	required: ["reason"],
	properties: {
		reason: { type: "string", minLength: 1, maxLength: stopReasonMaxLength },
	},
} as const;

export type StopBody = FromSchema<typeof schema>;
