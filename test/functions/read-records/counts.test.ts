import { beforeAll, describe, expect, it } from "vitest";
import { meterCalls } from "../../support/meter-calls.ts";
import { useSharedWorld } from "../../support/use-world.ts";
import { acmeWithRecords, lists, page, records } from "./records.ts";

const world = useSharedWorld();
beforeAll(async () => {
	const numbers = Array.from({ length: 100 }, (_, index) => index);
	await world.import(
		acmeWithRecords({
			vendors: numbers.map((n) => ({ id: `v-${n}`, name: `Vendor ${n}` })),
			skus: numbers.map((n) => ({ name: `SKU ${n}`, itemCode: `SKU-${n}` })),
			purchaseOrders: numbers.map((n) => ({
				id: `po-${n}`,
				poNumber: `PO-${n}`,
				vendorId: "v-1",
				state: "APPROVED",
				amount: 1,
			})),
			invoices: numbers.map((n) => ({
				slug: `inv-${n}`,
				vendorId: "v-1",
				state: "APPROVED",
				amount: 100,
			})),
			advances: numbers.map((n) => ({
				id: `adv-${n}`,
				vendorId: "v-1",
				state: "PENDING",
			})),
			users: [
				...(acmeWithRecords().users ?? []),
				...numbers.map((n) => ({
					id: `user-${n}`,
					name: `User ${n}`,
					role: "MEMBER" as const,
				})),
			],
			tags: [
				...(acmeWithRecords().tags ?? []),
				...numbers.slice(2).map((n) => ({
					slug: `tag-${n}`,
					name: `Tag ${n}`,
					type: "VARCHAR" as const,
				})),
			],
		}),
	);
	// Remembers the API key.
	await world.get("/v1.0/organization");
});

const measure = (act: () => Promise<unknown>) => meterCalls(world, act);

describe("performance: a page of 100 records, with the API key cached, takes 2 calls, 2 round trips and 1 read unit a record", () => {
	it.each([
		"/v1.0/procurement/purchase-order",
		"/v1.0/inventory/skus",
		"/v1.0/vendor",
		"/v1.0/invoice",
		"/v1.0/payment/request",
		"/v1.0/organization/users",
		"/v1.0/tag",
	])("R1: %s", async (path) => {
		const reading = await measure(async () => {
			expect((await page(world, path, { limit: "100" })).items).toHaveLength(
				100,
			);
		});
		expect(reading).toMatchObject({
			operations: ["Query", "BatchGetItem"],
			roundTrips: 2,
			writeUnits: 0,
		});
		expect(reading.readUnits).toBeLessThanOrEqual(103);
	});
});

it.each(records)(
	"R1: a record by its id, with the API key cached, takes 1 call: %s",
	async (path, id) => {
		const reading = await measure(async () => {
			expect((await world.get(`${path}${id}`)).status).toBe(200);
		});
		expect(reading).toMatchObject({ calls: 1, roundTrips: 1, writeUnits: 0 });
		expect(reading.readUnits).toBeLessThanOrEqual(1);
	},
);

it.each(
	lists.filter(([path]) =>
		/organization\/entities|tax|inv-1|mark-as-paid/.test(path),
	),
)("R1: a short list takes 1 call: %s", async (path) => {
	const reading = await measure(() => page(world, path));
	expect(reading).toMatchObject({ calls: 1, roundTrips: 1, writeUnits: 0 });
});

it.each([
	["itemCode=sku-7", 1],
	["name=sku+7", 2],
])("R3: the look-up %s takes %i calls", async (query, calls) => {
	const reading = await measure(async () => {
		const { body } = await world.get("/v1.0/inventory/skus", query);
		expect(body.data.items).toHaveLength(1);
	});
	expect(reading).toMatchObject({ calls, roundTrips: calls });
});
