import type { Table } from "../shared/store/dynamodb/table.ts";
import { executeImport, planImport } from "./import/import-plan.ts";
import { throwFirst, withFilePath } from "./organization-file-error.ts";
import { readOrganizationFile } from "./read-organization-file.ts";
import type { OrganizationFile } from "./schema.ts";

/**
 * Reads, checks and imports an organization file.
 *
 * @throws OrganizationFileError with the path and the JSON pointer.
 */
export async function importOrganizationFile(
	table: Table,
	path: string,
	now: Date,
): Promise<void> {
	const file = readOrganizationFile(path);
	await withFilePath(path, () => importOrganization(table, file, now));
}

/**
 * Upserts the entries of an organization file (contract 2, "Importing"). Idempotent: an import that was interrupted can
 * be repeated, and unchanged entries write nothing. All entries are checked before the first write; after it, only
 * concurrent changes to the same records can refuse an entry.
 *
 * @throws OrganizationFileError with the JSON pointer of the first entry that conflicts with a stored record.
 */
export async function importOrganization(
	table: Table,
	file: OrganizationFile,
	now: Date,
): Promise<void> {
	const context = { table, organizationId: file.org.id, now };
	const plan = await planImport(context, file);
	throwFirst(plan.errors);
	await executeImport(context, plan);
}
