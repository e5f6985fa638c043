import type {
	Entity,
	Organization,
} from "../../shared/domain/organization/organization.ts";
import type { Item } from "../../shared/store/dynamodb/batch-get.ts";
import type { Table } from "../../shared/store/dynamodb/table.ts";
import { organizationKey } from "../../shared/store/keys.ts";
import { toOrganization } from "../../shared/store/organizations/organizations.ts";
import type { OrganizationFile } from "../schema.ts";
import type { FileUpsert } from "./file-entry.ts";
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
		// Its policies name users, vendors and tags of the file.
		phase: "AFTER_RECORDS",
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
 * Entities are merged by id. Policies have no id and are evaluated in order, so the file's list replaces the stored
 * one.
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

/** The first entity is the default (spec 2.8): existing ones keep their positions, new ones are appended. */
function mergeEntities(
	known: Entity[],
	entries: NonNullable<OrganizationFile["entities"]>,
): Entity[] {
	const entities = new Map(known.map((entity) => [entity.id, entity]));
	for (const { id, name, gstin = null } of entries)
		entities.set(id, { id, name, gstin });
	return [...entities.values()];
}
