import type { PaymentBatch } from "../batches/payment-batch.ts";
import type { Announcement } from "./service-event.ts";

/** What a write of a batch announces: its end. No caller has seen a batch that was aborted. */
export function batchEvents(
	before: PaymentBatch | null,
	after: PaymentBatch,
): Announcement[] {
	if (after.status !== "DONE" || before?.status === "DONE") return [];
	const { bulkActionSlug, total, counts, userId, keyId } = after;
	const { createdAt, finishedAt } = after;
	return [
		{
			detailType: "Payment Batch Finished",
			data: {
				bulkActionSlug,
				total,
				counts,
				createdAt,
				createdBy: { userId, keyId },
				finishedAt,
			},
		},
	];
}
