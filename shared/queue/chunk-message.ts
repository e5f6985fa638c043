import type { BatchId } from "../domain/batches/payment-batch.ts";

/** Asks a worker to work off one chunk of a batch: the only kind of message there is. */
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

/** @throws When the message is of a format that this version does not know: it is for another one to work off. */
export function parseChunkMessage(body: string): ChunkMessage {
	const { format, ...message } = JSON.parse(body);
	if (format !== currentFormat) {
		throw new Error(`Message format ${format} is not known to this version`);
	}
	return message;
}
