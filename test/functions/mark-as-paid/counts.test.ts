import { expect, it } from "vitest";
import { acme, payableInvoices } from "../../support/acme.ts";
import { listed } from "../../support/listed.ts";
import { meterCalls } from "../../support/meter-calls.ts";
import { pay } from "../../support/pay.ts";
import { useWorld } from "../../support/use-world.ts";
import type { Answer } from "../../support/world.ts";

const world = useWorld(() => acme({ invoices: payableInvoices(101) }));

const resource = (index: number) => ({
	slug: `inv-${index}`,
	amount: 33.33,
	utr: `UTR${"0".repeat(20)}`,
	narration: "n".repeat(127),
});

async function meter(act: () => Promise<Answer>) {
	const { answer, ...reading } = await meterCalls(world, act);
	expect(answer.status).toBe(200);
	return reading;
}

it("performance: 100 invoices take 6 calls, 3 round trips, 1.01 write units and 1 read unit each", async () => {
	await pay(world, [resource(100)]);
	// Each has an entry in the list index, which a payment does not touch.
	expect(await listed(world.table, "INVOICE")).toHaveLength(101);
	const reading = await meter(() =>
		pay(
			world,
			Array.from({ length: 100 }, (_, index) => resource(index)),
		),
	);
	expect(reading).toMatchObject({
		calls: 6,
		roundTrips: 3,
		writeUnits: 101,
		readUnits: 100,
	});
});

it("performance: 1 invoice, with the API key cached, takes 3 calls, 2 write units and 1 read unit", async () => {
	await pay(world, [resource(100)]);
	expect(await meter(() => pay(world, [resource(0)]))).toMatchObject({
		calls: 3,
		roundTrips: 3,
		writeUnits: 2,
		readUnits: 1,
	});
});

it("performance: a cold API key adds two calls and two round trips", async () => {
	expect(await meter(() => pay(world, [resource(0)]))).toMatchObject({
		calls: 5,
		roundTrips: 5,
		operations: [
			"GetItem",
			"BatchGetItem",
			"PutItem",
			"BatchGetItem",
			"BatchExecuteStatement",
		],
	});
});
