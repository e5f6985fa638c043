import { IdempotencyKeyReusedError } from "../../attempts/errors.ts";
import {
	isBeforeClaim,
	judgeAttemptAnswer,
} from "../../attempts/judge-answer.ts";
import { lateCopyMs } from "../../attempts/search-records.ts";
import { settleRequest } from "../../attempts/settle-request.ts";
import {
	isNotRecorded,
	type Recorded,
	type RequestToSettle,
} from "../../attempts/settlement.ts";
import { type ApiError, NoAnswerError } from "../../http/errors.ts";
import {
	synchronousMax,
	toPaymentRequest,
} from "../../payments/payment-request.ts";
import { toFound } from "../../payments/settlement-to-outcome.ts";
import type { SentPayments } from "../../payments/to-results.ts";
import { describeFailure, isRecordNotFound, ServiceError } from "../errors.ts";
import { toResource } from "../input/file-row.ts";
import { type SentInvoice, toRanges } from "../journal/entries.ts";
import type { RunContext } from "../task.ts";
import {
	type RowOutcome,
	readBatchOutcomes,
	recordedToOutcome,
	resultToOutcome,
	toOutcome,
	waitForRunningBatch,
} from "./outcomes.ts";

/** As long as a read is repeated. */
const connectWithinMs = 60_000;

/**
 * Sends a request, or goes on with one that was perhaps sent before, until the journal has its outcome. Its rows are
 * never sent under another key before that.
 *
 * @param maySend False: only learn the outcome.
 * @returns `BUSY` when another batch of the organization is running, so that nothing was taken; `NOT_ARRIVED` when the
 *   request has not arrived, and was not to be sent again.
 * @throws ServiceError when the outcome cannot be learned now.
 */
export async function settleRows(
	context: RunContext,
	request: RowsOfRequest,
	{ isNew, maySend = true }: { isNew: boolean; maySend?: boolean },
): Promise<"NOTED" | "BUSY" | "NOT_ARRIVED"> {
	const { client, patience } = context;
	const work = toWork(context, request);
	if (work.bulkActionSlug) return noteBatch(work, work.bulkActionSlug);
	const settlement = await settleRequest(
		{ ...work.request, mayHaveArrived: !isNew, maySend },
		{
			settleWithinMs: patience.leftMs(),
			connectWithinMs,
			timing: client.timing,
		},
	);
	switch (settlement.kind) {
		case "ANSWERED":
		case "ATTEMPTED": {
			const found = toFound(settlement, work.sent);
			if (found.bulkActionSlug === null)
				return noteUnlessReused(work, async () =>
					found.toResults().map(resultToOutcome),
				);
			context.journal.append({
				type: "batch",
				key: work.key,
				bulkActionSlug: found.bulkActionSlug,
			});
			return noteBatch(work, found.bulkActionSlug);
		}
		case "SEARCHED":
			return note(work, settlement.found.map(recordedToOutcome));
		case "REFUSED":
			return noteRefusal(work, settlement.error);
		case "NOT_SENT":
			note(work, all(work, { status: "NOT_TAKEN" }));
			throw stopped(work, "A request to pay was not taken", settlement.cause);
		case "NOT_ARRIVED":
			return "NOT_ARRIVED";
		case "UNKNOWN":
			throw stopped(work, unknown, settlement.cause);
	}
}

const noteBatch = (work: Work, bulkActionSlug: string) =>
	noteUnlessReused(work, () =>
		readBatchOutcomes(work.context, work.sent, bulkActionSlug),
	);

/** The results of other resources, and those of a batch that is not kept any more, say nothing: the records do. */
async function noteUnlessReused(
	work: Work,
	readOutcomes: () => Promise<RowOutcome[]>,
) {
	try {
		return note(work, await readOutcomes());
	} catch (error) {
		if (
			!(error instanceof IdempotencyKeyReusedError) &&
			!isRecordNotFound(error)
		)
			throw error;
		const found = await searchTwice(work);
		return note(work, found.map(recordedToOutcome));
	}
}

/** The rows that are not recorded will be sent under a new key: no copy of the request may be left. */
async function searchTwice({
	context,
	request,
}: Work): Promise<readonly Recorded[]> {
	const found = await request.search();
	if (!found.some(isNotRecorded)) return found;
	context.say("Waiting: a copy of the request could still be carried out");
	await context.client.timing.sleep(lateCopyMs);
	return request.search();
}

function noteRefusal(work: Work, error: ApiError) {
	const { code, message } = error;
	if (code === "MAP_BATCH_IN_PROGRESS") {
		note(work, all(work, { status: "NOT_TAKEN", reason: code }));
		return "BUSY";
	}
	if (isBeforeClaim(error)) {
		note(work, all(work, { status: "NOT_TAKEN" }));
		throw new ServiceError(describeFailure(error, work.context.url));
	}
	return note(
		work,
		all(work, { status: "ERROR", reason: `REFUSED: ${message}` }),
	);
}

const all = ({ rows }: Work, outcome: RowOutcome) => rows.map(() => outcome);

function note(
	{ context, key, rows }: Work,
	outcomes: readonly RowOutcome[],
): "NOTED" {
	const { journal, now, patience } = context;
	journal.append(toOutcome(key, rows, outcomes, now()));
	if (outcomes.some(({ status }) => status !== "NOT_TAKEN")) patience.renew();
	return "NOTED";
}

const unknown = "The outcome of a request to pay is not known";

function stopped({ context }: Work, what: string, cause: unknown) {
	const reason =
		cause instanceof Error
			? ` (${cause instanceof NoAnswerError ? describeFailure(cause, context.url) : cause.message})`
			: "";
	return new ServiceError(
		`${what}${reason}. Run the same command again to continue`,
		{ cause },
	);
}

/** Rows that one request pays. */
export interface RowsOfRequest {
	key: string;
	/** Their indexes, in the order of the request's resources. */
	rows: readonly number[];
	/** The batch that the request was accepted as. */
	bulkActionSlug?: string;
}

/** A request of a run, and how it is sent, asked about and looked up. */
interface Work extends RowsOfRequest {
	context: RunContext;
	sent: SentPayments;
	request: Omit<RequestToSettle, "mayHaveArrived" | "maySend">;
}

/** Each sending is in the journal before it is done. */
function toWork(context: RunContext, ofRequest: RowsOfRequest): Work {
	const { key, rows } = ofRequest;
	const { client, journal, now, say, onProgress } = context;
	const sent = toSent(context, ofRequest);
	const invoices = toInvoices(context, rows);
	const request = toPaymentRequest(client, sent, onProgress);
	let hasSaid = false;
	return {
		...ofRequest,
		context,
		sent,
		request: {
			...request,
			announce() {
				const at = new Date(now()).toISOString();
				journal.append({
					type: "sending",
					at,
					key,
					rows: toRanges(rows),
					...invoices,
				});
			},
			async ask(signal) {
				const answer = await request.ask(signal);
				if (!hasSaid && judgeAttemptAnswer(answer).kind === "ASK_AGAIN") {
					say("Waiting for the outcome of a request, for up to six minutes");
					hasSaid = true;
				}
				return answer;
			},
			async search(signal) {
				if (rows.length > synchronousMax) await waitForRunningBatch(context);
				say("Reading the payments of the invoices of the last request");
				return request.search(signal);
			},
		},
	};
}

/** The payments of a request, as they are sent and looked up. */
export const toSent = (
	context: RunContext,
	{ key, rows }: RowsOfRequest,
): SentPayments => ({
	resources: rows.map((index) => {
		const payment = context.rows[index]?.payment;
		if (payment) return toResource(payment);
		throw new Error("A row that cannot be read is never planned");
	}),
	attempt: { idempotencyKey: key, firstSentAt: null },
});

/** They are not known if the records of the invoices were not read. */
function toInvoices(context: RunContext, rows: readonly number[]) {
	const invoices = rows.flatMap((index): SentInvoice[] => {
		const { payment, record } = context.rows[index] ?? {};
		if (payment?.slug === undefined || !record) return [];
		const { vendorId, currency, vendorName } = record;
		const name: [string?] = vendorName === undefined ? [] : [vendorName];
		return [[payment.slug, vendorId, currency, ...name]];
	});
	return invoices.length === rows.length && { invoices };
}
