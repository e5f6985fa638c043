import { expect, it } from "vitest";
import { purchaseOrderKey } from "../../../shared/dynamodb/keys.ts";
import { batchGet } from "../../../shared/dynamodb/reads/batch-get.ts";
import { meterCalls } from "../../support/meter-calls.ts";
import { passSeconds } from "../../support/pass-time.ts";
import { openWorld, type World } from "../../support/world.ts";
import {
	acmeWithOrders,
	activatable,
	createdOrder,
	createSkus,
	lineItem,
	patch,
} from "../purchase-order/orders.ts";

const lineItems = Array.from({ length: 20 }, (_, index) =>
	lineItem({
		identifier: `Line ${index}: hot rolled steel, ${index * 7} mm`,
		quantity: index + 0.5,
		rate: 100 + index * 3.7,
		...[{ skuCode: "ROD-1" }, { skuName: "Glue" }][index % 2],
		taxId: 1 + (index % 2),
		tags: {
			"cost-centre": { value: 7 },
			project: { value: `Hall ${index % 3}` },
			"needed-by": { value: `2026-12-${10 + index}` },
		},
	}),
);

const measured = async (
	world: World,
	act: () => Promise<{ status: number }>,
) => {
	const { answer, ...reading } = await meterCalls(world, act);
	expect(answer.status).toBe(200);
	return reading;
};

it("performance: a patch of an order of 20 lines takes 3 calls, 3 round trips and at most 3 write units", async () => {
	await using world = await openWorld();
	await world.import(acmeWithOrders());
	await createSkus(world);
	const poId = await createdOrder(world, {
		...activatable,
		state: "DRAFTED",
		lineItems,
	});

	for (const body of [
		{ additionalNotes: "x" },
		{ lineItems: lineItems.toReversed() },
		{ state: "ACTIVE" },
	]) {
		const reading = await measured(world, () => patch(world, poId, body));
		expect(reading).toMatchObject({
			operations: ["GetItem", "BatchGetItem", "UpdateItem"],
			roundTrips: 3,
			// The order; a vendor, a code, a name, 2 taxes, 3 tags.
			readUnits: 9,
		});
		expect(reading.writeUnits).toBeLessThanOrEqual(3);
	}
});

it("performance: 2 calls when the order names nothing; no write when nothing changes", async () => {
	await using world = await openWorld();
	await world.import(acmeWithOrders());
	const poId = await createdOrder(world);
	const patched = await measured(world, () =>
		patch(world, poId, { poNumber: "PO-2" }),
	);
	expect(patched).toMatchObject({
		operations: ["GetItem", "UpdateItem"],
		writeUnits: 1,
	});
	const repeated = await measured(world, () =>
		patch(world, poId, { poNumber: "PO-2" }),
	);
	expect(repeated).toMatchObject({ operations: ["GetItem"], writeUnits: 0 });
});

it("performance: ids of writes are kept for a minute: an order does not grow by being patched", async () => {
	await using world = await openWorld();
	await world.import(acmeWithOrders());
	const poId = await createdOrder(world);
	const keptWrites = async () => {
		const [item] = await batchGet(world.table, [
			purchaseOrderKey("acme", poId),
		]);
		return item?.recentWrites;
	};
	for (const [seconds, kept] of [
		[0, 1],
		[29, 2],
		[30, 3],
		[31, 2],
		[60, 1],
	] as const) {
		passSeconds(world, seconds);
		await patch(world, poId, { additionalNotes: `${world.time.now}` });
		expect(await keptWrites()).toHaveLength(kept);
	}
});
