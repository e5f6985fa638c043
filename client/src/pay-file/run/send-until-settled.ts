import type { RowState } from "../journal/journal-state.ts";
import type { RunContext } from "./run-context.ts";

/** Pauses before rows are sent again that another action kept from being done. */
const skippedPausesMs = [5_000, 15_000, 45_000];

/**
 * Sends rows, and sends again those of requests that were not carried out, and a few times those whose invoice was locked.
 *
 * @param send Sends some of the rows, until the journal has an outcome of each.
 */
export async function sendUntilSettled(
	context: RunContext,
	indexes: readonly number[],
	send: (waiting: readonly number[]) => Promise<void>,
) {
	const stateOf = (index: number) => context.journal.state.rows.get(index);
	let waiting = indexes;
	for (let skips = 0; waiting.length > 0; ) {
		await send(waiting);
		waiting = waiting.filter((index) => maySendAgain(stateOf(index)));
		const isSkipped = (index: number) => stateOf(index)?.status !== "NOT_TAKEN";
		const skipped = waiting.filter(isSkipped);
		if (skipped.length === 0) continue;
		const pauseMs = skippedPausesMs[skips++];
		if (pauseMs === undefined) {
			waiting = waiting.filter((index) => !isSkipped(index));
			continue;
		}
		context.say(
			`${skipped.length} rows are being changed by others; trying again`,
		);
		await context.client.timing.sleep(pauseMs);
	}
}

/** Rows of requests that were not carried out, and rows whose invoice was locked. */
const maySendAgain = (state: RowState | undefined) =>
	state?.status === "NOT_TAKEN" || state?.status === "SKIPPED";
