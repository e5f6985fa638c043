import type {
	Context,
	SQSBatchResponse,
	SQSEvent,
	SQSRecord,
} from "aws-lambda";
import { StoreBusyError } from "../../shared/dynamodb/retries/retry-busy.ts";
import { type Table, withRetryTime } from "../../shared/dynamodb/table.ts";
import type { Clock } from "../../shared/environment/clock.ts";
import type { Observers } from "../../shared/logging/observers.ts";
import {
	type ChunkMessage,
	parseChunkMessage,
} from "../../shared/queue/chunk-message.ts";
import type { SendChunks } from "../../shared/queue/chunk-queue.ts";
import { workerRetryTime } from "../../shared/timing/retry-time.ts";
import { handleMessage } from "./handle-message.ts";

/** Spaces retries against a busy store, without delaying a chunk noticeably. */
const resendDelaySeconds = 2;

export interface PaymentWorker extends Observers {
	table: Table;
	sendChunks: SendChunks;
	clock: Clock;
}

interface Failure {
	record: SQSRecord;
	error: unknown;
}

/**
 * Processes chunks of batches (ADR 6). A failed chunk is reported to SQS and stays on the queue: the next delivery
 * resumes it. A chunk that failed only because the store was busy is sent as a new message instead: it returns sooner,
 * and load alone never makes a dead letter.
 */
export function paymentWorker(worker: PaymentWorker) {
	return async (
		event: SQSEvent,
		context: Context,
	): Promise<SQSBatchResponse> => {
		worker.logger.addContext(context);
		// A test event of the Lambda console may be any JSON.
		const Records = event?.Records;
		if (!Records) throw new Error("The event has no Records: it is not SQS's");
		const table = withRetryTime(worker.table, workerRetryTime(context));
		const settled = await Promise.allSettled(
			Records.map((record) => handleMessage({ ...worker, table }, record)),
		);
		const failures = Records.flatMap((record, index): Failure[] => {
			const outcome = settled[index];
			return outcome?.status === "rejected"
				? [{ record, error: outcome.reason }]
				: [];
		});
		const isResent = await resendBusy(worker, failures);
		const failed = failures.filter((failure) => !isResent(failure));
		worker.emitMetrics({ WorkerFailures: failed.length });
		return {
			batchItemFailures: failed.map(({ record }) => ({
				itemIdentifier: record.messageId,
			})),
		};
	};
}

/** A message may be duplicated when this fails midway. That is safe: two workers reach the same results. */
async function resendBusy(
	{ sendChunks, logger, emitMetrics }: PaymentWorker,
	failures: readonly Failure[],
): Promise<(failure: Failure) => boolean> {
	const isBusy = ({ error }: Failure) => error instanceof StoreBusyError;
	const messages = failures
		.filter(isBusy)
		.map(({ record }) => parseChunkMessage(record.body));
	if (messages.length === 0) return () => false;
	const [sent] = await Promise.allSettled([
		sendChunks(messages, { delaySeconds: resendDelaySeconds }),
	]);
	if (sent.status === "rejected") {
		const error: unknown = sent.reason;
		for (const message of messages) {
			const text = "Chunk not resent: its message stays on the queue";
			logger.error(text, { ...toLogKeys(message), error });
		}
		return () => false;
	}
	for (const message of messages) {
		const text = "The store is busy: the chunk was resent";
		logger.warn(text, toLogKeys(message));
	}
	emitMetrics({ ChunksResent: messages.length });
	return isBusy;
}

const toLogKeys = (message: ChunkMessage) => ({
	organization: message.organizationId,
	batch: message.bulkActionSlug,
	chunk: message.chunk,
});
