import { exportOrganization } from "../../export/export-organization.ts";
import { exportText } from "../../export/export-text.ts";
import { reindex } from "../../reindex.ts";
import { type Command, operands } from "../command.ts";

export const exportCommand: Command = {
	usage: "<orgId>",
	summary: "print an organization with its payments as JSON",
	prepare(args) {
		const { orgId } = operands(args, "orgId");
		return async ({ table, write }) => {
			await write(exportText(await exportOrganization(table, orgId)));
		};
	},
};

export const reindexCommand: Command = {
	usage: "<orgId>",
	summary: "add records to the list index that were stored before it existed",
	prepare(args) {
		const { orgId } = operands(args, "orgId");
		return async ({ table, write }) => {
			await write([`${JSON.stringify(await reindex(table, orgId))}\n`]);
		};
	},
};
