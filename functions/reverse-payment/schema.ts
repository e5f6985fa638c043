/** The body of `POST /v1.0/invoice/{id}/payments/{paymentId}/reversal` (C1). */
export const schema = {
	type: "object",
	required: ["reason"],
	properties: {
		reason: { type: "string", minLength: 1, maxLength: 500 },
	},
} as const;
