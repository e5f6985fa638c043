import { expect, it } from "vitest";
import { meterCalls } from "../../support/meter-calls.ts";
import { openWorld } from "../../support/world.ts";
import {
	acmeWithOrders,
	activatable,
	create,
	createSkus,
	lineItem,
	order,
} from "./orders.ts";

it("performance: an order of 20 lines takes 2 calls, 2 round trips, 3 write units and 1 read unit a key", async () => {
	await using world = await openWorld();
	await world.import(acmeWithOrders());
	await createSkus(world);

	const skus = [
		{ skuCode: "ROD-1" },
		{ skuCode: "NUT-1" },
		{ skuName: "Glue" },
		{ skuName: "steel nut" },
	];
	const lineItems = Array.from({ length: 20 }, (_, index) =>
		lineItem({
			identifier: `Line ${index}: hot rolled steel, ${index * 7} mm`,
			quantity: index + 0.5,
			rate: 100 + index * 3.7,
			...skus[index % 4],
			taxId: 1 + (index % 2),
			tags: {
				"cost-centre": { value: 7 },
				project: { value: `Hall ${index % 3}` },
				"needed-by": { value: `2026-12-${10 + index}` },
			},
		}),
	);
	const body = order({
		...activatable,
		matchingType: "THREE_WAY",
		currency: "INR",
		deliveryDate: "2026-12-24",
		termsAndConditions: "Delivery free to site, unloading by the supplier.",
		tags: { "cost-centre": { value: 7 }, project: { value: "Hall" } },
		lineItems,
	});
	const reading = await meterCalls(world, async () => {
		expect((await create(world, body)).body.data.state).toBe("ACTIVE");
	});
	expect(reading).toMatchObject({
		operations: ["BatchGetItem", "PutItem"],
		roundTrips: 2,
		// A vendor, 2 codes, 2 names, 2 taxes, 3 tags.
		readUnits: 10,
	});
	// One of them for its entry in the list index.
	expect(reading.writeUnits).toBeLessThanOrEqual(3);
});
