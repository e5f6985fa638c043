import { expect, it } from "vitest";
import { payLimitedBatch } from "../../support/limited-batch.ts";

const count = 40_000;
const requests = 10;

it("performance: a batch of 40,000 on a table of 1,000 write units/s: all is paid, requests concurrent with it are answered", async () => {
	const paid = await payLimitedBatch(
		count,
		{ table: 1_000, partition: 250 },
		{ requests },
	);
	expect(paid.batch.counts).toEqual({ DONE: count, ERROR: 0, SKIPPED: 0 });
	expect(paid.deadLetters).toBe(0);
	expect(paid.writeUnits).toBeLessThan(1.15 * count);
	expect(paid.requests.map(({ answer }) => answer.status)).toEqual(
		Array(requests).fill(200),
	);
});
