import { expect, it } from "vitest";
import { acme, payableInvoices } from "../../support/acme.ts";
import { deliver, startBatch } from "../../support/batches.ts";
import { meterCalls } from "../../support/meter-calls.ts";
import { pay } from "../../support/pay.ts";
import { useWorld } from "../../support/use-world.ts";

const world = useWorld();

/** 150 bytes of free text each, as the goals in `performance.md` have it, and of a kind that does not pack all too well. */
const resources = (count: number) =>
	Array.from({ length: count }, (_, index) => ({
		slug: `inv-${index}`,
		amount: 33.33,
		utr: `UTR${mixed(index, 20)}`,
		narration: mixed(index + count, 127),
	}));

function mixed(seed: number, length: number): string {
	let state = seed + 1;
	return Array.from({ length }, () => {
		state = (state * 48_271) % 2_147_483_647;
		return (state % 36).toString(36);
	}).join("");
}

it("performance: a batch of 10,000, with the API key cached, 8 calls, 4 round trips, 0.2 write units each", async () => {
	await world.import(acme({}));
	await pay(world, resources(1));
	const reading = await meterCalls(world, () =>
		startBatch(world, resources(10_000)),
	);
	// Claim, opening, 101 items (100 chunks and the layout) by 25, commit; then 10 messages to a call.
	expect(reading).toMatchObject({ calls: 8, roundTrips: 4, readUnits: 0 });
	expect(reading.writeUnits).toBeLessThanOrEqual(0.2 * 10_000);
	expect(world.queue.bodies).toHaveLength(100);
});

it("performance: a chunk of 100 takes 8 calls, 5 round trips (the last one 9 and 6), 1.15 write and 1.2 read units each", async () => {
	await world.import(acme({ invoices: payableInvoices(200) }));
	await startBatch(world, resources(200));
	const [first = "", last = ""] = world.queue.take();
	const one = await meterCalls(world, () => deliver(world, [first]));
	expect(one).toMatchObject({ calls: 8, roundTrips: 5 });
	expect(one.writeUnits).toBeLessThanOrEqual(115);
	expect(one.readUnits).toBeLessThanOrEqual(120);
	const other = await meterCalls(world, () => deliver(world, [last]));
	expect(other).toMatchObject({ calls: 9, roundTrips: 6 });
	expect(other.writeUnits).toBeLessThanOrEqual(115);
	expect(other.readUnits).toBeLessThanOrEqual(120);
});
