import { readAuditRecords } from "../../../../shared/organizations/audit-records.store.ts";
import { compareOrganization } from "../../export/compare-organization.ts";
import { exportOrganization } from "../../export/export-organization.ts";
import { exportText } from "../../export/export-text.ts";
import {
	findHeldAt,
	holdStage,
	releaseStage,
	wholeStage,
} from "../../organizations/hold-stage.ts";
import { listOrganizations } from "../../organizations/list-organizations.ts";
import { requireOrganization } from "../../organizations/require-organization.ts";
import {
	resumeOrganization,
	suspendOrganization,
} from "../../organizations/suspend-organization.ts";
import {
	type Arguments,
	arrayText,
	type Command,
	type CommandWorld,
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
		return async ({ table, note, write }) => {
			const heldAt = await findHeldAt(table);
			if (heldAt !== null)
				note(
					`Every organization is suspended since ${heldAt}, until \`resume --all\``,
				);
			await write(json(await listOrganizations(table)));
		};
	},
};

export const suspendCommand: Command = {
	usage: "<orgId> [--keep-batches] [--yes] | --all",
	summary:
		"refuse all requests of the organization's keys within 5 seconds, and stop its running batch",
	notes: `--keep-batches  do not stop the running batch
--all           the emergency stop of the whole stage: refuse the requests of every organization within 5 seconds,
                and let no worker begin a chunk. Running batches wait for \`resume --all\`, and lose nothing
Without these, the command waits for half a minute, for batches of requests that had begun. stoppedBatches has those
that it has stopped itself, none that was stopped before.`,
	options: {
		"keep-batches": { type: "boolean" },
		all: { type: "boolean" },
		...yesOption,
	},
	prepare(args) {
		if (args.values.all === true) return suspendAll(args);
		const { orgId } = operands(args, "orgId");
		const keepsBatches = args.values["keep-batches"] === true;
		return async ({ table, audit, ...world }) => {
			const { isStackStopped, clock, showWait, confirm, note, write } = world;
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
				onWait(seconds, total) {
					if (seconds === 0)
						note(
							`${orgId} is suspended. For ${total} seconds, batches of requests that had begun are stopped too`,
						);
					else showWait(seconds, total);
				},
			});
			await write(json({ suspended: true, stoppedBatches }));
		};
	},
};

export const resumeCommand: Command = {
	usage: "<orgId> | --all",
	summary: "serve requests again after suspend, within 5 seconds",
	notes: `--all  end the emergency stop of \`suspend --all\`. Organizations that were suspended by themselves remain so;
       chunks of batches that have waited are sent again by the next sweep, within two minutes`,
	options: { all: { type: "boolean" } },
	prepare(args) {
		if (args.values.all === true) return resumeAll(args);
		const { orgId } = operands(args, "orgId");
		return async ({ table, audit, write }) => {
			await requireOrganization(table, orgId);
			await resumeOrganization(audit.tableFor(orgId), orgId);
			await write(json({ suspended: false }));
		};
	},
};

function suspendAll(args: Arguments) {
	operands(args);
	return async ({ audit, now, note, write }: CommandWorld) => {
		await holdStage(audit.tableFor(wholeStage), now.toISOString());
		note(
			"Every organization is suspended. Requests and chunks that had begun end within 35 seconds",
		);
		await write(json({ suspended: true }));
	};
}

function resumeAll(args: Arguments) {
	operands(args);
	return async ({ audit, now, write }: CommandWorld) => {
		await releaseStage(audit.tableFor(wholeStage), now.toISOString());
		await write(json({ suspended: false }));
	};
}

export const auditCommand: Command = {
	usage: "<orgId> | --all",
	summary:
		"list the operator's commands that changed the organization, newest first: when, who, what, and how it ended",
	notes: `--all    those that concern the whole stage: suspend --all, resume --all
outcome  null: the command still runs, or was killed
changes  of an import: the records that it creates or changes, with amount, due and state before and after`,
	options: { all: { type: "boolean" } },
	prepare(args) {
		if (args.values.all === true) {
			operands(args);
			return async ({ table, write }) => {
				await write(arrayText(readAuditRecords(table, wholeStage)));
			};
		}
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
