import { checkAttemptKey, newAttemptKey } from "../attempts/attempt-key.ts";
import { settleRequest } from "../attempts/settle-request.ts";
import type { Settlement } from "../attempts/settlement.ts";
import type { ClientContext } from "../client-context.ts";
import { checkResources } from "./check-resources.ts";
import type { PayOnceOptions } from "./options.ts";
import { toPaymentRequest } from "./payment-request.ts";
import type { PaymentResource } from "./resource.ts";
import {
	type PayOnceOutcome,
	settlementToOutcome,
} from "./settlement-to-outcome.ts";
import type { SentPayments } from "./to-results.ts";

/** A request, or batch, of payments. */
export interface OneRequest {
	resources: readonly PaymentResource[];
	/** Positions of the resources in the caller's list. */
	positions: readonly number[];
}

/** Sends one request under one idempotency key and learns the outcome of each of its resources. */
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
	checkResources(resources);
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

/** Learns the outcome of a request that may have been sent before, and sends it again only if `maySend` allows it. */
export async function settlePayments(
	context: ClientContext,
	{ maySend, ...sent }: SentPayments & { maySend: boolean },
	options: Omit<PayOnceOptions, "attempt" | "beforeSend">,
): Promise<PayOnceOutcome> {
	checkAttemptKey(sent.attempt);
	const settlement = await settle(context, sent, options, {
		maySend,
		mayHaveArrived: true,
	});
	return settlementToOutcome(context, settlement, sent, options);
}

/** An attempt whose request was not carried out to its end is settled after 330 s. */
const settleWithinMsDefault = 420_000;

const settle = (
	context: ClientContext,
	sent: SentPayments,
	{ settleWithinMs = settleWithinMsDefault, signal }: PayOnceOptions,
	knowledge: { maySend: boolean; mayHaveArrived: boolean },
): Promise<Settlement> =>
	settleRequest(
		{ ...toPaymentRequest(context, sent), ...knowledge },
		{ settleWithinMs, timing: context.timing, signal },
	);
