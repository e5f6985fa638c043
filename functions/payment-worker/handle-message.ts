import type { SQSRecord } from "aws-lambda";
import { StoreBusyError } from "../../shared/dynamodb/retries/retry-busy.ts";
import type { Table } from "../../shared/dynamodb/table.ts";
import type { Clock } from "../../shared/environment/clock.ts";
import {
	type Activity,
	elapsedMilliseconds,
	withActivity,
} from "../../shared/logging/activity.ts";
import type { Observers } from "../../shared/logging/observers.ts";
import {
	type FinishedChunk,
	reportFinished,
	toBatchKeys,
} from "../../shared/observability/report-finished.ts";
import {
	type ChunkMessage,
	parseChunkMessage,
} from "../../shared/queue/chunk-message.ts";
import { processChunk } from "./process-chunk.ts";

const operation = "payment-worker";

interface MessageHandler extends Observers {
	table: Table;
	clock: Clock;
}

/** A message that cannot be read has no `message`. */
interface HandledMessage {
	messageId: string;
	message?: ChunkMessage;
	finished?: FinishedChunk | undefined;
	outcome: ChunkOutcome;
	error?: unknown;
}

/**
 * Processes the chunk of a message, writes its log line and emits its metrics.
 *
 * @throws What `parseChunkMessage` and `processChunk` throw.
 */
export function handleMessage(
	worker: MessageHandler,
	{ messageId, body }: SQSRecord,
): Promise<void> {
	return withActivity(async (activity) => {
		const handled: HandledMessage = { messageId, outcome: "FAILED" };
		try {
			handled.message = parseChunkMessage(body);
			const processed = await processChunk(
				worker.table,
				handled.message,
				worker.clock,
			);
			if (processed !== "HELD") handled.finished = processed;
			handled.outcome = outcomeOf(processed);
		} catch (error) {
			handled.outcome = outcomeOfError(error);
			handled.error = error;
			throw error;
		} finally {
			logChunk(worker, handled, activity);
		}
		if (handled.finished) reportFinished(worker, operation, handled.finished);
	});
}

function logChunk(
	{ logger, emitMetrics }: Observers,
	{ messageId, message, finished, outcome, error }: HandledMessage,
	activity: Activity,
) {
	const isFailed = outcome === "FAILED";
	logger[isFailed ? "error" : "info"]("Chunk", {
		operation,
		organization: message?.organizationId,
		batch: message?.bulkActionSlug,
		attempt: message?.bulkActionSlug,
		chunk: message?.chunk,
		messageId,
		...(finished && toBatchKeys(finished.batch)),
		results: finished?.payments.counts,
		outcome,
		error: isFailed ? error : undefined,
		ms: elapsedMilliseconds(activity),
		awsCalls: activity.awsCalls,
	});
	const { outcomesSettled } = activity;
	emitMetrics({ OutcomesSettled: outcomesSettled }, { operation });
}

/**
 * - `COUNTED`: this delivery finished the chunk.
 * - `COUNTED_BEFORE`: an earlier delivery or the sweeper finished it, or the batch is not running.
 * - `BUSY`: the store was too busy. Whether the chunk could be sent again is not known yet, and is a line of its own.
 * - `HELD`: the operator holds the stage. The sweeper sends the chunk again after the hold.
 * - `FAILED`: its message stays on the queue.
 */
type ChunkOutcome = "COUNTED" | "COUNTED_BEFORE" | "BUSY" | "HELD" | "FAILED";

function outcomeOf(
	processed: FinishedChunk | "HELD" | undefined,
): ChunkOutcome {
	if (processed === "HELD") return processed;
	return processed?.count.isFirst ? "COUNTED" : "COUNTED_BEFORE";
}

const outcomeOfError = (error: unknown): ChunkOutcome =>
	error instanceof StoreBusyError ? "BUSY" : "FAILED";
