import type { FromSchema } from "json-schema-to-ts";
import { permissions, roles } from "../../shared/organizations/organization.ts";
import { describedVendor } from "../../shared/vendors/vendor.ts";
import {
	approvalPolicy,
	procurementPolicy,
	submissionPolicy,
} from "./policies.schema.ts";
import {
	advance,
	invoice,
	purchaseOrder,
	sku,
	tag,
	tax,
} from "./records.schema.ts";
import {
	currency,
	email,
	flag,
	id,
	instant,
	integer,
	label,
	text,
} from "./values.schema.ts";

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
				secondPersonFrom: {
					type: ["number", "null"],
					minimum: 0,
					description:
						"Payment runs of at least this amount are released by another user than the one who created them. null removes the rule.",
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
					email: {
						...email,
						type: ["string", "null"],
						description:
							"Mails go to it, and the user signs in to the console with it. Of the active users of an organization, no two have the same, in any case. null removes it.",
					},
					permissions: {
						type: "array",
						items: { type: "string", enum: permissions },
						description:
							"What the user may do in the console. Absent: they stay as they are; a new user has none.",
					},
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
						// What a header can carry: authentication trims it.
						pattern: "^[!-~]([ -~]*[!-~])?$",
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
					...describedVendor,
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
		procurementPolicy,
	},
} as const;

/** The contents of an organization file (contract 2). */
export type OrganizationFile = FromSchema<typeof schema>;

/** An entry of a list of the file. */
export type EntryOf<List extends keyof OrganizationFile> =
	NonNullable<OrganizationFile[List]> extends readonly (infer Entry)[]
		? Entry
		: never;
