import { beforeEach, describe, expect, it } from "vitest";
import { tableContents } from "../../support/table-contents.ts";
import { useWorld } from "../../support/use-world.ts";
import { byAdmin } from "../../tools/operator/exported.ts";
import {
	acmeWithOrders,
	activatable,
	create,
	createSkus,
	exportedOrder,
	lineItem,
	order,
} from "./orders.ts";
import { refusals } from "./refusals.ts";

const world = useWorld(acmeWithOrders);
beforeEach(async () => {
	await createSkus(world);
});

const poId = expect.stringMatching(/^po-[0-9a-z]{26}$/);

const rodTags = {
	"cost-centre": { value: 7 },
	project: { value: "Hall" },
	"needed-by": { value: "2028-02-29" },
	weight: { value: -1.5 },
	"old-code": { value: 0 },
};

describe("200", () => {
	it("4.2: creates a draft and answers its id and state alone", async () => {
		const answer = await create(world, order());
		expect(answer).toMatchObject({
			status: 200,
			headers: { "x-request-id": "request-1" },
		});
		expect(answer.body).toEqual({ ok: true, data: { poId, state: "DRAFTED" } });
	});

	it("4.2: keeps everything that was sent, figures as exact decimals, taxes as computed", async () => {
		const sent = order({
			...activatable,
			matchingType: "THREE_WAY",
			poType: "SERVICES",
			currency: "INR",
			deliveryDate: "2026-12-24",
			termsAndConditions: "As agreed",
			additionalNotes: "Ring twice",
			tags: rodTags,
			lineItems: [
				lineItem({
					quantity: 0.1,
					rate: 4.35,
					skuCode: "rod-1",
					skuName: "anything",
					taxId: 1,
					taxAmount: 0.08000001,
					tags: { project: { value: "" } },
				}),
				lineItem({ skuName: "glue", taxId: 2, identifier: "line-2" }),
				lineItem({ skuCode: "NUT-1", taxAmount: 0.125, quantity: 3 }),
			],
		});
		const { body } = await create(world, sent);
		expect(body.data).toEqual({ poId, state: "ACTIVE" });
		const { lineItems, ...rest } = sent;
		const [rod, glue, nut] = lineItems;
		expect(await exportedOrder(world, body.data.poId)).toEqual({
			...rest,
			lineItems: [{ ...rod, taxAmount: 0.08 }, { ...glue, taxAmount: 50 }, nut],
			id: body.data.poId,
			state: "APPROVED",
			externalId: null,
			matchingState: "UNMATCHED",
			// 0.435 + 0.08 + 1000 + 50 + 300 + 0.125
			amount: 1350.64,
			createdAt: "2026-11-21T10:00:00.000Z",
			...byAdmin,
		});
	});

	it("purchase orders: keeps nothing that the spec does not list", async () => {
		const { body } = await create(world, {
			...order({ lineItems: [{ ...lineItem(), colour: "red" }] }),
			matchingState: "MATCHED",
			amount: 1,
			id: "po-mine",
			link: "x",
			tags: { project: { value: "x", by: "me" } },
		});
		expect(await exportedOrder(world, body.data.poId)).toEqual({
			...order(),
			tags: { project: { value: "x" } },
			id: body.data.poId,
			state: "DRAFTED",
			externalId: null,
			matchingState: "UNMATCHED",
			amount: 1000,
			createdAt: expect.any(String),
			...byAdmin,
		});
	});

	it("purchase orders: poNumber is not unique", async () => {
		const [one, other] = [
			await create(world, order()),
			await create(world, order()),
		];
		expect(other.status).toBe(200);
		expect(other.body.data.poId).not.toBe(one.body.data.poId);
	});

	it("2.7: TWO_WAY lists the line items whose code or name matches no SKU", async () => {
		const { status, body } = await create(
			world,
			order({
				lineItems: [
					lineItem({ identifier: "none" }),
					lineItem({ identifier: "code", skuCode: "rod-1" }),
					lineItem({ identifier: "wrong code", skuCode: "X", skuName: "Glue" }),
					lineItem({ identifier: "name", skuCode: "", skuName: "GLUE" }),
					lineItem({ identifier: "wrong name", skuName: "Y" }),
					lineItem({ identifier: "too long", skuCode: "é".repeat(1_500) }),
				],
			}),
		);
		expect(status).toBe(200);
		expect(body.data.skuMatchWarnings).toEqual([
			{
				lineItemIdentifier: "wrong code",
				skuCode: "X",
				skuName: "Glue",
				message: "no SKU has the item code 'X'",
			},
			{
				lineItemIdentifier: "wrong name",
				skuName: "Y",
				message: "no SKU has the name 'Y'",
			},
			{
				lineItemIdentifier: "too long",
				skuCode: "é".repeat(1_500),
				message: expect.any(String),
			},
		]);
	});
});

describe("3.1: states", () => {
	it("3.1 row 1: state DRAFTED or none: DRAFTED, without submitWarnings, with any field missing", async () => {
		for (const state of [undefined, "DRAFTED"]) {
			const body = { ...order({ lineItems: [lineItem({ rate: 0 })] }), state };
			expect((await create(world, body)).body.data).toEqual({
				poId,
				state: "DRAFTED",
			});
		}
	});

	it("3.1 row 2: state ACTIVE with everything: ACTIVE, and an advance can be linked", async () => {
		const { body } = await create(world, order(activatable));
		expect(body.data).toEqual({ poId, state: "ACTIVE" });
		const advance = await world.post("/v1.0/payment/request/vendor-advance", {
			amount: 1000,
			vendorId: "v-1",
			purchaseOrderLinkId: body.data.poId,
		});
		expect(advance.body).toMatchObject({ ok: true });
	});

	it("3.1 row 3, 4.2 rule 3: state ACTIVE with something missing: DRAFTED with submitWarnings", async () => {
		const { status, body } = await create(world, {
			...order({
				state: "ACTIVE",
				description: "Steel",
				lineItems: [
					lineItem(),
					lineItem({ identifier: "__proto__", rate: 0 }),
					lineItem({ identifier: "b", quantity: -1, rate: 0 }),
				],
			}),
		});
		expect(status).toBe(200);
		expect(body.data).toEqual({
			poId,
			state: "DRAFTED",
			submitWarnings: {
				po: ["vendorId", "paymentTerms"],
				lineItems: JSON.parse(
					'{"__proto__": ["rate"], "b": ["quantity", "rate"]}',
				),
			},
		});
		expect(await exportedOrder(world, body.data.poId)).toMatchObject({
			state: "DRAFTED",
		});
	});

	it("submitWarnings and skuMatchWarnings may come together", async () => {
		const { body } = await create(
			world,
			order({ state: "ACTIVE", lineItems: [lineItem({ skuCode: "X" })] }),
		);
		expect(body.data).toMatchObject({
			state: "DRAFTED",
			submitWarnings: {
				po: ["vendorId", "description", "paymentTerms"],
				lineItems: {},
			},
			skuMatchWarnings: [{ lineItemIdentifier: "line-1" }],
		});
	});
});

describe("each error code of 7.2; no order is created", () => {
	it.each(refusals)(
		"7.2 %s: status %i for %s",
		async (row, status, _, body, message) => {
			const [code] = row.split(" ");
			const before = await tableContents(world);
			const answer = await create(world, body);
			expect(answer.status).toBe(status);
			expect(answer.body).toEqual({
				ok: false,
				error: {
					code,
					message:
						typeof message === "string"
							? message
							: expect.stringMatching(message),
				},
			});
			expect(await tableContents(world)).toEqual(before);
		},
	);

	it("purchase orders: SKU, tax, vendor, tags, each over all line items", async () => {
		const lineItems = [
			lineItem({ skuCode: "ROD-1", taxId: 9 }),
			lineItem({ skuCode: "X" }),
			lineItem({ taxId: 1, taxAmount: 1 }),
		];
		let body: object = order({
			matchingType: "THREE_WAY",
			vendorId: "v-9",
			tags: { projekt: { value: 1 } },
			lineItems,
		});
		const repairs = [
			{ lineItems: lineItems.with(1, lineItem({ skuCode: "ROD-1" })) },
			{ matchingType: "TWO_WAY" },
			{ lineItems: lineItems.slice(1) },
			{ lineItems: [lineItem()] },
			{ vendorId: "v-1" },
			{ tags: {} },
		];
		const seen = [];
		for (const repair of repairs) {
			const { error } = (await create(world, body)).body;
			seen.push([error.code, error.message]);
			body = { ...body, ...repair };
		}
		expect((await create(world, body)).status).toBe(200);
		expect(seen).toEqual([
			["SKU_NOT_FOUND", expect.any(String)],
			["SKU_REQUIRED", expect.any(String)],
			["INTERNAL_ERROR", "Invalid tax id"],
			["INTERNAL_ERROR", "Invalid trx tax amount"],
			[
				"VENDOR_NOT_FOUND",
				"Vendor not found: GET /v1.0/vendor lists the vendors",
			],
			["VALIDATION_ERROR", expect.any(String)],
		]);
	});
});

describe("403", () => {
	it("7.1: INSUFFICIENT_PERMISSIONS for a key without procurement:write, with any body", async () => {
		const { users } = acmeWithOrders();
		await world.import({
			...acmeWithOrders(),
			users: [...users, { id: "u-2", name: "Stock", role: "MEMBER" }],
			apiKeys: [
				{
					key: "stock-key",
					name: "Stock",
					userId: "u-2",
					permissions: ["inventory:write"],
				},
			],
		});
		expect(await create(world, "{", { key: "stock-key" })).toMatchObject({
			status: 403,
			body: { error: { code: "INSUFFICIENT_PERMISSIONS" } },
		});
	});
});

it("guarantee 6: vendors, taxes, tags and SKUs of another organization are unknown", async () => {
	const { org, users } = acmeWithOrders();
	await world.import({
		org: { ...org, id: "rival" },
		users,
		apiKeys: [
			{
				key: "rival-key",
				name: "ERP",
				userId: "u-admin",
				permissions: ["procurement:write"],
			},
		],
	});
	const codes = [];
	for (const changes of [
		{ vendorId: "v-1" },
		{ tags: { project: { value: "x" } } },
		{ lineItems: [lineItem({ taxId: 1 })] },
		{ matchingType: "THREE_WAY", lineItems: [lineItem({ skuCode: "ROD-1" })] },
	]) {
		const { body } = await create(
			world,
			{ ...order(), ...changes },
			{ key: "rival-key" },
		);
		codes.push(body.error.code);
	}
	expect(codes).toEqual([
		"VENDOR_NOT_FOUND",
		"VALIDATION_ERROR",
		"INTERNAL_ERROR",
		"SKU_NOT_FOUND",
	]);
});
