import type { Table } from "../../../shared/dynamodb/table.ts";
import {
	type ImportChanges,
	toChanges,
} from "../../organization-files/import/import-changes.ts";
import { planImport } from "../../organization-files/import/import-plan.ts";
import {
	type OrganizationFileError,
	refused,
} from "../../organization-files/organization-file-error.ts";
import type { InspectedFile } from "../../organization-files/read-organization-file.ts";
import type { FileWarning } from "../../organization-files/warnings/file-warning.ts";
import { findWarnings } from "../../organization-files/warnings/find-warnings.ts";

/** What an import would do. */
export interface ImportPreview extends ImportChanges {
	/** Null when the file does not say it. */
	organizationId: string | null;
	warnings: FileWarning[];
	/** If there is any error, an import changes nothing. */
	errors: OrganizationFileError[];
}

/**
 * Compares a file with the store, and writes nothing. If the file has errors, the parts without errors are compared. All
 * pointers lead into the whole file.
 */
export async function dryRunImport(
	table: Table,
	{ part, errors }: InspectedFile,
	now: Date,
): Promise<ImportPreview> {
	if (!part) return { ...nothing, errors };
	const { file, toOriginal } = part;
	const context = { table, organizationId: file.org.id, now };
	const plan = await planImport(context, file);
	const { changes, summary } = toChanges(file, plan);
	const warnings = await findWarnings(table, file, now);
	const conflicts = plan.errors.map(({ pointer, reason }) =>
		refused(toOriginal(pointer ?? ""), reason),
	);
	const inOriginal = <T extends { pointer: string }>(one: T): T => ({
		...one,
		pointer: toOriginal(one.pointer),
	});
	return {
		organizationId: file.org.id,
		summary,
		changes: changes.map(inOriginal),
		warnings: warnings.map(inOriginal),
		errors: [...errors, ...conflicts],
	};
}

const nothing = {
	organizationId: null,
	summary: { create: 0, change: 0, unchanged: 0 },
	changes: [],
	warnings: [],
};
