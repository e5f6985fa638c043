import type { Entity, Organization, User } from "./organization.ts";
import type { TagConfiguration } from "./tags/tags.ts";
import type { TaxConfiguration } from "./taxes/tax.ts";

/** R7 */
export const toOrganizationRecord = (organization: Organization) => ({
	id: organization.id,
	name: organization.name,
	baseCurrency: organization.baseCurrency,
	currencies: organization.currencies,
	timezone: organization.timezone,
	features: organization.features,
	secondPersonFrom: organization.secondPersonFrom,
	policies: {
		submission: organization.submissionPolicies,
		approval: organization.approvalPolicies,
		procurement: organization.procurementPolicy,
	},
});

export const toEntityRecord = ({ id, name, gstin }: Entity) => ({
	id,
	name,
	gstin,
});

/** R10: lets callers show names in place of ids. Others get neither the email of a user nor what the user may do. */
export const toUserRecord = ({ id, name, active }: User) => ({
	id,
	name,
	active,
});

export const toTaxRecord = ({
	id,
	name,
	rate,
	rateType,
}: TaxConfiguration) => ({
	id,
	name,
	rate,
	rateType,
});

/** R7: a tag in a list. */
export const toListedTag = ({ slug, name, type }: TagConfiguration) => ({
	id: slug,
	name,
	type,
});

/** R7: a tag from GET by id. */
export const toTagRecord = (tag: TagConfiguration) => ({
	...toListedTag(tag),
	options:
		tag.type === "DROPDOWN"
			? tag.options.map(({ id, name }) => ({ id, name }))
			: null,
});
