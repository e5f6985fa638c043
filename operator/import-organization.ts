import type { Table } from "../shared/store/table.ts";
import { OrganizationFileError } from "./organization-file/organization-file-error.ts";
import {
	type OrganizationFile,
	readOrganizationFile,
} from "./organization-file/read-organization-file.ts";

export async function importOrganizationFile(
	table: Table,
	path: string,
	now: Date,
) {
	const file = readOrganizationFile(path);
	try {
		await importOrganization(table, file, now);
	} catch (error) {
		if (error instanceof OrganizationFileError) throw error.in(path);
		throw error;
	}
}

export async function importOrganization(
	_table: Table,
	_file: OrganizationFile,
	_now: Date,
): Promise<void> {}
