import type { ProcurementPaymentsClient } from "../../client.ts";
import type { PaymentRun } from "../../generated/openapi.ts";
import type { Terminal } from "../command-line/terminal.ts";
import { problemsOfCheck, walkCheck } from "./check-run.ts";
import { type OpenedRun, openRun, type RunToOpen } from "./open-run.ts";
import type { PayRow, SentRow } from "./pay-row.ts";
import { suggestNumbers } from "./suggest-numbers.ts";

/** A run with the rows of the file that are in it, in the order of the run. */
export interface PreparedRun extends OpenedRun {
	rows: readonly SentRow[];
	/** The rows with what the service says about them; empty when the run was released before. */
	checked: readonly PayRow[];
}

/** Creates or finds the run of these rows, and reads its check. */
export async function prepareRun(
	client: ProcurementPaymentsClient,
	toOpen: RunToOpen,
	terminal: Terminal,
): Promise<PreparedRun> {
	const opened = await openRun(client, toOpen);
	const { rows } = toOpen;
	if (opened.run.state !== "DRAFT") return { ...opened, rows, checked: [] };
	const items = await walkCheck(client, opened.run, terminal);
	const checked = rows.map((row, position): PayRow => {
		const check = items[position];
		if (!check) throw new Error(`The check has no payment ${position}`);
		return {
			...row,
			check,
			problems: problemsOfCheck(check, row.row.payment),
		};
	});
	return { ...opened, rows, checked: await suggestNumbers(client, checked) };
}

/** Discards a draft if this command created it. Others may need a run that was there before. */
export async function discardOwn(
	client: ProcurementPaymentsClient,
	{ run, isOwn }: { run: PaymentRun; isOwn: boolean },
) {
	if (isOwn && run.state === "DRAFT") await client.discardPaymentRun(run.runId);
}
