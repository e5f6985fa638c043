import { describe, expect, it } from "vitest";
import { skuByCodeKey } from "../../../shared/dynamodb/keys.ts";
import { acme } from "../../support/acme.ts";
import { throttle } from "../../support/aws-gateway/faults/effects.ts";
import { deleteItem } from "../../support/delete-item.ts";
import { passSeconds } from "../../support/pass-time.ts";
import { useWorld } from "../../support/use-world.ts";
import { create, order } from "../purchase-order/orders.ts";
import { page, walk } from "./records.ts";

const skus = "/v1.0/inventory/skus";

const world = useWorld(acme);

/** Creates `<prefix>-0`, `<prefix>-1`, … in one request, a second after all before them. */
async function createSkus(prefix: string, count: number): Promise<string[]> {
	passSeconds(world, 1);
	const codes = Array.from(
		{ length: count },
		(_, index) => `${prefix}-${index}`,
	);
	const { body } = await world.post(`${skus}/bulk`, {
		skus: codes.map((itemCode) => ({ name: itemCode, itemCode })),
	});
	expect(body.data.successCount).toBe(count);
	return codes;
}

const codesOf = (items: { itemCode: string }[]) =>
	items.map(({ itemCode }) => itemCode);

describe("pages", () => {
	it("R1: the newest first; records of the same millisecond are always in the same order", async () => {
		const old = await createSkus("old", 5);
		const young = await createSkus("young", 5);
		const first = codesOf((await page(world, skus)).items);
		expect(new Set(first.slice(0, 5))).toEqual(new Set(young));
		expect(new Set(first.slice(5))).toEqual(new Set(old));
		for (const limit of ["1", "3", "10"])
			expect(codesOf(await walk(world, skus, { limit }))).toEqual(first);
	});

	it("R1: 50 records when no limit is given, at most 100, and null after the last one", async () => {
		await createSkus("a", 100);
		await createSkus("b", 20);
		const byDefault = await page(world, skus);
		expect(byDefault.items).toHaveLength(50);
		expect(byDefault.nextCursor).toEqual(expect.any(String));
		const largest = await page(world, skus, { limit: "100" });
		expect(largest.items).toHaveLength(100);
		const last = await page(world, skus, {
			limit: "20",
			cursor: largest.nextCursor ?? "",
		});
		expect(last.items).toHaveLength(20);
		expect(last.nextCursor).toBeNull();
	});

	it("R1: an empty list is an empty page", async () => {
		expect(await page(world, skus)).toEqual({ items: [], nextCursor: null });
	});

	it("R1: while others create records, a walk shows every record that was there exactly once", async () => {
		const before = [
			...(await createSkus("a", 60)),
			...(await createSkus("b", 5)),
		];
		let round = 0;
		const found = codesOf(
			await walk(world, skus, { limit: "7" }, async () => {
				round += 1;
				// Some of them as old as what is there, since a write may take effect late.
				if (round % 2 === 0) passSeconds(world, -2);
				await createSkus(`meanwhile-${round}`, 9);
			}),
		);
		expect(round).toBeGreaterThan(8);
		expect(new Set(found).size).toBe(found.length);
		expect(found.filter((code) => !code.startsWith("meanwhile"))).toHaveLength(
			65,
		);
		expect(new Set(found)).toEqual(new Set([...found, ...before]));
	});

	it("R1: with 4 writers and 2 walkers at once, each walk shows every record that was there exactly once", async () => {
		const before = await createSkus("before", 100);
		const writers = Array.from({ length: 4 }, (_, writer) =>
			createSkus(`writer-${writer}`, 25),
		);
		const walks = Array.from({ length: 2 }, () =>
			walk(world, skus, { limit: "11" }),
		);
		for (const found of await Promise.all(walks)) {
			const codes = codesOf(found);
			expect(new Set(codes).size).toBe(codes.length);
			expect(new Set(codes)).toEqual(new Set([...codes, ...before]));
		}
		await Promise.all(writers);
		expect(await walk(world, skus, { limit: "100" })).toHaveLength(200);
	});

	it("R1: a cursor stands for a place: the list continues there even if its record is gone", async () => {
		await createSkus("a", 10);
		const all = codesOf((await page(world, skus)).items);
		const { nextCursor } = await page(world, skus, { limit: "4" });
		await deleteItem(world, skuByCodeKey("acme", all[3] ?? ""));
		const rest = await page(world, skus, { cursor: nextCursor ?? "" });
		expect(codesOf(rest.items)).toEqual(all.slice(4));
	});

	it("R1: records that are in the index but no longer in the table are omitted, and the page is full all the same", async () => {
		await createSkus("a", 10);
		const all = codesOf((await page(world, skus)).items);
		const gone = world.gateway.faults.add({
			operation: "BatchGetItem",
			matches: (body) => JSON.stringify(body).includes("#SKU#"),
			effect: async (call, forward) => {
				const body = `${call.body}`.replaceAll(`SKU#${all[1]}"`, 'SKU#gone"');
				return forward({ ...call, body: Buffer.from(body) });
			},
		});
		const { items } = await page(world, skus, { limit: "4" });
		expect(gone.hits).toBeGreaterThan(0);
		expect(codesOf(items)).toEqual(
			all.filter((_, index) => index !== 1).slice(0, 4),
		);
	});
});

describe("filters", () => {
	const orders = "/v1.0/procurement/purchase-order";
	const purchaseOrders = Array.from({ length: 1_150 }, (_, index) => ({
		id: `po-${index}`,
		poNumber: index % 575 === 0 ? "RARE" : "COMMON",
		state: "APPROVED" as const,
		amount: 1,
	}));

	it("R1: one request examines at most 1,000 records; a walk finds all that match", async () => {
		await world.import(acme({ purchaseOrders }));
		world.gateway.meter.reset();
		const { items, nextCursor } = await page(world, orders, {
			poNumber: "NONE",
		});
		expect({ items, nextCursor }).toEqual({
			items: [],
			nextCursor: expect.any(String),
		});
		const { operations } = world.gateway.meter.read("service");
		expect(
			operations.filter((operation) => operation === "Query"),
		).toHaveLength(10);
		expect(
			await page(world, orders, { poNumber: "NONE", cursor: nextCursor ?? "" }),
		).toEqual({ items: [], nextCursor: null });
		const rare = await walk(world, orders, { poNumber: "RARE", limit: "1" });
		expect(rare.map(({ poId }) => poId).sort()).toEqual(["po-0", "po-575"]);
		const common = await walk(world, orders, {
			poNumber: "COMMON",
			limit: "100",
		});
		expect(new Set(common.map(({ poId }) => poId)).size).toBe(1_148);
		expect(common).toHaveLength(1_148);
	});

	it("R1: a filter judges each record as it is when its page is read", async () => {
		const file = acme({
			invoices: [1, 2, 3].map((number) => ({
				slug: `inv-${number}`,
				state: "APPROVED",
				amount: 10,
			})),
		});
		await world.import(file);
		const first = await page(world, "/v1.0/invoice", {
			open: "true",
			limit: "1",
		});
		const [{ id }] = first.items;
		const paid = ["inv-1", "inv-2", "inv-3"].find((slug) => slug !== id);
		await world.post("/v1.0/payment/mark-as-paid", {
			resourceType: "INVOICE",
			resources: [{ slug: paid, amount: 10 }],
		});
		const { items } = await page(world, "/v1.0/invoice", {
			open: "true",
			cursor: first.nextCursor ?? "",
		});
		expect(items).toHaveLength(1);
		expect(items[0].id).not.toBe(paid);
	});
});

describe("large records", () => {
	const path = "/v1.0/procurement/purchase-order";
	/** Quotes are escaped in the JSON, and again where that is handed on as text. */
	const largeText = '"'.repeat(300_000);
	const createLarge = async (count: number, changes: object) => {
		for (let index = 0; index < count; index++) {
			const { status, body } = await create(
				world,
				order({ poNumber: `PO-${index}`, ...changes }),
			);
			expect({ status, body }).toMatchObject({ status: 200 });
		}
	};

	it("R1: a page ends at about 4 MB as Lambda counts them, and has at least one record", async () => {
		await createLarge(7, { termsAndConditions: largeText });
		const { body } = await world.get(path);
		const bytes = Buffer.byteLength(JSON.stringify(JSON.stringify(body)));
		expect(bytes).toBeGreaterThan(3_000_000);
		expect(bytes).toBeLessThan(4_400_000);
		expect(body.data.nextCursor).toEqual(expect.any(String));
		const found = await walk(world, path);
		expect(found.map(({ poNumber }) => poNumber).sort()).toEqual(
			Array.from({ length: 7 }, (_, index) => `PO-${index}`),
		);
		passSeconds(world, 1);
		await createLarge(2, {
			termsAndConditions: largeText,
			additionalNotes: largeText.repeat(3),
		});
		expect((await page(world, path)).items).toHaveLength(1);
	});

	it("R1: a page ends when 8 MB have been examined, unpacked lines included", async () => {
		await createLarge(12, {
			lineItems: Array.from({ length: 10_000 }, (_, index) => ({
				identifier: `Line ${index} ${"x".repeat(40)}`,
				quantity: 1,
				rate: 1,
			})),
		});
		const { items, nextCursor } = await page(world, path);
		expect(items.length).toBeGreaterThan(4);
		expect(items.length).toBeLessThan(12);
		expect(nextCursor).toEqual(expect.any(String));
		expect(await walk(world, path)).toHaveLength(12);
		// Where nothing matches, nothing is unpacked.
		expect(await page(world, path, { poNumber: "none" })).toEqual({
			items: [],
			nextCursor: null,
		});
	});
});

describe("faults", () => {
	it.each([skus, "/v1.0/vendor/v-0", "/v1.0/organization/entities"])(
		"conventions: %s asks a busy store again for 8 s",
		async (path) => {
			world.skipPauses();
			// From now on, the caller is known.
			await world.get(path);
			const busy = world.addFault({ effect: throttle() });
			expect((await world.get(path)).status).toBe(500);
			// Some 20 pauses of at most 400 ms, and two more attempts of the SDK before each; 24 in all without a time.
			expect(busy.hits).toBeGreaterThanOrEqual(30);
		},
	);

	it("R1: a store that is busy for a moment is asked again", async () => {
		await createSkus("a", 3);
		for (const operation of ["Query", "BatchGetItem"])
			world.gateway.faults.add({ operation, times: 1, effect: throttle() });
		expect((await page(world, skus)).items).toHaveLength(3);
	});

	it("R1: 500 when the store cannot be read; the next request may", async () => {
		await createSkus("a", 3);
		world.skipPauses();
		const broken = world.gateway.faults.add({
			operation: "Query",
			effect: throttle(),
		});
		expect(await world.get(skus)).toMatchObject({
			status: 500,
			body: { ok: false, error: { code: "INTERNAL_ERROR" } },
		});
		broken.remove();
		expect((await page(world, skus)).items).toHaveLength(3);
	});

	it("R1: keys that an overloaded store leaves unread are read again", async () => {
		await createSkus("a", 10);
		let isLeft = false;
		world.gateway.faults.add({
			operation: "BatchGetItem",
			matches: (body) => JSON.stringify(body).includes("#SKU#"),
			effect: async (call, forward) => {
				if (isLeft) return forward(call);
				isLeft = true;
				const { RequestItems } = JSON.parse(`${call.body}`);
				const body = JSON.stringify({
					Responses: {},
					UnprocessedKeys: RequestItems,
				});
				const answer = await forward(call);
				return typeof answer === "object"
					? { ...answer, body: Buffer.from(body) }
					: answer;
			},
		});
		expect((await page(world, skus)).items).toHaveLength(10);
		expect(isLeft).toBe(true);
	});
});
