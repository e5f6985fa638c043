import { expect } from "vitest";
import type { PaymentResult } from "../../../shared/domain/payments/payment-result.ts";
import type { Audited } from "../audited.ts";
import { expectResultsAsRecorded, type Paid } from "./results-as-recorded.ts";

/** An accepted batch is there, and when all is over it has ended with the results that the books have. */
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
	const counts = { DONE: 0, ERROR: 0, SKIPPED: 0 };
	for (const result of results) counts[result.status] += 1;
	expect(body.data.counts).toEqual(counts);
}

const ask = ({ send }: Audited, bulkActionSlug: string, query: string) =>
	send(`/v1.0/payment/mark-as-paid/${bulkActionSlug}?${query}`);

async function allResults(
	audited: Audited,
	bulkActionSlug: string,
): Promise<PaymentResult[]> {
	const results: PaymentResult[] = [];
	for (let query = ""; ; ) {
		const { status, body } = await ask(audited, bulkActionSlug, query);
		expect(status).toBe(200);
		results.push(...body.data.results);
		if (body.data.nextCursor === undefined) return results;
		query = `cursor=${body.data.nextCursor}`;
	}
}
