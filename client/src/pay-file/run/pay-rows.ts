import type { RowState } from "../journal/journal-state.ts";
import { ServiceError } from "../service/payments-service.ts";
import { waitForBatch } from "./learn-from-batch.ts";
import { toOutcome } from "./outcome.ts";
import { planRequests } from "./plan-requests.ts";
import type { RunContext } from "./run-context.ts";
import { sendRequest } from "./send-request.ts";
import { noteAnswer, settleRequest } from "./settle-request.ts";

/** A request with more rows is a batch, of which an organization has one at a time. */
const synchronousMax = 100;
/** Pauses before rows are sent again that another action kept from being paid. */
const skippedPausesMs = [5_000, 15_000, 45_000];
/** Pauses before a request is sent again that was not taken. */
const notTakenPausesMs = [1_000, 2_000, 5_000, 15_000];
/** Then the run stops; it can be run again. */
const waitMaxMs = 2 * 60 * 60_000;
const unreachableMaxMs = 5 * 60_000;

/**
 * Pays rows, one request at a time; each row is sent again only when it is certain that it is not paid and may be later.
 *
 * @param indexes In ascending order.
 */
export async function payRows(context: RunContext, indexes: readonly number[]) {
	let waiting = indexes;
	for (let skips = 0; waiting.length > 0; ) {
		const ready = await untilReady(context, waiting);
		for (const request of planRequests(context.rows, ready)) {
			// Stops here when the user has asked for it.
			await context.pause(0);
			await payRequest(context, request);
		}
		waiting = waiting.filter((index) => maySendAgain(stateOf(context, index)));
		const isSkipped = (index: number) =>
			stateOf(context, index)?.status !== "NOT_TAKEN";
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
		await context.pause(pauseMs);
	}
}

const stateOf = ({ journal }: RunContext, index: number) =>
	journal.state.rows.get(index);

/** Rows of requests that were not carried out, and rows whose invoice was locked. */
const maySendAgain = (state: RowState | undefined) =>
	state?.status === "NOT_TAKEN" || state?.status === "SKIPPED";

/** The rows that may be sent now; waits when there is none. */
async function untilReady(
	context: RunContext,
	indexes: readonly number[],
): Promise<number[]> {
	const { now, pause, say } = context;
	const times = indexes.map(
		(index) => stateOf(context, index)?.retryAfter ?? 0,
	);
	const ready = indexes.filter(
		(_, position) => (times[position] ?? 0) <= now(),
	);
	if (ready.length > 0) return ready;
	const earliest = times.reduce((one, other) => Math.min(one, other));
	say(
		`Waiting until ${new Date(earliest).toISOString()}: before, a request that was held up could still be carried out`,
	);
	await pause(earliest - now());
	return untilReady(context, indexes);
}

/** Sends a request until it is taken, under a new key each time. */
async function payRequest(context: RunContext, indexes: readonly number[]) {
	const { journal, newKey, now, pause, say, onProgress } = context;
	const begun = now();
	for (let tries = 0; ; tries++) {
		if (indexes.length > synchronousMax) await waitForRunningBatch(context);
		const key = newKey();
		const answer = await sendRequest(context, { key, indexes });
		if (answer.kind === "later" || answer.kind === "denied")
			journal.append(
				toOutcome(key, indexes, () => ({ status: "NOT_TAKEN" }), { at: now() }),
			);
		else noteAnswer(context, key, answer);
		if (answer.kind === "denied") throw new ServiceError(answer.message);
		await settleRequest(context, key);
		onProgress(indexes.length);
		if (answer.kind !== "busy" && answer.kind !== "later") return;

		const limit = answer.kind === "busy" ? waitMaxMs : unreachableMaxMs;
		if (now() - begun > limit) throw new ServiceError(answer.message);
		if (tries === 0)
			say(
				answer.kind === "busy"
					? "Waiting for a batch of the organization that is running"
					: `Waiting: ${answer.message}`,
			);
		await pause(notTakenPausesMs[tries] ?? 30_000);
	}
}

async function waitForRunningBatch(context: RunContext) {
	const running = await context.service.findRunningBatch();
	if (!running) return;
	context.say(`Waiting for the batch ${running}, which is running`);
	await waitForBatch({ ...context, onProgress: () => {} }, running);
}
