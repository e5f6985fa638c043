import { stageRequirements } from "../advances/approval-stage.ts";
import { permissions, roles } from "../organization/organization.ts";
import { tagTypes } from "../organization/tags.ts";
import { rateTypes } from "../organization/tax.ts";
import {
	decimal,
	flag,
	instant,
	integer,
	listOf,
	oneOfValues,
	orNull,
	record,
	text,
	who,
} from "./record-schema.ts";

/** `SkuDetails` (spec 2.2) */
export const skuDetails = {
	name: text,
	itemCode: orNull(text),
	unit: orNull(text),
	rate: orNull(decimal),
	hsnSac: orNull(text),
};

/** `toSkuRecord` (records R3) */
export const skuRecordSchema = record({
	...skuDetails,
	createdAt: orNull(instant),
	createdBy: orNull(who),
});

/** `toVendorRecord` (records R4) */
export const vendorRecordSchema = record({
	vendorId: text,
	name: text,
	gstin: orNull(text),
	email: orNull(text),
	createdAt: orNull(instant),
	createdBy: orNull(who),
});

export const submissionPolicySchema = record(
	{
		requiredFields: listOf(
			record({
				slug: text,
				kind: oneOfValues(["TAG", "DESCRIPTION", "IDENTIFIER"]),
			}),
		),
	},
	{ minAmount: decimal, maxAmount: decimal },
);

export const approvalPolicySchema = record(
	{
		name: text,
		stages: listOf(
			record(
				{ approvers: listOf(text) },
				{ requires: oneOfValues(stageRequirements) },
			),
		),
	},
	{
		default: flag,
		selfApproval: flag,
		when: record(
			{},
			{
				minAmount: decimal,
				maxAmount: decimal,
				vendorIds: listOf(text),
				tags: {
					type: "object",
					additionalProperties: listOf({ type: ["string", "number"] }),
				},
				purchaseOrder: oneOfValues(["LINKED", "UNLINKED"]),
			},
		),
	},
);

/** `toOrganizationRecord` (records R7) */
export const organizationRecordSchema = record({
	id: text,
	name: text,
	baseCurrency: text,
	currencies: listOf(text),
	timezone: { ...text, description: "An IANA name." },
	features: record({ vendorAdvances: flag }),
	policies: record({
		submission: listOf(submissionPolicySchema),
		approval: listOf(approvalPolicySchema),
		procurement: record({ payers: listOf(text) }),
	}),
});

/** `toEntityRecord` (records R7) */
export const entityRecordSchema = record({
	id: integer,
	name: text,
	gstin: orNull(text),
});

/** `toTaxRecord` (records R7) */
export const taxRecordSchema = record({
	id: integer,
	name: text,
	rate: decimal,
	rateType: oneOfValues(rateTypes),
});

const listedTag = { id: text, name: text, type: oneOfValues(tagTypes) };

/** `toListedTag` (records R7) */
export const listedTagSchema = record(listedTag);

/** `toTagRecord` (records R7) */
export const tagRecordSchema = record({
	...listedTag,
	options: {
		...orNull(listOf(record({ id: integer, name: text }))),
		description: "Of a `DROPDOWN`; null for other types.",
	},
});

/** `toKeyRecord` (corrections C3) */
export const keyRecordSchema = record({
	keyId: text,
	organizationId: text,
	organizationName: text,
	userId: text,
	userName: {
		...orNull(text),
		description: "null if the organization does not have the user.",
	},
	role: {
		...orNull(oneOfValues(roles)),
		description: "null if the organization does not have the user.",
	},
	active: {
		...flag,
		description:
			"Whether the user is active. The key of one who is not may call nothing else.",
	},
	permissions: listOf(oneOfValues(permissions)),
	expiresAt: orNull(instant),
});
