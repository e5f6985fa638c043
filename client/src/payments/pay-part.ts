import type { ClientContext } from "../client-context.ts";
import { toPause } from "../http/backoff.ts";
import type { MarkAsPaidOptions } from "./options.ts";
import { payOnce } from "./pay-once.ts";
import type { PayOnceOutcome } from "./pay-once-outcome.ts";
import { findRunningBatch } from "./payment-request.ts";
import type { Positioned } from "./split-resources.ts";

const backoff = { firstMs: 2_000, longestMs: 15_000 };

/** Pays what fits one request. Waits while another batch of the organization runs, if the caller wants that. */
export async function payPart(
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
			const pause = toPause(round, backoff, timing.random);
			if (timing.now() + pause >= endsAt) return outcome;
			await timing.sleep(pause, signal);
			if (signal?.aborted) return outcome;
		} while (await isRunningBatchListed(context, signal));
	}
}

/** The refused request has used up its key; the next one gets a new one. */
const isBatchRunning = (outcome: PayOnceOutcome) =>
	outcome.status === "REFUSED" &&
	outcome.error.code === "MAP_BATCH_IN_PROGRESS";

/** A batch of the web application is not listed: then only sending the request shows whether it has ended. */
const isRunningBatchListed = (
	context: ClientContext,
	signal: AbortSignal | undefined,
): Promise<boolean> =>
	findRunningBatch(context, signal).then(
		(running) => running !== undefined,
		() => false,
	);
