import { BatchNotFinishedError } from "../attempts/errors.ts";
import type { ClientContext } from "../client-context.ts";
import type { BatchResult, BatchStatus } from "../generated/openapi.ts";
import { type Backoff, toPause } from "../http/backoff.ts";
import { ProcurementPaymentsError } from "../http/errors.ts";
import { path } from "../http/path.ts";
import type { SendRepeatedly } from "../http/send-repeatedly.ts";
import type { CallOptions } from "../operations/call.ts";
import type { Query } from "../operations/operation-types.ts";
import type { Timing } from "../timing.ts";

type ReadBatch = (
	query: Query<"getBatch">,
	signal?: AbortSignal,
) => Promise<BatchStatus>;

export interface FollowBatchOptions extends CallOptions {
	/** How long to wait, in milliseconds. The default is 3,600,000. */
	followBatchForMs?: number | undefined;
	/** Called with each status that was read. Such a status has one result at most. */
	onStatus?: (status: BatchStatus) => void;
}

const followBatchForMsDefault = 3_600_000;

const backoffDefault: Backoff = { firstMs: 1_000, longestMs: 10_000 };

/**
 * Waits for the end of a batch and reads its results.
 *
 * @throws BatchNotFinishedError When the batch does not end in time. It is still running.
 */
export async function followBatch(
	context: ClientContext,
	bulkActionSlug: string,
	options: FollowBatchOptions,
	backoff?: Backoff,
): Promise<BatchResult[]> {
	await waitForBatch(context, bulkActionSlug, options, backoff);
	return readBatchResults(context, bulkActionSlug, options);
}

/** Reads the results of a batch that has ended, in request order. */
export const readBatchResults = (
	{ sendRepeatedly }: ClientContext,
	bulkActionSlug: string,
	{ signal }: CallOptions = {},
): Promise<BatchResult[]> =>
	readResults(readBatchBy(sendRepeatedly, bulkActionSlug), signal);

/** @throws BatchNotFinishedError When the batch does not end in time. */
export async function waitForBatch(
	{ sendRepeatedly, timing }: ClientContext,
	bulkActionSlug: string,
	options: FollowBatchOptions,
	backoff = backoffDefault,
): Promise<void> {
	const { signal, onStatus } = options;
	const { followBatchForMs = followBatchForMsDefault } = options;
	const read = readBatchBy(sendRepeatedly, bulkActionSlug);
	const endsAt = timing.now() + followBatchForMs;
	for (let round = 0; ; round++) {
		const status = await readUntil(endsAt, read, timing, signal);
		onStatus?.(status);
		if (status.status === "DONE") return;
		const pause = toPause(round, backoff, timing.random);
		if (timing.now() + pause >= endsAt)
			throw new BatchNotFinishedError(bulkActionSlug);
		await timing.sleep(pause, signal);
		signal?.throwIfAborted();
	}
}

const readBatchBy =
	(sendRepeatedly: SendRepeatedly, bulkActionSlug: string): ReadBatch =>
	async (query, signal) => {
		const batch = path`/v1.0/payment/mark-as-paid/${bulkActionSlug}`;
		const request = { method: "GET", path: batch, query } as const;
		const answer = await sendRepeatedly(request, signal);
		// Unchecked cast: the OpenAPI document gives the answer this shape.
		return answer.body.data as BatchStatus;
	};

/** A batch may run for long: one failure to read it, which the transport has retried, does not end the wait. */
async function readUntil(
	endsAt: number,
	read: ReadBatch,
	timing: Timing,
	signal: AbortSignal | undefined,
): Promise<BatchStatus> {
	for (let round = 0; ; round++) {
		try {
			return await read({ limit: 1 }, signal);
		} catch (error) {
			const pause = toPause(round, backoffDefault, timing.random);
			const mayRetry =
				error instanceof ProcurementPaymentsError && error.isRetryable;
			if (!mayRetry || timing.now() + pause >= endsAt) throw error;
			await timing.sleep(pause, signal);
			signal?.throwIfAborted();
		}
	}
}

const pageLimit = 1_000;

/** Reads all pages from the start, because pages that were read while the batch ran may lack later results. */
async function readResults(
	read: ReadBatch,
	signal: AbortSignal | undefined,
): Promise<BatchResult[]> {
	const results: BatchResult[] = [];
	let cursor: string | undefined;
	do {
		const page = await read(
			{ limit: pageLimit, ...(cursor !== undefined && { cursor }) },
			signal,
		);
		results.push(...page.results);
		cursor = page.nextCursor;
	} while (cursor !== undefined);
	return results;
}
