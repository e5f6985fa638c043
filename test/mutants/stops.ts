import type { Mutant } from "./mutant.ts";

const stops = "test/functions/stop-batch/stop-batch.test.ts";
const races = "test/functions/stop-batch/races.test.ts";
const suspensions = "test/tools/operator/suspend-organization.slow.test.ts";

/** Bugs of stopping a batch (corrections C4). */
export const stopMutants: readonly Mutant[] = [
	{
		id: "stop-overwrites-decision",
		what: "a stop overwrites the decision of a worker that is paying its chunk",
		file: "shared/batches/chunks/end-chunks.store.ts",
		search: `ConditionExpression: "attribute_not_exists(pk)",`,
		replace: `ConditionExpression: "attribute_exists(pk) OR attribute_not_exists(pk)",`,
		test: races,
	},
	{
		id: "stop-ignored-by-workers",
		what: "a worker pays an undecided chunk of a stopped batch",
		file: "functions/payment-worker/process-chunk.ts",
		search:
			"const mustStop = chunk.batch.stop !== null && chunk.decision === null;",
		replace: "const mustStop = false;",
		test: races,
	},
	{
		id: "stop-ignored-by-sweeper",
		what: "what a stop has left undecided is not ended by the sweeper",
		file: "functions/batch-sweeper/sweep-batch.ts",
		search: "if (batch.stop && (await endStopped(sweeper, id)))",
		replace: "if (batch.stop === undefined)",
		test: races,
	},
	{
		id: "second-stop-counts",
		what: "a repeated stop replaces the reason of the first one",
		file: "shared/batches/stop-batch.store.ts",
		search: "`${isRunning} AND attribute_not_exists(stoppedAt)`",
		replace: "isRunning",
		test: races,
	},
	{
		id: "suspend-ends-watch",
		what: "a busy store ends the watch of a suspension: a batch that is accepted afterwards is paid",
		file: "tools/operator/organizations/suspend-organization.ts",
		search: "await Promise.allSettled([stopRunning()]);\n\t\tawait table.pause",
		replace: "await stopRunning();\n\t\tawait table.pause",
		test: suspensions,
	},
	{
		id: "suspend-other-organization",
		what: "a suspension stops the batches of all organizations",
		file: "tools/operator/organizations/suspend-organization.ts",
		search: "(batch) => batch.organizationId === organizationId,",
		replace: '(batch) => batch.organizationId !== "",',
		test: suspensions,
	},
	{
		id: "stopped-is-error",
		what: "stopped resources are counted as errors",
		file: "shared/payments/payment-result.ts",
		search: `reason === "LOCK_HELD" || reason === "BATCH_STOPPED"`,
		replace: `reason === "LOCK_HELD"`,
		test: stops,
	},
	{
		id: "payment-id-of-unpaid",
		what: "a batch's result names a payment that was not made",
		file: "shared/batches/batch-result.ts",
		search: `status === "DONE" && amount !== null`,
		replace: "amount !== null",
		test: "test/functions/batch-status/batch-status.test.ts",
	},
];
