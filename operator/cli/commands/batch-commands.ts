import { holdBatches, releaseBatches } from "../../batches/hold-batches.ts";
import { listBatches } from "../../batches/list-batches.ts";
import { showBatch } from "../../batches/show-batch.ts";
import { watchBatch } from "../../batches/watch-batch.ts";
import { requireOrganization } from "../../require-organization.ts";
import { type Command, json, operands } from "../command.ts";
import { progressText } from "../progress.ts";

export const batchListCommand: Command = {
	usage: "<orgId>",
	summary: "lists the organization's batches of payments, newest first",
	prepare(args) {
		const { orgId } = operands(args, "orgId");
		return async ({ table, write }) => {
			await requireOrganization(table, orgId);
			await write(json(await listBatches(table, orgId)));
		};
	},
};

export const batchShowCommand: Command = {
	usage: "<orgId> <slug> [--errors]",
	summary:
		"shows a batch with the result of each resource; with --errors only of those that were not paid",
	options: { errors: { type: "boolean" } },
	prepare(args) {
		const { orgId, slug } = operands(args, "orgId", "slug");
		const onlyErrors = args.values.errors === true;
		return async ({ table, write }) => {
			await requireOrganization(table, orgId);
			const batch = { organizationId: orgId, bulkActionSlug: slug };
			await write(json(await showBatch(table, batch, { onlyErrors })));
		};
	},
};

export const batchWatchCommand: Command = {
	usage: "<orgId> <slug>",
	summary: "shows a batch's progress up to its end",
	prepare(args) {
		const { orgId, slug } = operands(args, "orgId", "slug");
		return async ({ table, isStackStopped, terminal, write }) => {
			await requireOrganization(table, orgId);
			const batch = { organizationId: orgId, bulkActionSlug: slug };
			const states = watchBatch(table, batch, { goesOn: !isStackStopped });
			await write(progressText(states, terminal));
		};
	},
};

export const batchHoldCommand: Command = {
	usage: "<orgId>",
	summary:
		"keeps the organization from starting a batch, as a batch of the web application does",
	prepare(args) {
		const { orgId } = operands(args, "orgId");
		return async ({ table }) => {
			await requireOrganization(table, orgId);
			await holdBatches(table, orgId);
		};
	},
};

export const batchReleaseCommand: Command = {
	usage: "<orgId>",
	summary: "ends what batch hold or the web application began",
	prepare(args) {
		const { orgId } = operands(args, "orgId");
		return async ({ table }) => {
			await requireOrganization(table, orgId);
			await releaseBatches(table, orgId);
		};
	},
};
