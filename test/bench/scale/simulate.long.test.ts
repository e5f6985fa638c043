import { expect, inject, it } from "vitest";
import { simulate } from "../../../bench/scale/simulate.ts";

const writes = 1_000;
const slow = { name: "fresh", writes, reads: 12_000 } as const;

it("many organizations keep a table at its bound, with any speed of this machine", async () => {
	const setting = { speed: slow, workers: 4, organizations: 10, invoices: 200 };
	const { rate, rateMax, queue, ...simulated } = await simulate(
		inject("dynamodbUrl"),
		setting,
	);
	// Chunks, records of the batches, guards and lists.
	expect(simulated.acceptedWriteUnits).toBeGreaterThan(10 * 8);
	// A chunk takes 100 units for its invoices, and five for its batch.
	expect(rateMax).toBeCloseTo((writes / 105) * 100, 6);
	// Throttled workers pay in waves, of which there are few here.
	expect(rate).toBeGreaterThan(0.7 * rateMax);
	expect(rate).toBeLessThan(1.3 * rateMax);
	// 20 chunks: a send for each batch, a receipt and a deletion for each invocation of 5.
	expect(queue).toMatchObject({ requests: 18, invocations: 4, resent: 0 });
});

it("one organization's rate is that of its batch, the request included", async () => {
	const setting = { speed: slow, workers: 1, organizations: 1, invoices: 500 };
	const simulated = await simulate(inject("dynamodbUrl"), setting);
	// Milliseconds of the virtual clock: 67 for the request, 130 for the worker, the rest for the queue.
	expect(simulated.acceptedMilliseconds).toBeCloseTo(67.2, 1);
	expect(simulated.queue.invokedMilliseconds).toBeCloseTo(130.1, 1);
	expect(simulated.seconds).toBeCloseTo(0.23, 3);
	expect(simulated.rate).toBeCloseTo(500 / 0.23014, 1);
	expect(simulated.hottestKey.key).toMatch(/^ORG#org-0#BATCH#/);
	expect(simulated.httpRequests).toBe(1);
});
