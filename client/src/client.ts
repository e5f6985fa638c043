import {
	type CreatedAdvance,
	type CreateVendorAdvanceOptions,
	createVendorAdvance,
} from "./advances/create-vendor-advance.ts";
import type { AttemptKey } from "./attempts/attempt-key.ts";
import { findAttempt } from "./attempts/find-attempt.ts";
import { type ClientOptions, toContext } from "./client-options.ts";
import type { Attempt, BatchResult } from "./generated/openapi.ts";
import { ApprovalsClient } from "./operations/approvals-client.ts";
import type { CallOptions } from "./operations/call.ts";
import type { RequestBody } from "./operations/operation-types.ts";

import {
	type FollowBatchOptions,
	followBatch,
} from "./payments/follow-batch.ts";
import { markAsPaid } from "./payments/mark-as-paid.ts";
import type { MarkAsPaidOptions, PayOnceOptions } from "./payments/options.ts";
import { payOnce, settlePayments } from "./payments/pay-once.ts";
import type { PaymentResource, ResourceResult } from "./payments/resource.ts";
import type { PayOnceOutcome } from "./payments/settlement-to-outcome.ts";

/**
 * The procurement and payments service, as one organization's API key sees it. What is sent under an idempotency key is
 * copied first: it may be sent again, and must not change in between.
 */
export class ProcurementPaymentsClient extends ApprovalsClient {
	constructor(options: ClientOptions) {
		super(toContext(options));
	}

	/**
	 * Pays any number of resources, each at most once, and returns a final result for each, in their order.
	 * @throws ApiError, NoAnswerError When nothing was paid and nothing is open.
	 * @throws PaymentsIncompleteError When some resources have no final result; it has the others' results.
	 *
	 * @remarks A repeated request under the same key is answered 409 for 5 minutes, and pays again later. Under another
	 * key, it pays again at once. `GET /v1.0/attempt/mark-as-paid` returns what the first request recorded.
	 * `x-idempotency-key` is required.
	 */
	markAsPaid(
		resources: readonly PaymentResource[],
		options: MarkAsPaidOptions = {},
	): Promise<ResourceResult[]> {
		return markAsPaid(this.context, structuredClone(resources), options);
	}

	/**
	 * Sends one request, or batch, under one idempotency key and learns its outcome. It retries nothing under another key.
	 *
	 * @param resources With an `attempt`, exactly the resources that were sent under its key, in their order.
	 */
	payOnce(
		resources: readonly PaymentResource[],
		options: PayOnceOptions = {},
	): Promise<PayOnceOutcome> {
		const own = structuredClone(resources);
		const request = { resources: own, positions: [...own.keys()] };
		return payOnce(this.context, request, options);
	}

	/**
	 * Learns the outcome of a request of `payOnce` or `markAsPaid`, of this or another process. It sends no payment.
	 *
	 * @param resources Exactly the resources that were sent under the key, in their order.
	 */
	settlePayments(
		resources: readonly PaymentResource[],
		attempt: AttemptKey,
		options: Omit<PayOnceOptions, "attempt" | "beforeSend"> = {},
	): Promise<PayOnceOutcome> {
		const sent = { resources, attempt, maySend: false };
		return settlePayments(this.context, sent, options);
	}

	/** Waits for the end of a batch and returns its results, in request order. */
	followBatch(
		bulkActionSlug: string,
		options: FollowBatchOptions = {},
	): Promise<BatchResult[]> {
		return followBatch(this.context, bulkActionSlug, options);
	}

	/**
	 * Raises an advance exactly once.
	 *
	 * @remarks A repeated request under the same key is answered 409 for 5 minutes, and raises the advance again later.
	 * Without a key, it raises the advance again at once. `GET /v1.0/attempt/vendor-advance` returns the outcome of the
	 * first request. `x-idempotency-key` is read if it is sent.
	 */
	createVendorAdvance(
		body: RequestBody<"createVendorAdvance">,
		options: CreateVendorAdvanceOptions = {},
	): Promise<CreatedAdvance> {
		return createVendorAdvance(this.context, structuredClone(body), options);
	}

	/** Returns undefined when no request has claimed the key within 24 hours; one may still be on its way. */
	getMarkAsPaidAttempt(
		idempotencyKey: string,
		options?: CallOptions,
	): Promise<Attempt | undefined> {
		return findAttempt(this.context, "mark-as-paid", idempotencyKey, options);
	}

	/** Returns undefined when no request has claimed the key within 24 hours; one may still be on its way. */
	getVendorAdvanceAttempt(
		idempotencyKey: string,
		options?: CallOptions,
	): Promise<Attempt | undefined> {
		return findAttempt(this.context, "vendor-advance", idempotencyKey, options);
	}
}
