import { readAuditRecords } from "../../../../shared/organizations/audit-records.store.ts";
import { compareOrganization } from "../../export/compare-organization.ts";
import { exportOrganization } from "../../export/export-organization.ts";
import { exportText } from "../../export/export-text.ts";
import { listOrganizations } from "../../organizations/list-organizations.ts";
import { requireOrganization } from "../../organizations/require-organization.ts";
import {
	resumeOrganization,
	suspendOrganization,
} from "../../organizations/suspend-organization.ts";
import {
	arrayText,
	type Command,
	json,
	operands,
	requireOption,
	yesOption,
} from "../command.ts";

export const listCommand: Command = {
	usage: "",
	summary: "list the organizations, and which of them are suspended",
	prepare(args) {
		operands(args);
		return async ({ table, write }) => {
			await write(json(await listOrganizations(table)));
		};
	},
};

export const suspendCommand: Command = {
	usage: "<orgId> [--keep-batches] [--yes]",
	summary:
		"refuse all requests of the organization's keys within 5 seconds, and stop its running batch",
	notes: `--keep-batches  do not stop the running batch
Without it, the command waits for half a minute, for batches of requests that had begun. stoppedBatches has those that it
has stopped itself, none that was stopped before.`,
	options: { "keep-batches": { type: "boolean" }, ...yesOption },
	prepare(args) {
		const { orgId } = operands(args, "orgId");
		const keepsBatches = args.values["keep-batches"] === true;
		return async ({ table, audit, ...world }) => {
			const { isStackStopped, clock, showProgress, confirm, write } = world;
			await requireOrganization(table, orgId);
			if (!keepsBatches)
				await confirm(
					`Suspend ${orgId}, and stop its running batch for good? --keep-batches leaves the batch running.`,
				);
			const stoppedBatches = await suspendOrganization(audit.tableFor(orgId), {
				organizationId: orgId,
				keepsBatches,
				isServed: !isStackStopped,
				clock,
				onStop: (count) => audit.count(orgId, { stoppedBatches: count }),
				onWait: showProgress,
			});
			await write(json({ suspended: true, stoppedBatches }));
		};
	},
};

export const resumeCommand: Command = {
	usage: "<orgId>",
	summary: "serve requests again after suspend, within 5 seconds",
	prepare(args) {
		const { orgId } = operands(args, "orgId");
		return async ({ table, audit, write }) => {
			await requireOrganization(table, orgId);
			await resumeOrganization(audit.tableFor(orgId), orgId);
			await write(json({ suspended: false }));
		};
	},
};

export const auditCommand: Command = {
	usage: "<orgId>",
	summary:
		"list the operator's commands that changed the organization, newest first: when, who, what, and how it ended",
	notes: "outcome  null: the command still runs, or was killed",
	prepare(args) {
		const { orgId } = operands(args, "orgId");
		return async ({ table, write }) => {
			await requireOrganization(table, orgId);
			await write(arrayText(readAuditRecords(table, orgId)));
		};
	},
};

export const exportCommand: Command = {
	usage: "<orgId>",
	summary: "print an organization with its payments as JSON",
	prepare(args) {
		const { orgId } = operands(args, "orgId");
		return async ({ table, now, showProgress, write }) => {
			const exported = await exportOrganization(
				table,
				{ organizationId: orgId, now },
				showProgress,
			);
			await write(exportText(exported));
		};
	},
};

export const compareCommand: Command = {
	usage: "<orgId> --from <table or data directory>",
	summary:
		"list what the other table has of the organization that this one lacks or has otherwise",
	notes: `--from  a table of AWS; with a local store, another data directory
Each line has the list of the export, the record's id, whether it is MISSING or CHANGED, the properties that differ, and
of an invoice the payments that this table lacks, or has otherwise, such as not reversed.`,
	options: { from: { type: "string" } },
	prepare(args) {
		const { orgId: organizationId } = operands(args, "orgId");
		const name = requireOption(args, "from");
		return async ({ table, now, openOther, showProgress, write }) => {
			const from = await openOther(name);
			const comparison = { organizationId, from, to: table, now };
			await write(arrayText(compareOrganization(comparison, showProgress)));
		};
	},
};
