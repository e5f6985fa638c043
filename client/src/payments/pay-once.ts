import {
	type AttemptKey,
	checkAttemptKey,
	isForgotten,
	newAttemptKey,
} from "../attempts/attempt-key.ts";
import { AttemptForgottenError } from "../attempts/errors.ts";
import { settleRequest } from "../attempts/settle-request.ts";
import type { Settlement } from "../attempts/settlement.ts";
import type { ClientContext } from "../client-context.ts";
import type { PayOnceOptions } from "./options.ts";
import type { PayOnceOutcome } from "./pay-once-outcome.ts";
import type { PaymentResource } from "./resource.ts";
import { settlementToOutcome } from "./settlement-to-outcome.ts";
import type { SentPayments } from "./to-results.ts";

/** One request, or batch, of payments. */
export interface OneRequest {
	resources: readonly PaymentResource[];
	/** Positions of the resources in the caller's list. */
	positions: readonly number[];
}

/** Sends one request under one idempotency key and learns what became of each of its resources. */
export async function payOnce(
	context: ClientContext,
	{ resources, positions }: OneRequest,
	options: PayOnceOptions,
): Promise<PayOnceOutcome> {
	const { attempt = newAttemptKey() } = options;
	if (attempt.firstSentAt !== null)
		return settlePayments(
			context,
			{ resources, attempt, maySend: true },
			options,
		);
	checkAttemptKey(attempt);
	const { idempotencyKey } = attempt;
	const firstSentAt = new Date(context.timing.now());
	try {
		await options.beforeSend?.({ idempotencyKey, firstSentAt, positions });
	} catch (cause) {
		return { attempt, status: "NOT_SENT", cause };
	}
	const sent = { resources, attempt: { idempotencyKey, firstSentAt } };
	const settlement = await settle(context, sent, options, {
		maySend: true,
		mayHaveArrived: false,
	});
	return settlementToOutcome(context, settlement, sent, options);
}

/** Learns what became of a request that was perhaps sent before; sends it again only if it may. */
export async function settlePayments(
	context: ClientContext,
	{ maySend, ...sent }: SentPayments & { maySend: boolean },
	options: Omit<PayOnceOptions, "attempt" | "beforeSend">,
): Promise<PayOnceOutcome> {
	const { attempt } = sent;
	checkAttemptKey(attempt);
	if (isForgotten(attempt, context.timing)) {
		const cause = new AttemptForgottenError();
		return { attempt, status: "UNKNOWN", bulkActionSlug: null, cause };
	}
	const settlement = await settle(context, sent, options, {
		maySend,
		mayHaveArrived: true,
	});
	return settlementToOutcome(context, settlement, sent, options);
}

const settleWithinMsDefault = 180_000;

function settle(
	{ sendOnce, timing }: ClientContext,
	{ resources, attempt }: SentPayments,
	{ settleWithinMs = settleWithinMsDefault, signal }: PayOnceOptions,
	knowledge: { maySend: boolean; mayHaveArrived: boolean },
): Promise<Settlement> {
	const headers = toHeaders(attempt);
	const payment = {
		method: "POST",
		path: "/v1.0/payment/mark-as-paid",
		headers,
		body: { resourceType: "INVOICE", resources },
	} as const;
	const question = {
		method: "GET",
		path: "/v1.0/attempt/mark-as-paid",
		headers,
	} as const;
	return settleRequest(
		{
			send: (aborted) => sendOnce(payment, aborted),
			ask: (aborted) => sendOnce(question, aborted),
			attempt,
			...knowledge,
		},
		{ settleWithinMs, timing, signal },
	);
}

const toHeaders = ({ idempotencyKey }: AttemptKey) => ({
	"x-idempotency-key": idempotencyKey,
});
