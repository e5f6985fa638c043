/** The body of `POST /approval/read` (A9). */
export const schema = {
	type: "object",
	required: ["token"],
	properties: { token: { type: "string" } },
} as const;
