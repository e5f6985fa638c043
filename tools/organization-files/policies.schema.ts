import { stageRequirements } from "../../shared/organizations/organization.ts";
import { flag, id, ids, text } from "./values.schema.ts";

export const submissionPolicy = {
	type: "object",
	required: ["requiredFields"],
	description: "What an advance of such an amount must have.",
	additionalProperties: false,
	properties: {
		minAmount: { type: "number" },
		maxAmount: { type: "number" },
		requiredFields: {
			type: "array",
			items: {
				type: "object",
				required: ["slug", "kind"],
				additionalProperties: false,
				properties: {
					slug: id,
					kind: { type: "string", enum: ["TAG", "DESCRIPTION", "IDENTIFIER"] },
				},
			},
		},
	},
} as const;

export const approvalPolicy = {
	type: "object",
	required: ["name"],
	additionalProperties: false,
	properties: {
		name: text,
		default: {
			...flag,
			description: "Used when no other policy applies; one policy at most.",
		},
		when: {
			description: "All of these must hold. Absent: always.",
			type: "object",
			additionalProperties: false,
			properties: {
				minAmount: { type: "number" },
				maxAmount: { type: "number" },
				vendorIds: ids,
				tags: {
					type: "object",
					additionalProperties: {
						type: "array",
						items: { type: ["string", "number"] },
					},
				},
				purchaseOrder: { type: "string", enum: ["LINKED", "UNLINKED"] },
			},
		},
		stages: {
			type: "array",
			description: "In order of approval.",
			default: [],
			items: {
				type: "object",
				required: ["approvers"],
				additionalProperties: false,
				properties: {
					approvers: ids,
					requires: {
						type: "string",
						enum: stageRequirements,
						description:
							"`ALL` of the approvers must approve, or `ANY` one of them. Default: `ALL`.",
					},
				},
			},
		},
		selfApproval: {
			...flag,
			description:
				"`false`: who raised or submitted a request cannot decide it. Default: true.",
		},
	},
} as const;

export const procurementPolicy = {
	type: "object",
	required: ["payers"],
	additionalProperties: false,
	properties: {
		payers: {
			...ids,
			description: "Ids of active users. Without any, advances fail.",
		},
	},
} as const;
