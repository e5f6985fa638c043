import type { AttemptKey } from "../attempts/attempt-key.ts";
import type { Settlement } from "../attempts/settlement.ts";
import type { ClientContext } from "../client-context.ts";
import type {
	AcceptedBatch,
	Attempt,
	PaymentResults,
} from "../generated/openapi.ts";
import { type ApiError, ProcurementPaymentsError } from "../http/errors.ts";
import { followBatch } from "./follow-batch.ts";
import { lookUpDoubtful } from "./look-up-doubtful.ts";
import type { PayOnceOptions } from "./options.ts";
import { synchronousMax } from "./payment-request.ts";
import type { ResourceResult } from "./resource.ts";
import {
	attemptToResults,
	recordedToResults,
	type SentPayments,
	toResults,
} from "./to-results.ts";

/** The outcome of one request, or batch, under one idempotency key. */
export type PayOnceOutcome = {
	/** The key of the request, with which its outcome can be queried again. */
	attempt: AttemptKey;
} & (
	| {
			status: "SETTLED";
			/** One for each resource, in the order of the resources. */
			results: ResourceResult[];
			bulkActionSlug: string | null;
	  }
	/** The service refused the whole request: nothing of it is paid or ever will be. */
	| { status: "REFUSED"; error: ApiError }
	/** Nothing was sent, or what was sent was not processed. */
	| { status: "NOT_SENT"; cause: unknown }
	/** No request has arrived under the key. One may still be on its way: send it only under the same key. */
	| { status: "NOT_ARRIVED" }
	/** The outcome could not be found out in time. Ask again later under the same key. */
	| { status: "UNKNOWN"; bulkActionSlug: string | null; cause: unknown }
);

/** Turns what is known about a request into what is known about its resources, and follows its batch to the end. */
export async function settlementToOutcome(
	context: ClientContext,
	settlement: Settlement,
	sent: SentPayments,
	options: PayOnceOptions,
): Promise<PayOnceOutcome> {
	const { attempt } = sent;
	switch (settlement.kind) {
		case "REFUSED":
			return { attempt, status: "REFUSED", error: settlement.error };
		case "NOT_SENT":
			return { attempt, status: "NOT_SENT", cause: settlement.cause };
		case "NOT_ARRIVED":
			return { attempt, status: "NOT_ARRIVED" };
		case "UNKNOWN": {
			const { cause } = settlement;
			return { attempt, status: "UNKNOWN", bulkActionSlug: null, cause };
		}
		case "SEARCHED": {
			const { found } = settlement;
			const batch = found.find(({ bulkActionSlug }) => bulkActionSlug);
			return outcomeOf(sent, batch?.bulkActionSlug ?? null, () =>
				recordedToResults(sent, found),
			);
		}
		case "ANSWERED":
		case "ATTEMPTED": {
			const found = toFound(settlement, sent);
			return outcomeOf(sent, found.bulkActionSlug, () =>
				found.bulkActionSlug === null
					? found.toResults()
					: followToResults(context, found.bulkActionSlug, sent, options),
			);
		}
	}
}

type Found =
	| { bulkActionSlug: string }
	| { bulkActionSlug: null; toResults: () => ResourceResult[] };

/** The batch that a request started, or its results. */
export function toFound(
	settlement: Extract<Settlement, { kind: "ANSWERED" | "ATTEMPTED" }>,
	sent: SentPayments,
): Found {
	if (settlement.kind === "ATTEMPTED")
		return attemptToFound(settlement.attempt, sent);
	// Unchecked cast: the OpenAPI document gives the `data` of a 200 and a 422 this shape.
	const data = settlement.answer.body.data as PaymentResults | AcceptedBatch;
	if (data.status === "PENDING") return { bulkActionSlug: data.bulkActionSlug };
	return {
		bulkActionSlug: null,
		toResults: () => toResults(sent, data.results, null),
	};
}

function attemptToFound(attempt: Attempt, sent: SentPayments): Found {
	const { bulkActionSlug } = attempt;
	if (bulkActionSlug !== null && isBatch(sent)) return { bulkActionSlug };
	return {
		bulkActionSlug: null,
		toResults: () => attemptToResults(sent, attempt),
	};
}

const isBatch = ({ resources }: SentPayments) =>
	resources.length > synchronousMax;

/** The outcome stays unknown if the results cannot be read, or turn out to belong to another request. */
async function outcomeOf(
	{ attempt }: SentPayments,
	bulkActionSlug: string | null,
	toResults: () => ResourceResult[] | Promise<ResourceResult[]>,
): Promise<PayOnceOutcome> {
	try {
		const results = await toResults();
		return { attempt, status: "SETTLED", bulkActionSlug, results };
	} catch (cause) {
		return { attempt, status: "UNKNOWN", bulkActionSlug, cause };
	}
}

async function followToResults(
	context: ClientContext,
	bulkActionSlug: string,
	sent: SentPayments,
	options: PayOnceOptions,
): Promise<ResourceResult[]> {
	const answered = await followBatch(context, bulkActionSlug, {
		followBatchForMs: options.followBatchForMs,
		signal: options.signal,
		onStatus: ({ total, processed, counts }) =>
			options.onProgress?.({ total, processed, counts, bulkActionSlug }),
	});
	const results = toResults(sent, answered, bulkActionSlug);
	const { signal } = options;
	const doubtful = await lookUpDoubtful(context, sent, answered, { signal });
	return results.map((result, position) => {
		const state = doubtful.get(position);
		if (state === "UNDECIDED") throw lostPart(bulkActionSlug);
		return state === "PAID"
			? { ...result, status: "DONE", reason: null }
			: result;
	});
}

const lostPart = (bulkActionSlug: string) =>
	new ProcurementPaymentsError(
		`A part of the batch ${bulkActionSlug} is lost: some of its resources may be paid. Compare the payments of their invoices before you pay any of them again`,
		{ isRetryable: false },
	);
