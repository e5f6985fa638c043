import type { FromSchema } from "json-schema-to-ts";
import { keyTextMaxBytes } from "../../../shared/dynamodb/keys.ts";
import { leaveOuts } from "../../../shared/payments/payment-result.ts";

/** The body of `POST /v1.0/payment/run` (runs P2). A misspelt property must not be lost, so others are refused. */
export const schema = {
	type: "object",
	required: ["name", "resourceType", "resources"],
	additionalProperties: false,
	properties: {
		name: { type: "string", minLength: 1, maxLength: 128 },
		resourceType: { type: "string", enum: ["INVOICE"] },
		resources: {
			type: "array",
			minItems: 1,
			items: {
				type: "object",
				required: ["amount"],
				additionalProperties: false,
				properties: {
					slug: {
						type: "string",
						description:
							"The invoice. Send it, or `vendorId` and `invoiceNumber`.",
					},
					vendorId: {
						type: "string",
						minLength: 1,
						// No vendor has a longer id.
						maxLength: keyTextMaxBytes,
						description: "With `invoiceNumber`, in place of `slug`.",
					},
					invoiceNumber: {
						type: "string",
						minLength: 1,
						maxLength: 128,
						description: "Compared without regard to case.",
					},
					amount: { type: "number", exclusiveMinimum: 0 },
					utr: { type: "string", maxLength: 64 },
					narration: { type: "string", maxLength: 500 },
					paymentDate: {
						type: "string",
						format: "date",
						description: "Default: the day of the release.",
					},
					ref: {
						type: "string",
						minLength: 1,
						maxLength: 64,
						description:
							"Your name of the entry, such as its row in a file. The check returns it.",
					},
				},
			},
		},
		leaveOut: {
			type: "array",
			uniqueItems: true,
			items: { type: "string", enum: leaveOuts },
			description:
				"Warnings for which a payment is not made: it ends `SKIPPED`, with the warning as its reason.",
		},
		repeatOf: {
			type: "string",
			minLength: 1,
			maxLength: 64,
			description:
				"Allows a second run of a list that another run has already. Usually the id of that run.",
		},
	},
} as const;

export type CreateRunBody = FromSchema<typeof schema>;
