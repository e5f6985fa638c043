import { expect, it } from "vitest";
import { payLimitedBatch } from "../../support/limited-batch.ts";

const count = 2_000;

it("2.11: a batch of 2,000 on a table limited to 200 write units/s keeps it busy, and requests beside it are paid", async () => {
	const paid = await payLimitedBatch(
		count,
		{ table: 200, partition: 50 },
		{ requests: 2 },
	);
	expect(paid.batch.counts).toEqual({ DONE: count, ERROR: 0, SKIPPED: 0 });
	expect(paid.deadLetters).toBe(0);
	// Little is written in vain.
	expect(paid.writeUnits).toBeLessThan(1.15 * count);
	// The slow suite has the target, 1.3, at a size at which the last pauses do not count.
	expect(paid.seconds / paid.secondsOfLimit).toBeLessThan(2);
	for (const { seconds, answer } of paid.requests) {
		expect(answer.status).toBe(200);
		expect(seconds).toBeLessThan(20);
	}
}, 120_000);
