import type { BatchId } from "../batches/payment-batch.ts";

/** Asks a worker to process one chunk of a batch. The only kind of message. */
export interface ChunkMessage extends BatchId {
	/** Chunks are counted from 0. */
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

/**
 * @throws When this version does not know the message's format, or it names no chunk. The message stays on the queue,
 *   for another version or for the dead letters. If it were read as a chunk of an unknown batch, it would be deleted.
 */
export function parseChunkMessage(body: string): ChunkMessage {
	const message: Record<string, unknown> = JSON.parse(body);
	const { format, organizationId, bulkActionSlug, chunk } = message;
	if (format !== currentFormat) {
		throw new Error(`Message format ${format} is unknown to this version`);
	}
	if (!isId(organizationId) || !isId(bulkActionSlug) || !isNumber(chunk)) {
		throw new Error("The message names no chunk of a batch");
	}
	return { organizationId, bulkActionSlug, chunk };
}

/** An id with more bytes does not fit a key of the table. */
const idMaxBytes = 1024;

const isId = (value: unknown): value is string =>
	typeof value === "string" &&
	value !== "" &&
	Buffer.byteLength(value) <= idMaxBytes;

const isNumber = (value: unknown): value is number =>
	typeof value === "number" && Number.isSafeInteger(value) && value >= 0;
