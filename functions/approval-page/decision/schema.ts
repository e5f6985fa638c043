import { noteLengthMax } from "../../../shared/payment-requests/stages/approval-stage.ts";
import { decisions } from "../../../shared/payment-requests/workflow/apply-decision.ts";

/** The body of `POST /approval/decision` (A9). */
export const schema = {
	type: "object",
	required: ["token", "decision"],
	properties: {
		token: { type: "string" },
		decision: { type: "string", enum: decisions },
		note: { type: "string", minLength: 1, maxLength: noteLengthMax },
	},
} as const;
