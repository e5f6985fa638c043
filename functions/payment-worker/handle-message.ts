import {
	type ChunkMessage,
	parseChunkMessage,
} from "../../shared/queue/chunk-message.ts";
import {
	type Activity,
	elapsedMilliseconds,
	withActivity,
} from "../../shared/runtime/activity.ts";
import type { Clock } from "../../shared/runtime/clock.ts";
import { StoreBusyError } from "../../shared/store/dynamodb/retry-busy.ts";
import type { Table } from "../../shared/store/dynamodb/table.ts";
import type { Observers } from "../dependencies.ts";
import {
	type FinishedChunk,
	reportFinished,
	toBatchKeys,
} from "../log-batch.ts";
import { processChunk } from "./process-chunk.ts";

const operation = "payment-worker";

interface MessageHandler extends Observers {
	table: Table;
	clock: Clock;
}

/**
 * Processes the chunk of a message, writes its log line and emits its metrics.
 *
 * @throws What `processChunk` throws.
 */
export function handleMessage(
	worker: MessageHandler,
	body: string,
): Promise<void> {
	return withActivity(async (activity) => {
		const message = parseChunkMessage(body);
		const [processed] = await Promise.allSettled([
			processChunk(worker.table, message, worker.clock),
		]);
		const finished =
			processed.status === "fulfilled" ? processed.value : undefined;
		const outcome =
			processed.status === "fulfilled"
				? outcomeOf(finished)
				: outcomeOfError(processed.reason);
		logChunk(worker, { message, finished, outcome }, activity);
		if (finished) reportFinished(worker, operation, finished);
		if (processed.status === "rejected") throw processed.reason;
	});
}

function logChunk(
	{ logger, emitMetrics }: Observers,
	{ message, finished, outcome }: HandledChunk,
	activity: Activity,
) {
	const level = outcome === "FAILED" ? "error" : "info";
	logger[level]("Chunk", {
		operation,
		organization: message.organizationId,
		batch: message.bulkActionSlug,
		attempt: message.bulkActionSlug,
		chunk: message.chunk,
		...(finished && toBatchKeys(finished.batch)),
		results: finished?.payments.counts,
		outcome,
		ms: elapsedMilliseconds(activity),
		awsCalls: activity.awsCalls,
	});
	const { outcomesSettled } = activity;
	emitMetrics({ OutcomesSettled: outcomesSettled }, { operation });
}

interface HandledChunk {
	message: ChunkMessage;
	finished: FinishedChunk | undefined;
	outcome: ChunkOutcome;
}

/**
 * - `COUNTED`: this delivery finished the chunk.
 * - `COUNTED_BEFORE`: an earlier delivery did, or the sweeper, or the batch is not running.
 * - `BUSY`: the store was too busy; the chunk is sent again.
 * - `FAILED`: its message stays on the queue.
 */
type ChunkOutcome = "COUNTED" | "COUNTED_BEFORE" | "BUSY" | "FAILED";

const outcomeOf = (finished: FinishedChunk | undefined): ChunkOutcome =>
	finished?.count.isFirst ? "COUNTED" : "COUNTED_BEFORE";

const outcomeOfError = (error: unknown): ChunkOutcome =>
	error instanceof StoreBusyError ? "BUSY" : "FAILED";
