import type { OpenRequest } from "../journal/journal-state.ts";
import {
	type Answer,
	type Attempt,
	ServiceError,
} from "../service/payments-service.ts";
import { learnFromBatch } from "./learn-from-batch.ts";
import { learnFromBooks } from "./learn-from-books.ts";
import { type RowOutcome, toOutcome, toRowOutcome } from "./outcome.ts";
import type { RunContext } from "./run-context.ts";
import { sendRequest } from "./send-request.ts";

const minute = 60_000;
/** An attempt is kept for 24 hours. */
const askWithin = 23 * 60 * minute;
/** Until then, a copy of a request may be on its way, or at work (decisions, R9). */
const heldUpAtMost = 5.5 * minute;
/** How long a run sends one request again and again; the next run goes on. */
const resendForAtMost = 4 * minute;
const pauseMs = 2_000;

/**
 * Finds out what became of a request whose answer is not known, and notes it. Meanwhile it is sent under its own key only,
 * and only after the service has said that it does not know the key: so of all copies, late ones included, one is carried
 * out. A request that is too old to be asked for is looked up in the payments of its invoices, which carry the key.
 */
export async function settleRequest(context: RunContext, key: string) {
	const { journal, service, now, pause, say } = context;
	const begun = now();
	for (let isFirst = true; ; isFirst = false) {
		const request = journal.state.open.get(key);
		if (!request) return;
		if (request.bulkActionSlug) return learnFromBatch(context, request);
		if (!isFirst) await pause(pauseMs);
		const age = now() - request.firstSentAt;
		const mayAsk = age >= 0 && age < askWithin;
		const attempt = mayAsk ? await service.findAttempt(key) : undefined;
		if (attempt?.bulkActionSlug) {
			const { bulkActionSlug } = attempt;
			journal.append({ type: "batch", key, bulkActionSlug });
		} else if (attempt?.status === "SETTLED") {
			noteAttempt(context, request, attempt);
		} else if (attempt) {
			if (isFirst)
				say("The outcome of the last request is known within a minute");
		} else if (mayAsk && isLatest(context, request)) {
			if (now() - begun > resendForAtMost)
				throw new ServiceError(
					"The service does not answer the request to pay. Run the same command again to continue",
				);
			await resend(context, request);
		} else {
			await untilNoCopyIsLeft(context, request);
			return learnFromBooks(context, request);
		}
	}
}

async function resend(context: RunContext, { key, rows }: OpenRequest) {
	const answer = await sendRequest(context, { key, indexes: rows });
	if (answer.kind === "denied") throw new ServiceError(answer.message);
	noteAnswer(context, key, answer);
}

async function untilNoCopyIsLeft(
	{ now, pause, say }: RunContext,
	{ lastSentAt }: OpenRequest,
) {
	// A clock that was set back does not make the wait longer.
	const left = Math.min(lastSentAt + heldUpAtMost - now(), heldUpAtMost);
	if (left <= 0) return;
	say("Waiting: a copy of the last request could still be carried out");
	await pause(left);
}

/** None of its rows was sent, or paid, under another key since. */
const isLatest = ({ journal }: RunContext, { key, rows }: OpenRequest) =>
	rows.every((index) => journal.state.rows.get(index)?.key === key);

/** Notes what an answer proves; an answer that proves nothing leaves the request open. */
export function noteAnswer(context: RunContext, key: string, answer: Answer) {
	const { journal, now } = context;
	const request = journal.state.open.get(key);
	if (!request) return;
	const note = (outcomeOf: (position: number) => RowOutcome) =>
		journal.append(toOutcome(key, request.rows, outcomeOf, { at: now() }));
	if (answer.kind === "batch") {
		const { bulkActionSlug } = answer;
		journal.append({ type: "batch", key, bulkActionSlug });
	}
	if (
		answer.kind === "results" &&
		answer.results.length === request.rows.length
	)
		note((position) => {
			const result = answer.results[position];
			return result ? toRowOutcome(result) : { status: "UNKNOWN" };
		});
	if (answer.kind === "refused")
		note(() => ({ status: "ERROR", reason: `REFUSED: ${answer.message}` }));
	if (answer.kind === "busy")
		note(() => ({ status: "NOT_TAKEN", reason: "MAP_BATCH_IN_PROGRESS" }));
}

function noteAttempt(
	{ journal, now }: RunContext,
	{ key, rows, lastSentAt }: OpenRequest,
	{ attemptedAt, results }: Attempt,
) {
	const outcomeOf = (position: number): RowOutcome =>
		results?.[position]?.recorded
			? { status: "DONE" }
			: { status: "NOT_TAKEN", reason: "NOT_RECORDED" };
	if (results && results.length !== rows.length)
		throw new Error(`The attempt ${key} is not that of the journal's request`);
	// A copy that was held up on its way is taken later than it was sent. By the service's clock, which may be ahead.
	const takenAt = Math.min(Date.parse(attemptedAt), now());
	journal.append(
		toOutcome(key, rows, outcomeOf, {
			at: now(),
			retryAfter: Math.max(lastSentAt, takenAt) + heldUpAtMost,
		}),
	);
}
