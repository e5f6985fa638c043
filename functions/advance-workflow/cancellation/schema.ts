import { noteLengthMax } from "../../../shared/payment-requests/stages/approval-stage.ts";

/** The body of a cancellation (A4). */
export const schema = {
	type: "object",
	required: ["reason"],
	properties: {
		reason: { type: "string", minLength: 1, maxLength: noteLengthMax },
	},
} as const;
