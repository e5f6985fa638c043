import { expect, it } from "vitest";
import { acme } from "../../support/acme.ts";
import { meterCalls } from "../../support/meter-calls.ts";
import { openWorld } from "../../support/world.ts";

it("performance: 100 new SKUs take 8 calls, 2 round trips, 3 write units each and no read", async () => {
	await using world = await openWorld();
	await world.import(acme());
	const create = (skus: object[]) =>
		world.post("/v1.0/inventory/skus/bulk", { skus });
	await create([{ name: "The API key is cached" }]);

	const skus = Array.from({ length: 100 }, (_, index) => ({
		name: `Steel rod, ${index} mm, hot rolled`,
		itemCode: `ROD-${index}`,
		unit: "kg",
		rate: 80.5,
		hsnSac: "7214",
	}));
	const reading = await meterCalls(world, async () => {
		expect((await create(skus)).body.data.successCount).toBe(100);
	});
	expect(reading).toMatchObject({
		calls: 8,
		roundTrips: 2,
		// A SKU, the pointer from its name, its entry in the list index.
		writeUnits: 300,
		readUnits: 0,
	});
});
