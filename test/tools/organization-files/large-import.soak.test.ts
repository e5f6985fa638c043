import { expect, it } from "vitest";
import { acme, payableInvoices } from "../../support/acme.ts";
import { openWorld } from "../../support/world.ts";
import { exported } from "../operator/exported.ts";

const count = 40_000;

it("40,000 invoices are imported in 2,000 calls, and not written again unchanged", async () => {
	await using world = await openWorld();
	const file = acme({ invoices: payableInvoices(count) });
	await world.import(file);
	const callsOf = (operation: string) =>
		world.gateway.meter.read().operations.filter((name) => name === operation)
			.length;
	// 25 to a call that writes, 100 to one that reads, and a few for all the rest.
	expect(callsOf("BatchExecuteStatement")).toBeLessThan(count / 25 + 10);
	expect(callsOf("BatchGetItem")).toBeLessThan(count / 100 + 10);

	const { invoices } = await exported(world);
	expect(invoices).toHaveLength(count);

	world.gateway.meter.reset();
	await world.import(file);
	expect(callsOf("BatchExecuteStatement")).toBe(0);
});
