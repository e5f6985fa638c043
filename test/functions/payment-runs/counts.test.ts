import { expect, it } from "vitest";
import { acme } from "../../support/acme.ts";
import { meterCalls } from "../../support/meter-calls.ts";
import {
	checkPage,
	createRun,
	getRun,
	releaseRun,
} from "../../support/runs.ts";
import { useWorld } from "../../support/use-world.ts";

const world = useWorld();

function mixed(seed: number, length: number): string {
	let state = seed + 1;
	return Array.from({ length }, () => {
		state = (state * 48_271) % 2_147_483_647;
		return (state % 36).toString(36);
	}).join("");
}

/** 150 bytes of free text each, as the goals in `performance.md` have it, and of a kind that does not pack all too well. */
const entries = (count: number) =>
	Array.from({ length: count }, (_, index) => ({
		slug: `inv-${index}`,
		amount: 33.33,
		utr: `UTR${mixed(index, 20)}`,
		narration: mixed(index + count, 127),
	}));

it("performance: a run of 10,000 takes 7 calls, 3 round trips and 0.2 write units for each payment", async () => {
	await world.import(acme({}));
	await getRun(world, "none");
	const reading = await meterCalls(world, () =>
		createRun(world, entries(10_000)),
	);
	// The hold, 101 items (100 chunks and the layout) by 25, the transaction.
	expect(reading).toMatchObject({ calls: 7, roundTrips: 3 });
	expect(reading.writeUnits).toBeLessThanOrEqual(0.2 * 10_000);
	expect(reading.readUnits).toBeLessThanOrEqual(1);
});

it("performance: 1,000 entries by number add 10 calls and one round trip, and read one unit for each", async () => {
	await world.import(acme({}));
	await getRun(world, "none");
	const numbered = entries(1_000).map(({ slug, ...entry }) => ({
		...entry,
		vendorId: "v-1",
		invoiceNumber: slug,
	}));
	const reading = await meterCalls(world, () => createRun(world, numbered));
	expect(reading).toMatchObject({ calls: 13, roundTrips: 4 });
	expect(reading.readUnits).toBeLessThanOrEqual(1_001);
});

it("performance: a page of 1,000 of its check takes at most 25 calls and 5 round trips, and reads each invoice, vendor and chunk once", async () => {
	const vendors = Array.from({ length: 1_000 }, (_, index) => ({
		id: `v-${index}`,
		name: `Vendor ${index}`,
	}));
	const invoices = vendors.map(({ id }, index) => ({
		slug: `inv-${index}`,
		vendorId: id,
		state: "APPROVED",
		amount: 100,
	}));
	await world.import(acme({ vendors, invoices }));
	const { runId } = await createRun(world, entries(1_000));
	const reading = await meterCalls(world, () => checkPage(world, runId));
	// The run, its chunks, 10 calls for the invoices, 10 for the vendors.
	expect(reading).toMatchObject({ calls: 22, roundTrips: 4, writeUnits: 0 });
	const chunkUnits = 10 * 5;
	expect(reading.readUnits).toBeLessThanOrEqual(1 + chunkUnits + 2_000);
	expect(reading.answer.body.data.items).toHaveLength(1_000);
});

it("performance: a release of 10,000 takes 2 calls, and 10 messages to each further one", async () => {
	await world.import(acme({}));
	const { runId } = await createRun(world, entries(10_000));
	const reading = await meterCalls(world, () => releaseRun(world, runId));
	expect(reading).toMatchObject({ calls: 2, roundTrips: 2, readUnits: 1 });
	// Six items of a transaction, two units each, and those of the index.
	expect(reading.writeUnits).toBeLessThanOrEqual(16);
	expect(world.queue.bodies).toHaveLength(100);
});
