import {
	type AttemptKey,
	type BeforeSend,
	checkAttemptKey,
	newAttemptKey,
} from "../attempts/attempt-key.ts";
import { AttemptForgottenError } from "../attempts/errors.ts";
import { settleRequest } from "../attempts/settle-request.ts";
import type { Recorded, RequestToSettle } from "../attempts/settlement.ts";
import type { ClientContext } from "../client-context.ts";
import { ProcurementPaymentsError } from "../http/errors.ts";
import { list } from "../operations/call.ts";
import type { Data, RequestBody } from "../operations/operation-types.ts";
import { pacingReads } from "../payments/find-recorded.ts";
import { isSameAmount } from "../payments/to-results.ts";

export interface CreateVendorAdvanceOptions {
	signal?: AbortSignal;
	/** How long to try to learn the outcome, in milliseconds. The default is 420,000. */
	settleWithinMs?: number;
	beforeSend?: BeforeSend;
	/** The key; by default a new UUID. If something was sent under it before, the client first asks what became of that. */
	attempt?: AttemptKey;
}

export interface CreatedAdvance {
	paymentRequestId: string;
	/** Null when the answer was lost. `getPaymentRequest` then returns it. */
	policyUsed: string | null;
}

/** An attempt whose request was not carried out to its end is settled after 330 s. */
const settleWithinMsDefault = 420_000;

/**
 * Raises an advance exactly once: after a lost answer, it asks for the attempt of its key, and never raises a second
 * advance.
 *
 * @throws ApiError, NoAnswerError When the advance was refused, or not sent.
 * @throws AdvanceNotCreatedError When the answer was lost and no advance was created.
 * @throws AdvanceUnknownError When it is not known whether an advance was created.
 */
export async function createVendorAdvance(
	context: ClientContext,
	body: RequestBody<"createVendorAdvance">,
	options: CreateVendorAdvanceOptions,
): Promise<CreatedAdvance> {
	const { timing } = context;
	const { signal, attempt = newAttemptKey() } = options;
	checkAttemptKey(attempt);
	signal?.throwIfAborted();
	const { idempotencyKey } = attempt;
	const firstSentAt = attempt.firstSentAt ?? new Date(timing.now());
	const sent = { idempotencyKey, firstSentAt };
	if (attempt.firstSentAt === null)
		await options.beforeSend?.({ ...sent, positions: [0] });
	const request = {
		...toRequest(context, body, sent),
		mayHaveArrived: attempt.firstSentAt !== null,
		maySend: true,
	};
	const settlement = await settleRequest(request, {
		settleWithinMs: options.settleWithinMs ?? settleWithinMsDefault,
		timing,
		signal,
	});
	switch (settlement.kind) {
		case "ANSWERED":
			// Unchecked cast: the OpenAPI document gives the answer this shape.
			return settlement.answer.body.data as Data<"createVendorAdvance">;
		case "ATTEMPTED": {
			const { paymentRequestId } = settlement.attempt;
			if (paymentRequestId === null) throw new AdvanceNotCreatedError(sent);
			return { paymentRequestId, policyUsed: null };
		}
		case "SEARCHED":
			throw new AdvanceUnknownError(sent, new AttemptForgottenError());
		case "REFUSED":
			throw settlement.error;
		case "NOT_SENT":
			throw settlement.cause;
		case "UNKNOWN":
			throw new AdvanceUnknownError(sent, settlement.cause);
		case "NOT_ARRIVED":
			throw new AdvanceUnknownError(sent, undefined);
	}
}

function toRequest(
	context: ClientContext,
	body: RequestBody<"createVendorAdvance">,
	{ idempotencyKey }: AttemptKey,
): Omit<RequestToSettle, "mayHaveArrived" | "maySend"> {
	const { sendOnce, unusedSince } = context;
	const headers = { "x-idempotency-key": idempotencyKey };
	const advance = {
		method: "POST",
		path: "/v1.0/payment/request/vendor-advance",
		headers,
		body,
	} as const;
	const question = {
		method: "GET",
		path: "/v1.0/attempt/vendor-advance",
		headers,
	} as const;
	return {
		idempotencyKey,
		unusedSince,
		send: (signal) => sendOnce(advance, signal),
		ask: (signal) => sendOnce(question, signal),
		search: async (signal) => [await findAdvance(context, body, signal)],
	};
}

/**
 * Searches the records. Advances do not name the key that created them, so that the outcome stays unclear if an advance
 * of the vendor has the amount, or may have had it.
 */
async function findAdvance(
	context: ClientContext,
	{ vendorId, amount }: RequestBody<"createVendorAdvance">,
	signal: AbortSignal | undefined,
): Promise<Recorded> {
	const path = "/v1.0/payment/request";
	const query = { vendorId, limit: 100 };
	const paced = pacingReads(context);
	const advances = list<"listPaymentRequests">(paced, path, query, { signal });
	for await (const { tax, round } of advances) {
		// A resubmission may have changed the amount. Advances from organization files have no round.
		const isFirstRound = (round ?? 1) === 1;
		if (!isFirstRound || (tax && isSameAmount(tax.subTotal, amount)))
			return { state: "UNCLEAR", bulkActionSlug: null };
	}
	return { state: "NOT_RECORDED", bulkActionSlug: null };
}

/** The answer was lost, and the service says that the request created no advance and never will. */
export class AdvanceNotCreatedError extends ProcurementPaymentsError {
	override readonly name = "AdvanceNotCreatedError";
	readonly attempt: AttemptKey;

	constructor(attempt: AttemptKey) {
		super("The advance was not created; the answer that says why was lost", {
			isRetryable: true,
		});
		this.attempt = attempt;
	}
}

/** It is not known whether the advance was created, or will be. */
export class AdvanceUnknownError extends ProcurementPaymentsError {
	override readonly name = "AdvanceUnknownError";
	/** Give it to `createVendorAdvance`, with the same body, to find out. */
	readonly attempt: AttemptKey;

	constructor(attempt: AttemptKey, cause: unknown) {
		super("It is not known whether the advance was created", {
			isRetryable: false,
			cause,
		});
		this.attempt = attempt;
	}
}
