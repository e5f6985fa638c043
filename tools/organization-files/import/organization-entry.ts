import { organizationKey } from "../../../shared/dynamodb/keys.ts";
import { upsertItem } from "../../../shared/dynamodb/writes/upsert-item.ts";
import { toOrganizationListKey } from "../../../shared/lists/list-index.store.ts";
import type {
	Entity,
	Organization,
} from "../../../shared/organizations/organization.ts";
import { toOrganization } from "../../../shared/organizations/organizations.store.ts";
import type { OrganizationFile } from "../schema.ts";
import type { FileEntry } from "./file-entry.ts";

const defaultCurrency = "INR";
const defaultTimezone = "Asia/Kolkata";

export function organizationEntry(file: OrganizationFile): FileEntry {
	const key = organizationKey(file.org.id);
	return {
		key,
		pointer: "/org",
		toWrite(existing) {
			const known = existing && toOrganization(existing);
			const document = JSON.stringify(mergeOrganization(file, known));
			const item = { ...key, document };
			return upsertItem(existing, item, {
				initial: { version: 1, ...toOrganizationListKey(file.org.id) },
			});
		},
	};
}

/**
 * Makes the organization as it is after an import (contract 2). Properties of `org` that are absent stay as they are, and
 * defaults apply to a new organization. Entities are merged by id. Policies have no id and are evaluated in order, so the
 * file's list replaces the stored one.
 *
 * @param known The stored organization; undefined when there is none yet.
 */
export function mergeOrganization(
	{ org, ...file }: OrganizationFile,
	known: Organization | undefined,
): Organization {
	const baseCurrency = org.baseCurrency ?? known?.baseCurrency;
	return {
		id: org.id,
		name: org.name ?? known?.name ?? "",
		baseCurrency: baseCurrency ?? defaultCurrency,
		currencies: distinct([
			baseCurrency ?? defaultCurrency,
			...(org.currencies ?? known?.currencies ?? []),
		]),
		timezone: org.timezone ?? known?.timezone ?? defaultTimezone,
		features: {
			vendorAdvances:
				org.features?.vendorAdvances ?? known?.features.vendorAdvances ?? false,
		},
		entities: mergeEntities(known?.entities ?? [], file.entities ?? []),
		submissionPolicies:
			file.submissionPolicies ?? known?.submissionPolicies ?? [],
		approvalPolicies: file.approvalPolicies ?? known?.approvalPolicies ?? [],
		procurementPolicy: file.procurementPolicy ??
			known?.procurementPolicy ?? { payers: [] },
		secondPersonFrom:
			org.secondPersonFrom === undefined
				? (known?.secondPersonFrom ?? null)
				: org.secondPersonFrom,
	};
}

const distinct = (texts: readonly string[]) => [...new Set(texts)];

/** The first entity is the default (spec 2.8), so existing entities keep their positions and new ones are appended. */
function mergeEntities(
	known: Entity[],
	entries: NonNullable<OrganizationFile["entities"]>,
): Entity[] {
	const entities = new Map(known.map((entity) => [entity.id, entity]));
	for (const { id, name, gstin = null } of entries)
		entities.set(id, { id, name, gstin });
	return [...entities.values()];
}
