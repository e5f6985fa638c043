import { expect, it } from "vitest";
import { payLimitedBatch } from "../../support/limited-batch.ts";

const count = 1_000;

it("batches: a batch of 1,000 on a table of 400 write units/s is paid completely, and few writes are wasted", async () => {
	const paid = await payLimitedBatch(
		count,
		{ table: 400, partition: 100 },
		{ requests: 2 },
	);
	expect(paid.batch.counts).toEqual({ DONE: count, ERROR: 0, SKIPPED: 0 });
	expect(paid.deadLetters).toBe(0);
	expect(paid.writeUnits).toBeLessThan(1.15 * count);
	expect(paid.requests.map(({ answer }) => answer.status)).toEqual([200, 200]);
});
