import { randomBytes } from "node:crypto";
import { expect, it } from "vitest";
import { tableContents } from "../../support/table-contents.ts";
import { useWorld } from "../../support/use-world.ts";
import {
	acmeWithOrders,
	activatable,
	create,
	exportedOrder,
	lineItem,
	order,
} from "./orders.ts";

const world = useWorld(acmeWithOrders);

/** Text that does not compress. */
const noise = (bytes: number) => randomBytes(bytes).toString("base64");

const ordinaryLines = (count: number) =>
	Array.from({ length: count }, (_, index) =>
		lineItem({
			identifier: `${index + 1}: ${noise(12)} hot rolled steel`,
			quantity: 1 + ((index * 7919) % 1000),
			rate: ((index * 104_729) % 1_000_000) / 100,
			skuCode: `SKU-${(index * 7919) % 5000}`,
			taxId: 1,
			tags: {
				"cost-centre": { value: 7 },
				project: { value: `Project ${(index * 31) % 500}` },
			},
		}),
	);

it("purchase orders: 2,000 ordinary lines fit", async () => {
	const lineItems = ordinaryLines(2_000);
	const { status, body } = await create(
		world,
		order({ ...activatable, lineItems }),
	);
	expect(status).toBe(200);
	expect(body.data.skuMatchWarnings).toHaveLength(2_000);
	const stored = await exportedOrder(world, body.data.poId);
	expect(stored.lineItems).toHaveLength(2_000);
	expect(stored.lineItems[1_999]).toMatchObject(lineItems[1_999] ?? {});
});

it("purchase orders: an order too large to be stored is a VALIDATION_ERROR that says so", async () => {
	const before = await tableContents(world);
	const answer = await create(world, order({ paymentTerms: noise(420_000) }));
	expect(answer).toMatchObject({
		status: 400,
		body: {
			error: {
				code: "VALIDATION_ERROR",
				message:
					"Validation failed: / is too large to be stored: compressed, a purchase order must fit 399 KB",
			},
		},
	});
	expect(await tableContents(world)).toEqual(before);
});

it("purchase orders: the largest order that is accepted can be stored", async () => {
	let [fits, doesNot] = [300_000, 500_000];
	while (doesNot - fits > 40) {
		const length = Math.floor((fits + doesNot) / 2);
		const body = order({ paymentTerms: noise(length) });
		const { status } = await create(world, body);
		expect([200, 400]).toContain(status);
		if (status === 200) fits = length;
		else doesNot = length;
	}
	expect(fits).toBeGreaterThan(395_000);
});

it("purchase orders: text in no compressed property counts too", async () => {
	const create3ByteText = (bytes: number) =>
		create(world, order({ poNumber: "€".repeat(bytes / 3) }));
	expect((await create3ByteText(407_400)).status).toBe(200);
	expect((await create3ByteText(409_500)).status).toBe(400);
});

it("8: thousands of line items that are alike are few bytes", async () => {
	const lineItems = Array.from({ length: 20_000 }, () => lineItem());
	const { status, body } = await create(world, order({ lineItems }));
	expect(status).toBe(200);
	expect(await exportedOrder(world, body.data.poId)).toMatchObject({
		amount: 20_000_000,
	});
});

it.each([
	["the largest figures there are", 999_999_999_999_999, 1.18e33],
	["the smallest", 1e-20, 0],
	["a negative amount that rounds to nothing", -0.001, 0],
])("guarantee 7: %s can be stored", async (_, figure, expected) => {
	const line = lineItem({ quantity: figure, rate: Math.abs(figure), taxId: 1 });
	const lineItems = Array.from({ length: 1_000 }, () => line);
	const { status, body } = await create(world, order({ lineItems }));
	expect(status).toBe(200);
	const { amount } = await exportedOrder(world, body.data.poId);
	expect(amount / (expected || 1)).toBeCloseTo(expected && 1);
});
