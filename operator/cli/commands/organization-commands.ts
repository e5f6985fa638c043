import { importOrganization } from "../../../organization-files/import-organization.ts";
import { namingFile } from "../../../organization-files/organization-file-error.ts";
import { readOrganizationFile } from "../../../organization-files/read-organization-file.ts";
import { exportOrganization } from "../../export/export-organization.ts";
import { exportText } from "../../export/export-text.ts";
import { reindex } from "../../reindex.ts";
import { type Command, operands } from "../command.ts";

export const importCommand: Command = {
	usage: "<file>",
	summary: "upserts an organization file; changes nothing when it is bad",
	prepare(args) {
		const { file: path } = operands(args, "file");
		const file = readOrganizationFile(path);
		return async ({ table, now }) =>
			namingFile(path, () => importOrganization(table, file, now));
	},
};

export const exportCommand: Command = {
	usage: "<orgId>",
	summary: "writes an organization, payments included, as JSON",
	prepare(args) {
		const { orgId } = operands(args, "orgId");
		return async ({ table, write }) =>
			write(exportText(await exportOrganization(table, orgId)));
	},
};

export const reindexCommand: Command = {
	usage: "<orgId>",
	summary: "lists records that were stored before the index existed",
	prepare(args) {
		const { orgId } = operands(args, "orgId");
		return async ({ table, write }) =>
			write([`${JSON.stringify(await reindex(table, orgId))}\n`]);
	},
};
