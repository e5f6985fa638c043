import { expect, it } from "vitest";
import { payLimitedBatch } from "../../support/limited-batch.ts";

const count = 40_000;
const requests = 10;

it("targets: a batch of 40,000 on a table limited to 1,000 write units/s, 250 a partition: at most 1.3 times the limit's time", async () => {
	const paid = await payLimitedBatch(
		count,
		{ table: 1_000, partition: 250 },
		{ requests },
	);
	const { seconds, secondsOfLimit, writeUnits, messages, deadLetters } = paid;
	console.log({ seconds, secondsOfLimit, writeUnits, messages });
	expect(paid.batch.counts).toEqual({ DONE: count, ERROR: 0, SKIPPED: 0 });
	expect(deadLetters).toBe(0);
	expect(writeUnits).toBeLessThan(1.15 * count);
	expect(seconds / secondsOfLimit).toBeLessThanOrEqual(1.3);
	expect(paid.requests).toHaveLength(requests);
	for (const request of paid.requests) {
		expect(request.answer.status).toBe(200);
		expect(request.seconds).toBeLessThan(15);
	}
}, 600_000);
