import { noteLengthMax } from "../../../shared/payment-requests/stages/approval-stage.ts";
import { decisions } from "../../../shared/payment-requests/workflow/apply-decision.ts";

/** The body of a decision (A2). */
export const schema = {
	type: "object",
	required: ["decision", "stage", "round"],
	properties: {
		decision: { type: "string", enum: decisions },
		stage: {
			type: "integer",
			description: "The open stage, counted from 0.",
		},
		round: {
			type: "integer",
			description: "The present round, counted from 1.",
		},
		note: {
			type: "string",
			minLength: 1,
			maxLength: noteLengthMax,
			description: "Required for `REJECT` and `RETURN`.",
		},
	},
} as const;
