import { expect, inject, it } from "vitest";
import { simulate } from "../../../bench/scale/simulate.ts";

const writes = 1_000;
const slow = { name: "fresh", writes, reads: 12_000 } as const;

it("many organizations keep a table at its bound, whatever the speed of this machine", async () => {
	const setting = { speed: slow, workers: 4, organizations: 10, invoices: 200 };
	const { rate, queue, ...simulated } = await simulate(
		inject("dynamodbUrl"),
		setting,
	);
	// Chunks, records of the batches, guards and lists.
	expect(simulated.acceptedWriteUnits).toBeGreaterThan(10 * 8);
	const workersUnits = simulated.writeUnits - simulated.acceptedWriteUnits;
	const bound = (writes / workersUnits) * 2_000;
	expect(rate).toBeLessThanOrEqual(bound);
	// Throttled workers pay in waves, of which there are few here.
	expect(rate).toBeGreaterThan(0.7 * bound);
	// 20 chunks: a send for each batch, a receipt and a deletion for each invocation of 5.
	expect(queue).toMatchObject({ requests: 18, invocations: 4, resent: 0 });
});

it("one organization's rate is that of its batch, the request included", async () => {
	const setting = { speed: slow, workers: 1, organizations: 1, invoices: 500 };
	const simulated = await simulate(inject("dynamodbUrl"), setting);
	expect(simulated.rate).toBe(500 / simulated.seconds);
	expect(simulated.seconds).toBeGreaterThan(
		(simulated.acceptedMilliseconds + simulated.queue.invokedMilliseconds) /
			1_000 -
			0.05,
	);
	expect(simulated.hottestKey.key).toMatch(/^ORG#org-0#BATCH#/);
	expect(simulated.httpRequests).toBe(1);
});
