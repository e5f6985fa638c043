import { stopReasonMaxLength } from "../../../../shared/batches/payment-batch.ts";
import { holdBatches, releaseBatches } from "../../batches/hold-batches.ts";
import { listBatches } from "../../batches/list-batches.ts";
import { requireBatch } from "../../batches/require-batch.ts";
import { showBatch } from "../../batches/show-batch.ts";
import { stopBatch } from "../../batches/stop-batch.ts";
import { watchBatch } from "../../batches/watch-batch.ts";
import { requireOrganization } from "../../organizations/require-organization.ts";
import {
	type Command,
	json,
	operands,
	requireOption,
	UsageError,
	yesOption,
} from "../command.ts";
import { progressText } from "../progress.ts";

export const batchListCommand: Command = {
	usage: "<orgId>",
	summary: "list the organization's payment batches, newest first",
	prepare(args) {
		const { orgId } = operands(args, "orgId");
		return async ({ table, now, write }) => {
			await requireOrganization(table, orgId);
			await write(json(await listBatches(table, orgId, now)));
		};
	},
};

export const batchShowCommand: Command = {
	usage: "<orgId> <slug> [--errors]",
	summary:
		"show a batch with the result of each resource; --errors: only resources that were not paid",
	options: { errors: { type: "boolean" } },
	prepare(args) {
		const { orgId, slug } = operands(args, "orgId", "slug");
		const onlyErrors = args.values.errors === true;
		return async ({ table, now, write, note }) => {
			await requireOrganization(table, orgId);
			const id = { organizationId: orgId, bulkActionSlug: slug };
			const batch = await showBatch(table, id, { onlyErrors, now });
			const open = batch.total - batch.processed;
			if (open > 0)
				note(
					`${open} of ${batch.total} resources have no result yet: only those that have one are shown`,
				);
			await write(json(batch));
		};
	},
};

export const batchWatchCommand: Command = {
	usage: "<orgId> <slug>",
	summary: "show a batch's progress until it is done",
	prepare(args) {
		const { orgId, slug } = operands(args, "orgId", "slug");
		return async ({ table, isStackStopped, now, terminal, write }) => {
			await requireOrganization(table, orgId);
			const batch = { organizationId: orgId, bulkActionSlug: slug };
			const states = watchBatch(table, batch, {
				isProcessed: !isStackStopped,
				now,
			});
			await write(progressText(states, terminal));
		};
	},
};

export const batchStopCommand: Command = {
	usage: "<orgId> <slug> --reason <text> [--yes]",
	summary:
		"stop a batch: what has not been decided yet is not paid, and ends SKIPPED/BATCH_STOPPED",
	options: { reason: { type: "string" }, ...yesOption },
	prepare(args) {
		const { orgId, slug } = operands(args, "orgId", "slug");
		const stopReason = requireReason(requireOption(args, "reason"));
		return async ({ table, audit, now, clock, confirm, write }) => {
			await requireOrganization(table, orgId);
			const batch = { organizationId: orgId, bulkActionSlug: slug };
			const { status, total } = await requireBatch(table, batch, now);
			if (status !== "DONE")
				await confirm(
					`Stop batch ${slug} of ${orgId} for good? What has not been decided yet of its ${total} payments will not be made.`,
				);
			const stopped = await stopBatch(audit.tableFor(orgId), batch, {
				stopReason,
				clock,
			});
			audit.count(orgId, stopped.counts);
			await write(json(stopped));
		};
	},
};

function requireReason(text: string): string {
	const { length } = [...text];
	if (length >= 1 && length <= stopReasonMaxLength) return text;
	throw new UsageError(
		`--reason must have 1 to ${stopReasonMaxLength} characters, not ${length}`,
	);
}

export const batchHoldCommand: Command = {
	usage: "<orgId>",
	summary:
		"block new batches of the organization, as the web application does during its own batch",
	prepare(args) {
		const { orgId } = operands(args, "orgId");
		return async ({ table, audit, now }) => {
			await requireOrganization(table, orgId);
			await holdBatches(audit.tableFor(orgId), orgId, now);
		};
	},
};

export const batchReleaseCommand: Command = {
	usage: "<orgId>",
	summary:
		"unblock new batches after batch hold or a batch of the web application",
	prepare(args) {
		const { orgId } = operands(args, "orgId");
		return async ({ table, audit }) => {
			await requireOrganization(table, orgId);
			await releaseBatches(audit.tableFor(orgId), orgId);
		};
	},
};
