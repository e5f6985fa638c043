import { judgeAttemptAnswer } from "../../attempts/judge-attempt-answer.ts";
import type { RequestToSettle } from "../../attempts/request-to-settle.ts";
import {
	synchronousMax,
	toPaymentRequest,
} from "../../payments/payment-request.ts";
import type { SentPayments } from "../../payments/to-results.ts";
import { toResource } from "../input/to-resource.ts";
import type { SentInvoice } from "../journal/entries.ts";
import { toRanges } from "../journal/ranges.ts";
import { waitForRunningBatch } from "./batches.ts";
import type { RunContext } from "./run-context.ts";

/** Rows that one request pays. */
export interface RowsOfRequest {
	key: string;
	/** Their indexes, in the order of the request's resources. */
	rows: readonly number[];
	/** The batch that the request was accepted as. */
	bulkActionSlug?: string;
}

/** A request of a run, and how it is sent, asked about and looked up. */
export interface Work extends RowsOfRequest {
	context: RunContext;
	sent: SentPayments;
	request: Omit<RequestToSettle, "mayHaveArrived" | "maySend">;
}

/** Each sending is in the journal before it is done. */
export function toWork(context: RunContext, ofRequest: RowsOfRequest): Work {
	const { key, rows } = ofRequest;
	const { client, journal, now, say, onProgress } = context;
	const sent: SentPayments = {
		resources: rows.map((index) => {
			const payment = context.rows[index]?.payment;
			if (payment) return toResource(payment);
			throw new Error("A row that cannot be read is never planned");
		}),
		attempt: { idempotencyKey: key, firstSentAt: null },
	};
	const invoices = toInvoices(context, rows);
	const request = toPaymentRequest(client, sent, onProgress);
	let hasSaid = false;
	return {
		...ofRequest,
		context,
		sent,
		request: {
			...request,
			send(signal) {
				const at = new Date(now()).toISOString();
				journal.append({
					type: "sending",
					at,
					key,
					rows: toRanges(rows),
					...invoices,
				});
				return request.send(signal);
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

/** Not known of rows that an earlier version has sent. */
function toInvoices(context: RunContext, rows: readonly number[]) {
	const invoices = rows.flatMap((index): SentInvoice[] => {
		const { payment, record } = context.rows[index] ?? {};
		if (payment?.slug === undefined || !record) return [];
		return [[payment.slug, record.vendorId, record.currency]];
	});
	return invoices.length === rows.length && { invoices };
}
