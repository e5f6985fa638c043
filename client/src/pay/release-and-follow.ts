import type { ProcurementPaymentsClient } from "../client.ts";
import type { PaymentRun } from "../generated/openapi.ts";
import type { CommandProcess } from "./command-line/command.ts";
import { exitCodes, InputError } from "./command-line/errors.ts";
import { program } from "./command-line/options.ts";
import { confirm } from "./command-line/terminal.ts";
import { type CheckReport, toFigure } from "./output/describe-check.ts";
import { describeTotal } from "./output/figures.ts";
import type { PayOptions } from "./pay-options.ts";
import { followRun, type Outcome } from "./run/outcomes.ts";
import { releaseRun } from "./run/release-run.ts";

interface ToRelease {
	client: ProcurementPaymentsClient;
	process: CommandProcess;
	options: Pick<PayOptions, "service" | "isConfirmed">;
	prepared: { run: PaymentRun };
	report: CheckReport;
	/** Called when the user answers no. */
	onNo?: () => Promise<void>;
}

export interface ReleasedRun {
	run: PaymentRun;
	/** The outcomes in the order of the run. */
	outcomes: readonly Outcome[];
}

/** Asks the user, releases a run and follows it. @returns The exit code when the run is not released. */
export async function releaseAndFollow(
	toRelease: ToRelease,
): Promise<ReleasedRun | number> {
	const { client, process, prepared, options, report, onNo } = toRelease;
	const { terminal } = process;
	if (!(await mayRelease(client, prepared.run)))
		return endForSecondPerson(toRelease);
	const total = describeTotal(
		report.payable.map(({ check }) => toFigure(check)),
	);
	const answer = options.isConfirmed
		? true
		: await confirm(
				terminal,
				`Record ${total} in all? No money moves between banks.`,
			);
	if (answer === undefined && report.isUnusual)
		throw new InputError(
			"Nobody can be asked about the warnings. If the payments are right all the same, say so with --yes. Nothing was paid",
		);
	if (answer === false) {
		await onNo?.();
		terminal.print("Nothing was paid");
		return exitCodes.notAllDone;
	}
	const run = await releaseRun(client, prepared.run, process);
	if (!run) return endForSecondPerson(toRelease);
	return { run, outcomes: await followRun(client, run, terminal) };
}

/** Whether the key may release runs, and the organization lets its user release this one. */
async function mayRelease(
	client: ProcurementPaymentsClient,
	{ amount, createdBy }: PaymentRun,
): Promise<boolean> {
	const [{ secondPersonFrom }, { userId, permissions }] = await Promise.all([
		client.getOrganization(),
		client.getKey(),
	]);
	const needsOther = secondPersonFrom !== null && amount >= secondPersonFrom;
	return (
		permissions.includes("payments:release") &&
		!(needsOther && createdBy?.userId === userId)
	);
}

function endForSecondPerson({ process, prepared, options }: ToRelease): number {
	process.terminal.print(
		[
			`The payment run ${prepared.run.runId} is ready, and another person must release it. Nothing is paid until then.`,
			"Ask a colleague who may release payments to open it in the console, or to run:",
			`  ${describeCommand(options, `pay --release ${prepared.run.runId}`)}`,
			"Run the same command as now again to see the results.",
		].join("\n"),
	);
	return exitCodes.waitsForRelease;
}

/** A command as the user would type it. */
export const describeCommand = (
	{ service }: Pick<PayOptions, "service">,
	command: string,
) => `${program} ${command} --url ${service.url}`;
