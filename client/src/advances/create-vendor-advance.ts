import {
	type AttemptKey,
	type BeforeSend,
	checkAttemptKey,
	isForgotten,
	newAttemptKey,
} from "../attempts/attempt-key.ts";
import { AttemptForgottenError } from "../attempts/errors.ts";
import { settleRequest } from "../attempts/settle-request.ts";
import type { ClientContext } from "../client-context.ts";
import type { Data, RequestBody } from "../operations/operation-types.ts";
import { AdvanceNotCreatedError, AdvanceUnknownError } from "./errors.ts";

export interface CreateVendorAdvanceOptions {
	signal?: AbortSignal;
	/** How long to try to learn the outcome. Default: 180,000 */
	settleWithinMs?: number;
	beforeSend?: BeforeSend;
	/** A key of the caller's; a new UUID when absent. A key under which something was sent before is asked about first. */
	attempt?: AttemptKey;
}

export interface CreatedAdvance {
	paymentRequestId: string;
	/** Null when the answer was lost: `getPaymentRequest` has it. */
	policyUsed: string | null;
}

const settleWithinMsDefault = 180_000;

/**
 * Raises an advance exactly once: after a lost answer it asks for the attempt of its key, and never raises a second one.
 *
 * @throws ApiError, NoAnswerError When the advance was refused or not sent.
 * @throws AdvanceNotCreatedError When the answer was lost and no advance was created.
 * @throws AdvanceUnknownError When it could not be found out.
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
	if (isForgotten(sent, timing))
		throw new AdvanceUnknownError(sent, new AttemptForgottenError());
	if (attempt.firstSentAt === null)
		await options.beforeSend?.({ ...sent, positions: [0] });
	const request = {
		...toRequest(context, body, sent),
		mayHaveArrived: attempt.firstSentAt !== null,
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
	{ sendOnce }: ClientContext,
	body: RequestBody<"createVendorAdvance">,
	attempt: AttemptKey,
) {
	const headers = { "x-idempotency-key": attempt.idempotencyKey };
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
		send: (signal?: AbortSignal) => sendOnce(advance, signal),
		ask: (signal?: AbortSignal) => sendOnce(question, signal),
		attempt,
		maySend: true,
	};
}
