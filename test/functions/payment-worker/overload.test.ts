import { expect, it } from "vitest";
import { payLimitedBatch } from "../../support/limited-batch.ts";

const count = 1_000;

// A machine with much other work may take longer than the 2.5 s that a call waits: what is sent again costs units.
const retry = 2;

it("2.11: a batch of 1,000 on a table of 400 write units/s: all is paid, little is written in vain", {
	retry,
}, async () => {
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
