import type {
	Caller,
	Entity,
	Organization,
} from "../organization/organization.ts";
import type { TagConfiguration } from "../organization/tags.ts";
import type { TaxConfiguration } from "../organization/tax.ts";
import { type Sku, toSkuDetails } from "../sku.ts";
import { toUtc } from "../to-utc.ts";
import type { Vendor } from "../vendor.ts";
import { toWho } from "./who.ts";

/** Records R3 */
export const toSkuRecord = (sku: Sku) => ({
	...toSkuDetails(sku, (rate) => rate),
	createdAt: sku.createdAt,
	createdBy: toWho(sku.createdBy),
});

/** Records R4 */
export const toVendorRecord = (vendor: Vendor) => ({
	vendorId: vendor.id,
	name: vendor.name,
	gstin: vendor.gstin,
	email: vendor.email,
	createdAt: vendor.createdAt,
	createdBy: toWho(vendor.createdBy),
});

/** Records R7 */
export const toOrganizationRecord = (organization: Organization) => ({
	id: organization.id,
	name: organization.name,
	baseCurrency: organization.baseCurrency,
	currencies: organization.currencies,
	timezone: organization.timezone,
	features: organization.features,
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

/** Records R7: a tag in a list. */
export const toListedTag = ({ slug, name, type }: TagConfiguration) => ({
	id: slug,
	name,
	type,
});

/** Records R7: a tag from GET by id. */
export const toTagRecord = (tag: TagConfiguration) => ({
	...toListedTag(tag),
	options:
		tag.type === "DROPDOWN"
			? tag.options.map(({ id, name }) => ({ id, name }))
			: null,
});

/** Corrections C3: the API key of a request. */
export const toKeyRecord = ({
	keyId,
	organization,
	user,
	permissions,
	expiresAt,
}: Caller) => ({
	keyId,
	organizationId: organization.id,
	organizationName: organization.name,
	userId: user.id,
	userName: user.name,
	role: user.role,
	active: user.active,
	permissions,
	expiresAt: expiresAt === null ? null : toUtc(expiresAt),
});
