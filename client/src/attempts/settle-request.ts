import { toPause } from "../http/backoff.ts";
import { toAskedPause } from "../http/send-repeatedly.ts";
import { startStopwatch, type Timing } from "../timing.ts";
import {
	type Asked,
	judgeAnswer,
	judgeAttemptAnswer,
	judgeNoAnswer,
} from "./judge-answer.ts";
import { searchRecords } from "./search-records.ts";
import type {
	Knowledge,
	RequestToSettle,
	SettleBounds,
	Settlement,
} from "./settlement.ts";

const backoff = { firstMs: 500, longestMs: 5_000 };

/**
 * For so long after the service was asked, it is safe to send under the same key: if an earlier copy arrives in between,
 * its claim is fresh, and this copy is refused with 409. A key stays claimed for five minutes, which is far longer.
 */
const askedFreshMs = 60_000;

/** Below the 24 hours for which the service knows an attempt, counted from the request that claimed the key. */
const knownForMs = 23 * 3_600_000;

/**
 * Sends a request under its idempotency key and finds out what it did, even if the network loses, delays or doubles
 * messages.
 *
 * - A request is repeated only under its own key, and only after the service has said that it does not know the key.
 *   So only one of all copies runs, late ones included.
 * - The service forgets a key after a day. A request that this process has not begun itself, within a day by its own
 *   clocks, is therefore repeated only after the records were searched as well: what was done under a key is recorded
 *   for ever.
 * - An outcome that is not known is never guessed: it is returned as `UNKNOWN`.
 */
export async function settleRequest(
	request: RequestToSettle,
	bounds: SettleBounds,
): Promise<Settlement> {
	const { idempotencyKey, unusedSince, mayHaveArrived } = request;
	if (!mayHaveArrived)
		unusedSince.set(idempotencyKey, startStopwatch(bounds.timing));
	const settlement = await settle(request, bounds);
	const isOpen = ["UNKNOWN", "NOT_ARRIVED", "NOT_SENT"];
	if (!isOpen.includes(settlement.kind)) unusedSince.delete(idempotencyKey);
	return settlement;
}

async function settle(
	request: RequestToSettle,
	bounds: SettleBounds,
): Promise<Settlement> {
	const { settleWithinMs, timing, signal } = bounds;
	const begun = timing.now();
	let known: Knowledge = {
		mayHaveArrived: request.mayHaveArrived,
		isClaimed: false,
		asksAtOnce: false,
		searchedForMs: 0,
		hasWaited: false,
	};
	for (let round = 0; ; round++) {
		if (signal?.aborted) return giveUp(known, signal.reason);
		const next = known.mayHaveArrived
			? await askThenSend(request, { ...known, asksAtOnce: false }, bounds)
			: await sendFirst(request, { ...known, asksAtOnce: true }, signal);
		if ("kind" in next) return next;
		known = next;
		const asksAtOnce = known.mayHaveArrived && known.asksAtOnce;
		const pause = asksAtOnce ? 0 : toNextPause(round, known, timing);
		const now = timing.now();
		// The time of a search does not count: a search of many invoices takes long, but it is progress.
		const endsAt = begun + settleWithinMs + known.searchedForMs;
		if (now + pause >= endsAt) return giveUp(known, known.cause);
		await timing.sleep(pause, signal);
	}
}

const toNextPause = (round: number, { cause }: Knowledge, timing: Timing) =>
	Math.max(toPause(round, backoff, timing.random), toAskedPause(cause));

const giveUp = ({ mayHaveArrived }: Knowledge, cause: unknown): Settlement => ({
	kind: mayHaveArrived ? "UNKNOWN" : "NOT_SENT",
	cause,
});

async function askThenSend(
	request: RequestToSettle,
	known: Knowledge,
	bounds: SettleBounds,
): Promise<Settlement | Knowledge> {
	const { timing, signal } = bounds;
	const sinceAsked = startStopwatch(timing);
	const asked = await ask(request, signal);
	switch (asked.kind) {
		case "SETTLED":
			return { kind: "ATTEMPTED", attempt: asked.attempt };
		case "CANNOT_ASK":
			return { kind: "UNKNOWN", cause: asked.error };
		case "ASK_AGAIN":
			return { ...known, cause: asked.error };
		case "NOT_FOUND": {
			if (!known.isClaimed && !isUnused(request))
				return searchRecords(request, known, bounds);
			if (!request.maySend) return { kind: "NOT_ARRIVED" };
			if (known.isClaimed || signal?.aborted)
				return { ...known, cause: asked.error };
			request.announce?.();
			// The announcement may have taken long too, such as on a slow disk.
			return sinceAsked() < askedFreshMs
				? sendNow(request, known, signal)
				: { ...known, cause: asked.error };
		}
	}
}

/** Whether all that was done under the key was done within the time for which the service knows attempts. */
function isUnused({ unusedSince, idempotencyKey }: RequestToSettle): boolean {
	const since = unusedSince.get(idempotencyKey);
	return since !== undefined && since() < knownForMs;
}

const ask = (request: RequestToSettle, signal: AbortSignal | undefined) =>
	request
		.ask(signal)
		.then(
			judgeAttemptAnswer,
			(error: unknown): Asked => ({ kind: "ASK_AGAIN", error }),
		);

function sendFirst(
	request: RequestToSettle,
	known: Knowledge,
	signal: AbortSignal | undefined,
) {
	request.announce?.();
	return sendNow(request, known, signal);
}

async function sendNow(
	request: RequestToSettle,
	known: Knowledge,
	signal: AbortSignal | undefined,
): Promise<Settlement | Knowledge> {
	const verdict = await request
		.send(signal)
		.then(judgeAnswer, (error: unknown) => judgeNoAnswer(error, signal));
	switch (verdict.kind) {
		case "ANSWERED":
		case "REFUSED":
			return verdict;
		case "NOT_CLAIMED":
			return known.mayHaveArrived
				? { kind: "UNKNOWN", cause: verdict.error }
				: { kind: "REFUSED", error: verdict.error };
		case "NOT_PROCESSED":
			return { ...known, cause: verdict.error };
		case "CLAIMED":
			// A later call then searches the records first.
			request.unusedSince.delete(request.idempotencyKey);
			return {
				...known,
				mayHaveArrived: true,
				isClaimed: true,
				cause: verdict.error,
			};
		case "OPEN":
			return { ...known, mayHaveArrived: true, cause: verdict.error };
	}
}
