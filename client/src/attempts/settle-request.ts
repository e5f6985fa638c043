import { toPause } from "../http/backoff.ts";
import type { ApiAnswer } from "../http/send-once.ts";
import { toAskedPause } from "../http/send-repeatedly.ts";
import type { Timing } from "../timing.ts";
import { type AttemptKey, isForgotten } from "./attempt-key.ts";
import { AttemptForgottenError } from "./errors.ts";
import { judgeAnswer, judgeNoAnswer } from "./judge-answer.ts";
import { type Asked, judgeAttemptAnswer } from "./judge-attempt-answer.ts";
import type { Settlement } from "./settlement.ts";

/** A request under an idempotency key, whose outcome is to be known. */
export interface RequestToSettle {
	/** Sends the same content under the same key each time. */
	send: (signal?: AbortSignal) => Promise<ApiAnswer>;
	/** Asks for the attempt of the key. */
	ask: (signal?: AbortSignal) => Promise<ApiAnswer>;
	/** The key, and when a request was first sent under it. */
	attempt: AttemptKey;
	/** A request was perhaps sent under this key before, by this process or another one. */
	mayHaveArrived: boolean;
	/** False: only ask. */
	maySend: boolean;
}

export interface SettleBounds {
	settleWithinMs: number;
	timing: Timing;
	signal?: AbortSignal | undefined;
}

/** What is known about the request so far. */
interface Knowledge {
	mayHaveArrived: boolean;
	/** A copy was refused with 409: another one holds the key, even if the service should not show its attempt. */
	isClaimed: boolean;
	/** What kept the outcome from being known. */
	cause?: unknown;
}

const backoff = { firstMs: 500, longestMs: 5_000 };

/**
 * Far below the five minutes for which a key stays claimed. Within this time of asking, sending under the same key is
 * safe: if an earlier copy arrives in between, its claim is fresh, and this copy is refused with 409.
 */
const askedFreshMs = 60_000;

/**
 * Sends a request under its idempotency key and finds out what it did, whatever the network loses, delays or doubles.
 *
 * - A request is repeated only under its own key, and only after the service has said that it does not know the key.
 *   So of all copies, late ones included, one runs.
 * - An outcome that is not known is never guessed: it is returned as `UNKNOWN`.
 */
export async function settleRequest(
	request: RequestToSettle,
	{ settleWithinMs, timing, signal }: SettleBounds,
): Promise<Settlement> {
	const endsAt = timing.now() + settleWithinMs;
	let known: Knowledge = {
		mayHaveArrived: request.mayHaveArrived,
		isClaimed: false,
	};
	for (let round = 0; ; round++) {
		if (signal?.aborted) return giveUp(known, signal.reason);
		const next = known.mayHaveArrived
			? await askThenSend(request, known, timing, signal)
			: await sendNow(request, known, signal);
		if ("kind" in next) return next;
		const isNewlyOpen = next.mayHaveArrived && !known.mayHaveArrived;
		known = next;
		// The first thing to do about a lost answer is to ask, at once.
		const pause = isNewlyOpen ? 0 : toNextPause(round, known, timing);
		if (timing.now() + pause >= endsAt) return giveUp(known, known.cause);
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
	timing: Timing,
	signal: AbortSignal | undefined,
): Promise<Settlement | Knowledge> {
	const askedAt = timing.now();
	const asked = await ask(request, signal);
	switch (asked.kind) {
		case "SETTLED":
			return { kind: "ATTEMPTED", attempt: asked.attempt };
		case "CANNOT_ASK":
			return { kind: "UNKNOWN", cause: asked.error };
		case "ASK_AGAIN":
			return { ...known, cause: asked.error };
		case "NOT_FOUND": {
			// The machine may have been suspended for longer than the service knows an attempt.
			if (isForgotten(request.attempt, timing))
				return { kind: "UNKNOWN", cause: new AttemptForgottenError() };
			if (!request.maySend) return { kind: "NOT_ARRIVED" };
			const isFresh = timing.now() - askedAt < askedFreshMs;
			return isFresh && !known.isClaimed && !signal?.aborted
				? sendNow(request, known, signal)
				: { ...known, cause: asked.error };
		}
	}
}

const ask = (request: RequestToSettle, signal: AbortSignal | undefined) =>
	request
		.ask(signal)
		.then(
			judgeAttemptAnswer,
			(error: unknown): Asked => ({ kind: "ASK_AGAIN", error }),
		);

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
			return { mayHaveArrived: true, isClaimed: true, cause: verdict.error };
		case "OPEN":
			return { ...known, mayHaveArrived: true, cause: verdict.error };
	}
}
