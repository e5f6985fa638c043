import type {
	Entity,
	Organization,
} from "../../shared/domain/organization/organization.ts";
import type { Item } from "../../shared/store/dynamodb/batch-get.ts";
import type { Table } from "../../shared/store/dynamodb/table.ts";
import { organizationKey } from "../../shared/store/keys.ts";
import { toOrganization } from "../../shared/store/organizations/organizations.ts";
import type { OrganizationFile } from "../schema.ts";
import type { FileUpsert } from "./file-upsert.ts";
import { upsertStatement } from "./upsert-statement.ts";

const defaultCurrency = "INR";
const defaultTimezone = "Asia/Kolkata";

export function organizationUpsert(
	table: Table,
	file: OrganizationFile,
): FileUpsert {
	const key = organizationKey(file.org.id);
	return {
		key,
		pointer: "/org",
		toStatement(existing) {
			const document = JSON.stringify(mergeOrganization(file, existing));
			const item = { ...key, document };
			return upsertStatement(table, existing, item, {
				initial: { version: 1 },
			});
		},
	};
}

/**
 * Entities are identified by id; policies have none, and are tried in order, so that a list in the file replaces the
 * one that is there.
 */
function mergeOrganization(
	file: OrganizationFile,
	existing: Item | undefined,
): Organization {
	const known = existing && toOrganization(existing);
	const { id, name, baseCurrency = defaultCurrency, features } = file.org;
	return {
		id,
		name,
		baseCurrency,
		currencies: [...new Set([baseCurrency, ...(file.org.currencies ?? [])])],
		timezone: file.org.timezone ?? defaultTimezone,
		features: { vendorAdvances: features?.vendorAdvances ?? false },
		entities: mergeEntities(known?.entities ?? [], file.entities ?? []),
		submissionPolicies:
			file.submissionPolicies ?? known?.submissionPolicies ?? [],
		approvalPolicies: file.approvalPolicies ?? known?.approvalPolicies ?? [],
		procurementPolicy: file.procurementPolicy ??
			known?.procurementPolicy ?? { payers: [] },
	};
}

/** The first entity is the default one (spec 2.8): known ones keep their places, new ones follow. */
function mergeEntities(
	known: Entity[],
	entries: NonNullable<OrganizationFile["entities"]>,
): Entity[] {
	const entities = new Map(known.map((entity) => [entity.id, entity]));
	for (const { id, name, gstin = null } of entries)
		entities.set(id, { id, name, gstin });
	return [...entities.values()];
}
