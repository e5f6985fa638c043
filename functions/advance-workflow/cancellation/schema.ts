/** The body of a cancellation (approvals A4). */
export const schema = {
	type: "object",
	required: ["reason"],
	properties: { reason: { type: "string", minLength: 1, maxLength: 1000 } },
} as const;
