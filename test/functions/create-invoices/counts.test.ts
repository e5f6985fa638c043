import { expect, it } from "vitest";
import {
	acmeWithVendors,
	createInvoice,
	createInvoices,
	newInvoice,
	patchInvoice,
	payInvoice,
} from "../../support/created-invoices.ts";
import { meterCalls } from "../../support/meter-calls.ts";
import { openWorld, type World } from "../../support/world.ts";

async function openMetered(): Promise<World> {
	const world = await openWorld();
	await world.import(acmeWithVendors());
	// The API key is cached from here on.
	await createInvoice(world, { invoiceNumber: "FIRST" });
	return world;
}

const description =
	"Steel rods, 12 mm, hot rolled, delivered to the plant in Pune on 18 November, against order PO-7001.";

const invoices = (count: number) =>
	Array.from({ length: count }, (_, index) =>
		newInvoice({
			invoiceNumber: `INV/2026-27/${index}`,
			vendorId: index % 2 === 0 ? "v-1" : "v-2",
			dueDate: "2026-12-31",
			description,
		}),
	);

it("performance: 100 invoices created take 5 calls, 2 round trips, 2 write units each, a read unit a vendor", async () => {
	await using world = await openMetered();
	const reading = await meterCalls(world, () =>
		createInvoices(world, invoices(100)),
	);
	expect(reading).toMatchObject({
		answer: { body: { data: { successCount: 100 } } },
		calls: 5,
		roundTrips: 2,
		writeUnits: 200,
		readUnits: 2,
	});
});

it("performance: 100 invoices, some of which exist, take 6 calls and 3 round trips", async () => {
	await using world = await openMetered();
	await createInvoices(world, invoices(30));
	const reading = await meterCalls(world, () =>
		createInvoices(world, invoices(100)),
	);
	expect(reading).toMatchObject({
		answer: { body: { data: { successCount: 70 } } },
		calls: 6,
		roundTrips: 3,
		readUnits: 32,
	});
});

it("performance: a payment of an invoice created over the API costs 1 write unit", async () => {
	await using world = await openMetered();
	const id = await createInvoice(world, {
		invoiceNumber: "INV/2026-27/000123",
		amount: 123456.78,
		dueDate: "2026-12-31",
		description,
	});
	expect(description).toHaveLength(100);
	await patchInvoice(world, id, { state: "APPROVED" });
	const reading = await meterCalls(world, () =>
		payInvoice(world, id, 23456.78, {
			utr: "HDFC0001234567890123",
			narration: "n".repeat(130),
		}),
	);
	expect(reading.answer.status).toBe("DONE");
	// Besides the unit of the idempotency claim.
	expect(reading.writeUnits).toBe(2);
});

it("performance: a patch takes 2 calls, 2 round trips, and 1 write unit: none for the list index", async () => {
	await using world = await openMetered();
	const id = await createInvoice(world, { description });
	const reading = await meterCalls(world, () =>
		patchInvoice(world, id, { state: "APPROVED", amount: 7 }),
	);
	expect(reading).toMatchObject({
		calls: 2,
		roundTrips: 2,
		writeUnits: 1,
		readUnits: 1,
	});
});
