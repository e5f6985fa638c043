import {
	decimal,
	flag,
	integer,
	listOf,
	oneOfValues,
	orNull,
	record,
	text,
} from "../schemas/record-schema.ts";
import { stageRequirements } from "./organization.ts";
import { tagTypes } from "./tags/tags.ts";
import { rateTypes } from "./taxes/tax.ts";

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

/** `toOrganizationRecord` (R7) */
export const organizationRecordSchema = record({
	id: text,
	name: text,
	baseCurrency: text,
	currencies: listOf(text),
	timezone: { ...text, description: "An IANA name." },
	features: record({ vendorAdvances: flag }),
	secondPersonFrom: {
		...orNull(decimal),
		description:
			"Payment runs of at least this amount are released by another user than the one who created them.",
	},
	policies: record({
		submission: listOf(submissionPolicySchema),
		approval: listOf(approvalPolicySchema),
		procurement: record({ payers: listOf(text) }),
	}),
});

/** `toEntityRecord` (R7) */
export const entityRecordSchema = record({
	id: integer,
	name: text,
	gstin: orNull(text),
});

/** `toUserRecord` (R10) */
export const userRecordSchema = record({
	id: text,
	name: text,
	active: {
		...flag,
		description: "An inactive user can do nothing and cannot sign in.",
	},
});

/** `toTaxRecord` (R7) */
export const taxRecordSchema = record({
	id: integer,
	name: text,
	rate: decimal,
	rateType: oneOfValues(rateTypes),
});

const listedTag = { id: text, name: text, type: oneOfValues(tagTypes) };

/** `toListedTag` (R7) */
export const listedTagSchema = record(listedTag);

/** `toTagRecord` (R7) */
export const tagRecordSchema = record({
	...listedTag,
	options: {
		...orNull(listOf(record({ id: integer, name: text }))),
		description: "Of a `DROPDOWN`; null for other types.",
	},
});
