import type { SQSBatchResponse, SQSEvent } from "aws-lambda";
import { parseChunkMessage } from "../../shared/queue/chunk-message.ts";
import type { Clock } from "../../shared/runtime/clock.ts";
import type { Logger } from "../../shared/runtime/logger.ts";
import type { Table } from "../../shared/store/dynamodb/table.ts";
import { processChunk } from "./process-chunk.ts";

export interface PaymentWorker {
	table: Table;
	clock: Clock;
	logger: Logger;
}

/**
 * Works off chunks of batches (design 5, "Worker"). A chunk that could not be brought to its end is reported as
 * failed and stays on the queue: whoever takes it up next goes on where this left off.
 */
export function paymentWorker({ table, clock, logger }: PaymentWorker) {
	return async ({ Records }: SQSEvent): Promise<SQSBatchResponse> => {
		const settled = await Promise.allSettled(
			Records.map(async ({ body }) =>
				processChunk(table, parseChunkMessage(body), clock),
			),
		);
		const batchItemFailures = Records.flatMap(({ messageId }, index) => {
			const outcome = settled[index];
			if (outcome?.status === "fulfilled") return [];
			logger.error("A chunk stays on the queue", {
				error: outcome?.reason,
				messageId,
			});
			return [{ itemIdentifier: messageId }];
		});
		return { batchItemFailures };
	};
}
