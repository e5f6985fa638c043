import { noteLengthMax } from "../../../shared/approvals/approval-stage.ts";
import { decisions } from "../../../shared/approvals/decide-approval.ts";

/** The body of `POST /approval/decision` (approvals A9). */
export const schema = {
	type: "object",
	required: ["token", "decision"],
	properties: {
		token: { type: "string" },
		decision: { type: "string", enum: decisions },
		note: { type: "string", minLength: 1, maxLength: noteLengthMax },
	},
} as const;
