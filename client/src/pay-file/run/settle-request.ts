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
/** A repeated key is refused for five minutes; before they are over, sending again is safe. */
const resendWithin = 4 * minute;
/** No payment can be made under a key that was sent so long ago, whatever held it up (decisions, R9). */
const retryAfter = 5.5 * minute;
/** An attempt is kept for 24 hours. */
const askWithin = 23 * 60 * minute;
const pauseMs = 2_000;

/**
 * Finds out what became of a request whose answer is not known, and notes it. It is never sent under another key meanwhile.
 * First its attempt is asked for; when that can prove nothing, the payments of its invoices are read, which carry the key.
 */
export async function settleRequest(context: RunContext, key: string) {
	const { journal, service, now, pause, say } = context;
	for (let isFirst = true; ; isFirst = false) {
		const request = journal.state.open.get(key);
		if (!request) return;
		if (request.bulkActionSlug) return learnFromBatch(context, request);
		const age = now() - request.firstSentAt;
		const mayAsk = age >= 0 && age < askWithin;
		const attempt = mayAsk ? await service.findAttempt(key) : undefined;
		const mayResend =
			age >= 0 && age < resendWithin && isLatest(context, request);
		if (!attempt && !mayResend) return learnFromBooks(context, request);
		if (!attempt) {
			if (!isFirst) await pause(pauseMs);
			const indexes = request.rows;
			const answer = await sendRequest(context, { key, indexes });
			if (answer.kind === "denied") throw new ServiceError(answer.message);
			noteAnswer(context, key, answer);
			continue;
		}
		if (attempt.bulkActionSlug) {
			const { bulkActionSlug } = attempt;
			journal.append({ type: "batch", key, bulkActionSlug });
			continue;
		}
		if (attempt.status === "SETTLED") {
			noteAttempt(context, request, attempt);
			return;
		}
		if (isFirst)
			say("The outcome of the last request is known within a minute");
		await pause(pauseMs);
	}
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
	{ results }: Attempt,
) {
	const outcomeOf = (position: number): RowOutcome =>
		results?.[position]?.recorded
			? { status: "DONE" }
			: { status: "NOT_TAKEN", reason: "NOT_RECORDED" };
	if (results && results.length !== rows.length)
		throw new Error(`The attempt ${key} is not that of the journal's request`);
	journal.append(
		toOutcome(key, rows, outcomeOf, {
			at: now(),
			retryAfter: lastSentAt + retryAfter,
		}),
	);
}
