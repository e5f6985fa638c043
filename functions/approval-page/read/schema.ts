/** The body of `POST /approval/read` (approvals A9). */
export const schema = {
	type: "object",
	required: ["token"],
	properties: { token: { type: "string" } },
} as const;
