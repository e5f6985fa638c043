import { abandonAfterSeconds } from "../../../shared/batches/batch-times.ts";
import { findBatchesById } from "../../../shared/batches/batches.store.ts";
import type { PaymentBatch } from "../../../shared/batches/payment-batch.ts";
import type { Table } from "../../../shared/dynamodb/table.ts";
import type { DeadLetter } from "../../../shared/queue/dead-letters.ts";

/** A dead letter as `dlq list` shows it. */
export interface ListedDeadLetter {
	messageId: string;
	orgId: string | null;
	bulkActionSlug: string | null;
	chunk: number | null;
	/** Null when the batch does not exist or no longer exists, or the message names none. */
	batchStatus: PaymentBatch["status"] | "UNREADABLE" | null;
	/** Seconds until the sweeper closes the batch if nothing of it advances; null when it will not close it. */
	secondsLeft: number | null;
	receiveCount: number;
	sentAt: Date;
	/** Set when this version cannot read the message. */
	body?: string;
}

/** Adds to each dead letter how long its batch stays open. */
export async function listDeadLetters(
	table: Table,
	letters: readonly DeadLetter[],
	now: Date,
): Promise<ListedDeadLetter[]> {
	const ids = letters.flatMap(({ message }) => message ?? []);
	const batches = await findBatchesById(table, ids);
	const batchOf = new Map(ids.map((id, index) => [id, batches[index]]));
	return letters.map(({ message, ...letter }) => ({
		messageId: letter.messageId,
		orgId: message ? message.organizationId : null,
		bulkActionSlug: message ? message.bulkActionSlug : null,
		chunk: message ? message.chunk : null,
		...(message
			? toDeadline(batchOf.get(message), now)
			: { batchStatus: null, secondsLeft: null }),
		receiveCount: letter.receiveCount,
		sentAt: letter.sentAt,
		...(!message && { body: letter.body }),
	}));
}

type Found = Awaited<ReturnType<typeof findBatchesById>>[number];

function toDeadline(
	batch: Found,
	now: Date,
): Pick<ListedDeadLetter, "batchStatus" | "secondsLeft"> {
	if (!batch) return { batchStatus: null, secondsLeft: null };
	if (batch === "LOST") return { batchStatus: "UNREADABLE", secondsLeft: null };
	const { status } = batch;
	// A batch that is still being accepted is aborted, not closed.
	if (status !== "PENDING") return { batchStatus: status, secondsLeft: null };
	return { batchStatus: status, secondsLeft: secondsLeft(batch, now) };
}

/** Counts as the sweeper does; 0 when its next run closes the batch. */
function secondsLeft({ progressAt }: PaymentBatch, now: Date): number {
	const idleSeconds = (now.getTime() - Date.parse(progressAt)) / 1_000;
	return Math.max(0, Math.floor(abandonAfterSeconds - idleSeconds));
}
