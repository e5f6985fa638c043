import type { FromSchema } from "json-schema-to-ts";
import { advanceStates } from "../../shared/advances/payment-request.ts";
import { stageRequirements } from "../../shared/approvals/approval-stage.ts";
import { permissions, roles } from "../../shared/organizations/organization.ts";
import { tagTypes } from "../../shared/organizations/tags.ts";
import { rateTypes } from "../../shared/organizations/tax.ts";
import {
	matchingStates,
	purchaseOrderStates,
} from "../../shared/purchase-orders/purchase-order.ts";
import { describedSku } from "../../shared/skus/sku.ts";
import { emailPattern } from "../../shared/values/email.ts";
import { gstinPattern } from "../../shared/values/gstin.ts";

/** Leaves room in the record's item for later additions, above all an invoice's payments. */
const textMaxLength = 4_000;

const id = { type: "string", minLength: 1, maxLength: textMaxLength } as const;
const text = { type: "string", maxLength: textMaxLength } as const;
/** A display name; no record is looked up by it. */
const label = { ...text, default: "" } as const;
const email = {
	type: "string",
	minLength: 3,
	maxLength: 254,
	pattern: emailPattern,
} as const;
const integer = { type: "integer" } as const;
const notNegative = { type: "number", minimum: 0 } as const;
const currency = { type: "string", minLength: 1, maxLength: 8 } as const;
const date = { type: "string", format: "date" } as const;
const instant = { type: "string", format: "date-time" } as const;
const flag = { type: "boolean" } as const;
const ids = { type: "array", items: id } as const;

const tax = {
	type: "object",
	required: ["id", "rate", "rateType"],
	description: "`rate` is a percentage, or for `ABSOLUTE` the tax itself.",
	additionalProperties: false,
	properties: {
		id: integer,
		name: label,
		rate: notNegative,
		rateType: { type: "string", enum: rateTypes },
	},
} as const;

const tag = {
	type: "object",
	required: ["slug", "type"],
	description: "A tag. `options` are the values of a `DROPDOWN`.",
	additionalProperties: false,
	properties: {
		slug: id,
		name: label,
		type: { type: "string", enum: tagTypes },
		options: {
			type: "array",
			items: {
				type: "object",
				required: ["id"],
				additionalProperties: false,
				properties: { id: integer, name: label },
			},
		},
	},
} as const;

/** The limits are those of spec 2.1. */
const sku = {
	...describedSku,
	description: "Identified by the item code, without one by the exact name.",
	additionalProperties: false,
} as const;

const purchaseOrder = {
	type: "object",
	required: ["id", "state", "amount"],
	additionalProperties: false,
	properties: {
		id,
		poNumber: label,
		vendorId: id,
		state: { type: "string", enum: purchaseOrderStates },
		matchingState: {
			type: "string",
			enum: matchingStates,
			description: "Default: `UNMATCHED`.",
		},
		amount: {
			...notNegative,
			description: "The total that an advance may not exceed.",
		},
	},
} as const;

const invoice = {
	type: "object",
	required: ["slug", "state", "amount"],
	additionalProperties: false,
	properties: {
		slug: id,
		vendorId: id,
		state: { ...text, description: "Only `APPROVED` is payable." },
		amount: notNegative,
		due: {
			...notNegative,
			description:
				"What was due at the first import; payments recorded since are subtracted. Default: the amount.",
		},
		invoiceNumber: { type: "string", minLength: 1, maxLength: 128 },
		currency,
		invoiceDate: date,
		dueDate: date,
		description: { type: "string", minLength: 1, maxLength: 255 },
		platformPaymentInFlight: flag,
		lock: {
			description:
				"Another action on the invoice is in progress. Absent: a stored lock is left alone.",
			type: "object",
			required: ["holder", "expiresAt"],
			additionalProperties: false,
			properties: { holder: text, expiresAt: instant },
		},
	},
	/** Invoice numbers are unique for each vendor (records R5). */
	dependencies: { invoiceNumber: ["vendorId"] },
} as const;

const advance = {
	type: "object",
	required: ["id", "vendorId", "state"],
	additionalProperties: false,
	properties: {
		id,
		vendorId: id,
		purchaseOrderLinkId: {
			...id,
			description: "Id of a purchase order of this file or of the store.",
		},
		state: {
			type: "string",
			enum: advanceStates,
			description:
				"`PENDING` and `APPROVED` take the purchase order; `REJECTED` and `CANCELLED` release it.",
		},
	},
} as const;

const submissionPolicy = {
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

const approvalPolicy = {
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

/** `bin/build-validators.ts`: the validator reports all failures. */
export const allErrors = true;

/** The organization file (contract 2). */
export const schema = {
	type: "object",
	required: ["org"],
	additionalProperties: false,
	properties: {
		// Editors use it; it is not imported.
		$schema: { type: "string" },
		org: {
			type: "object",
			description:
				"Absent properties stay as they are. Defaults are for a new organization.",
			required: ["id"],
			additionalProperties: false,
			properties: {
				id: { type: "string", pattern: "^[a-z0-9-]{1,64}$" },
				name: text,
				baseCurrency: currency,
				currencies: {
					type: "array",
					items: currency,
					description:
						"Active currencies in addition to the base currency. Replaced whole.",
				},
				timezone: {
					...text,
					description:
						"IANA name; decides which day it is. Default: Asia/Kolkata.",
				},
				features: {
					type: "object",
					additionalProperties: false,
					properties: { vendorAdvances: flag },
				},
			},
		},
		entities: {
			type: "array",
			items: {
				type: "object",
				required: ["id"],
				additionalProperties: false,
				properties: { id: integer, name: label, gstin: text },
			},
		},
		users: {
			type: "array",
			items: {
				type: "object",
				required: ["id", "role"],
				additionalProperties: false,
				properties: {
					id,
					name: label,
					role: { type: "string", enum: roles },
					active: { ...flag, description: "Default: true." },
					email,
				},
			},
		},
		apiKeys: {
			type: "array",
			items: {
				type: "object",
				required: ["key", "userId", "permissions"],
				additionalProperties: false,
				properties: {
					key: {
						...id,
						description:
							"The secret. Only for local use and tests: `org key create` makes keys for AWS.",
					},
					name: label,
					userId: id,
					permissions: {
						type: "array",
						items: { type: "string", enum: permissions },
					},
					revoked: {
						...flag,
						description: "Default: false. A revoked key stays revoked.",
					},
					expiresAt: { ...instant, description: "Default: never." },
				},
			},
		},
		vendors: {
			type: "array",
			items: {
				type: "object",
				required: ["id"],
				additionalProperties: false,
				properties: {
					id,
					name: label,
					gstin: { type: "string", pattern: gstinPattern },
					email,
				},
			},
		},
		gstTaxes: { type: "array", items: tax },
		tdsTaxes: { type: "array", items: tax },
		tags: { type: "array", items: tag },
		skus: { type: "array", items: sku },
		purchaseOrders: { type: "array", items: purchaseOrder },
		invoices: { type: "array", items: invoice },
		advances: { type: "array", items: advance },
		submissionPolicies: { type: "array", items: submissionPolicy },
		approvalPolicies: { type: "array", items: approvalPolicy },
		procurementPolicy: {
			type: "object",
			required: ["payers"],
			additionalProperties: false,
			properties: {
				payers: {
					...ids,
					description: "Ids of active users. Without any, advances fail.",
				},
			},
		},
	},
} as const;

/** The contents of an organization file (contract 2). */
export type OrganizationFile = FromSchema<typeof schema>;
