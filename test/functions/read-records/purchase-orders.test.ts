import { beforeEach, describe, expect, it } from "vitest";
import { useWorld } from "../../support/use-world.ts";
import {
	acmeWithOrders,
	activatable,
	create,
	createSkus,
	exportedOrder,
	lineItem,
	order,
} from "../purchase-order/orders.ts";
import { page, walk } from "./records.ts";

const path = "/v1.0/procurement/purchase-order";

const world = useWorld(acmeWithOrders);
beforeEach(async () => {
	await createSkus(world);
});

const poIdOf = async (body: object): Promise<string> => {
	const answer = await create(world, body);
	expect(answer.status).toBe(200);
	return answer.body.data.poId;
};

const show = async (poId: string) => {
	const { status, body } = await world.get(`${path}/${poId}`);
	expect({ status, body }).toMatchObject({ status: 200, body: { ok: true } });
	return body.data;
};

const creator = { userId: "u-admin", keyId: expect.stringMatching(/^key_/) };
const created = {
	createdAt: "2026-11-21T10:00:00.000Z",
	createdBy: creator,
	updatedAt: "2026-11-21T10:00:00.000Z",
	updatedBy: creator,
};

const fullOrder = order({
	...activatable,
	currency: "INR",
	deliveryDate: "2026-12-24",
	termsAndConditions: "Free to site",
	additionalNotes: "Ring the bell",
	tags: { "cost-centre": { value: 7 } },
	lineItems: [
		lineItem({
			identifier: "a",
			quantity: 2.5,
			rate: 100.1,
			skuCode: "rod-1",
			taxId: 1,
			tags: { project: { value: "Roof" } },
		}),
		lineItem({ identifier: "b", skuName: "Glue", taxAmount: 7.7 }),
	],
});

describe("GET by id", () => {
	it("R2: an order with everything that was sent, its taxes as computed", async () => {
		const poId = await poIdOf(fullOrder);
		const record = await show(poId);
		expect(record).toEqual({
			poId,
			poNumber: "PO-0001",
			state: "APPROVED",
			externalId: null,
			matchingState: "UNMATCHED",
			vendorId: "v-1",
			amount: 1303.0,
			poType: "GOODS",
			matchingType: "TWO_WAY",
			poDate: "2026-11-21",
			gstin: "27AAPFU0939F1ZV",
			description: "Steel for the new hall",
			currency: "INR",
			paymentTerms: "Net 30",
			deliveryDate: "2026-12-24",
			termsAndConditions: "Free to site",
			additionalNotes: "Ring the bell",
			tags: { "cost-centre": { value: 7 } },
			lineItems: [
				{
					identifier: "a",
					quantity: 2.5,
					rate: 100.1,
					skuCode: "rod-1",
					skuName: null,
					taxId: 1,
					taxAmount: 45.05,
					tags: { project: { value: "Roof" } },
				},
				{
					identifier: "b",
					quantity: 10,
					rate: 100,
					skuCode: null,
					skuName: "Glue",
					taxId: null,
					taxAmount: 7.7,
					tags: null,
				},
			],
			linkedPaymentRequestId: null,
			version: 1,
			...created,
		});
	});

	it("R2: null for what was not sent", async () => {
		const record = await show(await poIdOf(order()));
		expect(record).toMatchObject({
			state: "DRAFTED",
			vendorId: null,
			description: null,
			currency: null,
			paymentTerms: null,
			deliveryDate: null,
			termsAndConditions: null,
			additionalNotes: null,
			tags: null,
		});
		expect(Object.values(record)).not.toContain(undefined);
	});

	it("R2: an order from an organization file has null for what the file does not say, and no lines", async () => {
		await world.import({
			...acmeWithOrders(),
			purchaseOrders: [
				{ id: "po-1", poNumber: "", state: "ACTIVE", amount: 10.1 },
			],
		});
		expect(await show("po-1")).toEqual({
			poId: "po-1",
			poNumber: null,
			state: "ACTIVE",
			externalId: null,
			matchingState: "UNMATCHED",
			vendorId: null,
			amount: 10.1,
			poType: null,
			matchingType: null,
			poDate: null,
			gstin: null,
			description: null,
			currency: null,
			paymentTerms: null,
			deliveryDate: null,
			termsAndConditions: null,
			additionalNotes: null,
			tags: null,
			lineItems: [],
			linkedPaymentRequestId: null,
			version: 1,
			createdAt: "2026-11-21T10:00:00.000Z",
			updatedAt: "2026-11-21T10:00:00.000Z",
			createdBy: null,
			updatedBy: null,
		});
	});

	it("R1: its ETag is its version in quotes", async () => {
		const { headers } = await world.get(`${path}/${await poIdOf(order())}`);
		expect(headers).toEqual({
			"content-type": "application/json",
			"x-request-id": "request-1",
			etag: '"1"',
		});
	});

	it("R2: an order names the advance that holds it, in its version and by whom", async () => {
		const poId = await poIdOf(fullOrder);
		world.time.now = new Date("2026-11-22T10:00:00.000Z");
		const advance = await world.post("/v1.0/payment/request/vendor-advance", {
			amount: 100,
			vendorId: "v-1",
			purchaseOrderLinkId: poId,
		});
		const { paymentRequestId } = advance.body.data;
		expect(await show(poId)).toMatchObject({
			linkedPaymentRequestId: paymentRequestId,
			version: 2,
			...created,
			updatedAt: "2026-11-22T10:00:00.000Z",
		});
		const importAs = (state: "PENDING_RESUBMISSION" | "REJECTED") =>
			world.import({
				...acmeWithOrders(),
				advances: [{ id: paymentRequestId, vendorId: "v-1", state }],
			});
		await importAs("PENDING_RESUBMISSION");
		expect(await show(poId)).toMatchObject({
			linkedPaymentRequestId: paymentRequestId,
		});
		await importAs("REJECTED");
		const released = await show(poId);
		expect(released).toMatchObject({
			linkedPaymentRequestId: null,
			updatedBy: null,
		});
		expect(released.version).toBeGreaterThan(2);
	});

	it("R1: numbers have all their digits, the same decimals as in the export", async () => {
		const poId = await poIdOf(
			order({
				tags: { weight: { value: 1e-7 } },
				lineItems: [
					lineItem({ quantity: 10, rate: 999_999_999_999_999 }),
					lineItem({ identifier: "b", quantity: 0.1, rate: 0.1 }),
					lineItem({
						identifier: "c",
						quantity: 1e-7,
						rate: 0.30000000000000004,
					}),
				],
			}),
		);
		const { text } = await world.get(`${path}/${poId}`);
		expect(text).toContain('"amount":9999999999999990.01');
		const exported = await exportedOrder(world, poId);
		const record = await show(poId);
		expect(record.lineItems).toMatchObject(exported.lineItems);
		expect(record.tags).toEqual(exported.tags);
		expect(record.amount).toEqual(exported.amount);
	});

	it("R2: any tag and identifier is shown as it was sent, __proto__ too", async () => {
		const identifier = '__proto__ "quoted" \u2028 😀';
		const tags = JSON.parse('{"__proto__": {"value": "x"}}');
		await world.import({
			...acmeWithOrders(),
			tags: [{ slug: "__proto__", name: "Odd", type: "VARCHAR" }],
		});
		const { text } = await world.get(
			`${path}/${await poIdOf(order({ tags, lineItems: [lineItem({ identifier })] }))}`,
		);
		expect(text).toContain('"tags":{"__proto__":{"value":"x"}}');
		expect(text).toContain(JSON.stringify(identifier));
	});
});

describe("list", () => {
	it("R2: an item is the record without tags and lineItems", async () => {
		const poId = await poIdOf(fullOrder);
		const { tags, lineItems, ...listed } = await show(poId);
		expect((await page(world, path)).items).toEqual([listed]);
	});

	it("R2: filters by state, vendor and number, all of which must hold", async () => {
		const draft = await poIdOf(order({ vendorId: "v-1" }));
		const active = await poIdOf(order({ ...activatable, poNumber: "PO-2" }));
		const alone = await poIdOf(order({ poNumber: "po-2" }));
		const found = async (query: Record<string, string>) =>
			(await walk(world, path, query)).map(({ poId }) => poId).sort();
		expect(await found({ state: "DRAFTED" })).toEqual([draft, alone].sort());
		// Answered ACTIVE when it was created.
		expect(await found({ state: "APPROVED" })).toEqual([active]);
		expect(await found({ state: "ACTIVE" })).toEqual([]);
		expect(await found({ vendorId: "v-1" })).toEqual([draft, active].sort());
		expect(await found({ vendorId: "V-1" })).toEqual([]);
		expect(await found({ poNumber: "PO-2" })).toEqual([active]);
		expect(await found({ poNumber: "po-2" })).toEqual([alone]);
		expect(await found({ vendorId: "v-1", state: "DRAFTED" })).toEqual([draft]);
		expect(await found({ vendorId: "v-1", poNumber: "po-2" })).toEqual([]);
	});

	it("R2: the order of a lost answer is found by its number at once", async () => {
		const poId = await poIdOf(order({ poNumber: "PO-LOST" }));
		const { items } = await page(world, path, { poNumber: "PO-LOST" });
		expect(items).toMatchObject([{ poId }]);
	});
});
