import type { BatchId } from "../domain/batches/payment-batch.ts";

/** Asks a worker to process one chunk of a batch. The only kind of message. */
export interface ChunkMessage extends BatchId {
	/** From 0. */
	chunk: number;
}

const currentFormat = 1;

export const formatChunkMessage = ({
	organizationId,
	bulkActionSlug,
	chunk,
}: ChunkMessage): string =>
	JSON.stringify({
		format: currentFormat,
		organizationId,
		bulkActionSlug,
		chunk,
	});

/** @throws When this version does not know the message's format. The message stays on the queue for another version. */
export function parseChunkMessage(body: string): ChunkMessage {
	const { format, ...message } = JSON.parse(body);
	if (format !== currentFormat) {
		throw new Error(`Message format ${format} is unknown to this version`);
	}
	return message;
}
