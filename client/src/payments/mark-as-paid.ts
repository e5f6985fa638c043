import { BatchStoppedError } from "../attempts/errors.ts";
import type { ClientContext } from "../client-context.ts";
import { toPause } from "../http/backoff.ts";
import { checkResources } from "./check-resources.ts";
import type { MarkAsPaidOptions } from "./options.ts";
import { payOnce } from "./pay-once.ts";
import { findRunningBatch } from "./payment-request.ts";
import { type Failure, throwUnlessComplete } from "./payments-incomplete.ts";
import type { PaymentResource, ResourceResult } from "./resource.ts";
import { ResultsSoFar } from "./results-so-far.ts";
import type { PayOnceOutcome } from "./settlement-to-outcome.ts";
import {
	type Positioned,
	requestBytesMax,
	splitResources,
} from "./split-resources.ts";

const defaults = { retryLockedForMs: 30_000, resourcesPerRequestMax: 10_000 };
const batchBackoff = { firstMs: 2_000, longestMs: 15_000 };
const lockBackoff = { firstMs: 1_000, longestMs: 10_000 };

/**
 * Pays any number of resources and returns a final result for each, in their order.
 *
 * @throws ApiError, NoAnswerError When nothing was paid and nothing is open.
 * @throws PaymentsIncompleteError When some resources have no final result; it has the others' results.
 * @throws TypeError When a resource has an unknown property.
 * @throws The signal's reason when it is aborted before anything was sent.
 */
export async function markAsPaid(
	context: ClientContext,
	resources: readonly PaymentResource[],
	options: MarkAsPaidOptions,
): Promise<ResourceResult[]> {
	const { timing } = context;
	const { signal, retryLockedForMs = defaults.retryLockedForMs } = options;
	signal?.throwIfAborted();
	checkResources(resources);
	const soFar = new ResultsSoFar(resources);
	let toPay = soFar.withoutResult();
	let endsAt = Number.POSITIVE_INFINITY;
	for (let round = 0; toPay.length > 0; round++) {
		const failure = await payAll(context, toPay, soFar, options);
		if (failure) throwUnlessComplete(soFar, failure);
		toPay = failure ? [] : soFar.locked();
		if (toPay.length === 0) break;
		if (round === 0) endsAt = timing.now() + retryLockedForMs;
		const pause = toPause(round, lockBackoff, timing.random);
		if (timing.now() + pause >= endsAt) break;
		await timing.sleep(pause, signal);
		// `LOCK_HELD` is a final result, and an error would lose the results of the payments that were made.
		if (signal?.aborted) break;
	}
	return soFar.complete();
}

/** Sends the resources in as many requests as they need, one after the other, until one has no results. */
async function payAll(
	context: ClientContext,
	resources: readonly Positioned[],
	soFar: ResultsSoFar,
	options: MarkAsPaidOptions,
): Promise<Failure | undefined> {
	const { resourcesPerRequestMax = defaults.resourcesPerRequestMax } = options;
	const parts = splitResources(resources, {
		resourcesMax: resourcesPerRequestMax,
		bytesMax: requestBytesMax,
	});
	for (const part of parts) {
		const outcome = await payPart(context, part, {
			...options,
			onProgress: (batch) => options.onProgress?.(soFar.progress(batch)),
		});
		if (outcome.status !== "SETTLED") return { part, outcome };
		soFar.settle(part, outcome.results);
		const { attempt } = outcome;
		// The person who stopped the batch did not want the rest of it paid.
		const stopped = outcome.results.find(isStopped);
		if (stopped) {
			const cause = new BatchStoppedError(stopped.bulkActionSlug);
			return { part: [], outcome: { status: "NOT_SENT", attempt, cause } };
		}
		try {
			options.onProgress?.(soFar.progress());
		} catch (cause) {
			// The error of the caller's `onProgress` ends the call, but must not lose the results.
			return { part: [], outcome: { status: "NOT_SENT", attempt, cause } };
		}
	}
	return undefined;
}

const isStopped = ({ reason }: ResourceResult) => reason === "BATCH_STOPPED";

/** Pays what fits one request. Waits while another batch of the organization runs, if the caller wants that. */
async function payPart(
	context: ClientContext,
	part: readonly Positioned[],
	options: MarkAsPaidOptions,
): Promise<PayOnceOutcome> {
	const { timing } = context;
	const { signal, waitForRunningBatchMs = 0 } = options;
	const endsAt = timing.now() + waitForRunningBatchMs;
	const request = {
		resources: part.map(({ resource }) => resource),
		positions: part.map(({ position }) => position),
	};
	for (let round = 0; ; round++) {
		const outcome = await payOnce(context, request, options);
		if (!isBatchRunning(outcome)) return outcome;
		do {
			const pause = toPause(round, batchBackoff, timing.random);
			if (timing.now() + pause >= endsAt) return outcome;
			await timing.sleep(pause, signal);
			if (signal?.aborted) return outcome;
		} while (await isRunningBatchListed(context, signal));
	}
}

/** The refused request has used up its key, so that the next request gets a new one. */
const isBatchRunning = (outcome: PayOnceOutcome) =>
	outcome.status === "REFUSED" &&
	outcome.error.code === "MAP_BATCH_IN_PROGRESS";

/** A batch of the web application is not listed. Only sending the request shows whether such a batch has ended. */
const isRunningBatchListed = (
	context: ClientContext,
	signal: AbortSignal | undefined,
): Promise<boolean> =>
	findRunningBatch(context, signal).then(
		(running) => running !== undefined,
		() => false,
	);
