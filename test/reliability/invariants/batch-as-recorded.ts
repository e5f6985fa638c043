import { expect } from "vitest";
import type { BatchResult } from "../../../shared/batches/results/batch-result.ts";
import type { Audited } from "../audited.ts";
import {
	expectResultsAsRecorded,
	type Paid,
	positionOf,
} from "./results-as-recorded.ts";

/** An accepted batch is there, and when all is over it has ended with the results that the records have. */
export async function expectBatchAsRecorded(
	audited: Audited,
	bulkActionSlug: string,
	{ isWorkLeft, ...paid }: Paid & { isWorkLeft: boolean },
) {
	const { resources, payments } = paid;
	for (const { batch } of payments) expect(batch).toBe(bulkActionSlug);
	const { status, body } = await ask(audited, bulkActionSlug, "limit=1");
	const total = resources.length;
	expect({ status, body }).toMatchObject({
		status: 200,
		body: { data: { bulkActionSlug, total } },
	});
	if (isWorkLeft) return;
	expect(body.data).toMatchObject({ status: "DONE", processed: total });
	const results = await allResults(audited, bulkActionSlug);
	expectResultsAsRecorded(results, paid);
	expectReported(results, paid);
	const isStopped = results.some(({ reason }) => reason === "BATCH_STOPPED");
	if (isStopped) expect(body.data.stoppedAt).toEqual(expect.any(String));
	const counts = { DONE: 0, ERROR: 0, SKIPPED: 0 };
	for (const result of results) counts[result.status] += 1;
	expect(body.data.counts).toEqual(counts);
}

/** C2: each result has its resource's place and amount, and the id of its payment. */
function expectReported(
	results: readonly BatchResult[],
	{ resources, payments }: Paid,
) {
	const ids = new Map(payments.map((one) => [positionOf(one), one.id]));
	expect(
		results.map(({ position, amount, paymentId }) => ({
			position,
			amount,
			paymentId,
		})),
	).toEqual(
		resources.map(({ amount }, position) => ({
			position,
			amount,
			paymentId: ids.get(position) ?? null,
		})),
	);
}

const ask = ({ send }: Audited, bulkActionSlug: string, query: string) =>
	send(`/v1.0/payment/mark-as-paid/${bulkActionSlug}?${query}`);

async function allResults(
	audited: Audited,
	bulkActionSlug: string,
): Promise<BatchResult[]> {
	const results: BatchResult[] = [];
	for (let query = ""; ; ) {
		const { status, body } = await ask(audited, bulkActionSlug, query);
		expect(status).toBe(200);
		results.push(...body.data.results);
		if (body.data.nextCursor === undefined) return results;
		query = `cursor=${body.data.nextCursor}`;
	}
}
