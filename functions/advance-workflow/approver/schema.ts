import { noteLengthMax } from "../../../shared/payment-requests/stages/approval-stage.ts";

/** The body of a change of approvers (A5). */
export const schema = {
	type: "object",
	required: ["stage", "round", "to", "reason"],
	properties: {
		stage: {
			type: "integer",
			description: "The open stage or a later one, counted from 0.",
		},
		round: {
			type: "integer",
			description: "The present round, counted from 1.",
		},
		from: {
			type: "string",
			description:
				"Id of the approver to replace; absent: `to` is added. Equal to `to`: the approver is asked again.",
		},
		to: { type: "string", description: "Id of an active user." },
		reason: { type: "string", minLength: 1, maxLength: noteLengthMax },
	},
} as const;
