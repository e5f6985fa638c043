import { beforeEach, describe, expect, it } from "vitest";
import type { PurchaseOrderBody } from "../../../shared/purchase-orders/schema.ts";
import type { OrganizationFile } from "../../../tools/organization-files/schema.ts";
import {
	before,
	drop,
	failAfter,
	loseAnswer,
} from "../../support/aws-gateway/faults/effects.ts";
import { callOutcomes } from "../../support/call-outcomes.ts";
import { meterCalls } from "../../support/meter-calls.ts";
import { tableContents } from "../../support/table-contents.ts";
import { useWorld } from "../../support/use-world.ts";
import {
	acmeWithOrders,
	activatable,
	create,
	createdOrder,
	createSkus,
	exportedOrder,
	lineItem,
	order,
	patch,
} from "./orders.ts";

const world = useWorld(acmeWithOrders);
beforeEach(async () => {
	// The first request caches the API key.
	await create(world, {});
});

const ordersPath = "/v1.0/procurement/purchase-order";
const externalId = "ERP-4711";
const sent = (changes: Partial<PurchaseOrderBody> = {}) =>
	order({ externalId, ...changes });

async function storedOrders() {
	const keys = [...(await tableContents(world)).keys()];
	return keys.filter((key) => key.endsWith(" PO"));
}

/** A key for another organization's orders. */
const otherKey = (
	key: string,
): NonNullable<OrganizationFile["apiKeys"]>[number] => ({
	...{ key, name: "Other", userId: "u-admin" },
	permissions: ["procurement:read", "procurement:write"],
});

/** Sends a request, and between its look and its write another one, which creates an order. */
async function overtaken(body: object, other = body) {
	const others: string[] = [];
	world.addFault({
		operation: "PutItem",
		times: 1,
		effect: before(async () => {
			others.push((await create(world, other)).body.data.poId);
		}),
	});
	return { answer: await create(world, body), others };
}

describe("200", () => {
	it("R10: the record, the list and the export show externalId; without one it is null", async () => {
		const poId = await createdOrder(world, { externalId });
		const other = await createdOrder(world);
		const { body } = await world.get(`${ordersPath}/${poId}`);
		expect(body.data).toMatchObject({ poId, externalId });
		const { items } = (await world.get(ordersPath)).body.data;
		const shown = items.map((one: typeof body.data) => [
			one.poId,
			one.externalId,
		]);
		expect(shown).toEqual(
			expect.arrayContaining([
				[poId, externalId],
				[other, null],
			]),
		);
		expect(await exportedOrder(world, poId)).toMatchObject({ externalId });
		expect(await exportedOrder(world, other)).toMatchObject({
			externalId: null,
		});
	});

	it("R10: the same request again is answered with the same order, and creates no second one", async () => {
		const poId = await createdOrder(world, { externalId });
		expect(await create(world, sent())).toMatchObject({
			status: 200,
			body: { ok: true, data: { poId, state: "DRAFTED" } },
		});
		expect(await storedOrders()).toHaveLength(1);
	});

	it("R10: the order of properties and the notation of numbers do not make it another request", async () => {
		const tags = { project: { value: "Roof" }, weight: { value: 0.5 } };
		const poId = await createdOrder(world, { externalId, tags });
		const turned = Object.entries(sent({ tags })).reverse();
		const text = JSON.stringify(Object.fromEntries(turned))
			.replace('"quantity":10', '"quantity":1.0e1')
			.replace('"rate":100', '"rate":100.00')
			.replace(/("project":.*?),("weight":{.*?})/, "$2,$1");
		expect(text).toMatch(/1\.0e1.*100\.00|100\.00.*1\.0e1/);
		expect(await create(world, text)).toMatchObject({
			status: 200,
			body: { data: { poId } },
		});
	});

	it("R10: a repeated request is answered with the state that the order has now, whatever patches made of it", async () => {
		const poId = await createdOrder(world, { externalId });
		const { state: _, ...described } = activatable;
		await patch(world, poId, { ...described, poNumber: "PO-2" });
		expect((await create(world, sent())).body.data).toEqual({
			poId,
			state: "DRAFTED",
		});
		await patch(world, poId, { state: "ACTIVE" });
		expect((await create(world, sent())).body.data).toEqual({
			poId,
			state: "ACTIVE",
		});
	});

	it("R10: an existing order is looked up before the rules of 4.2, so it does not matter what has become invalid since", async () => {
		await createSkus(world);
		const line = lineItem({ taxId: 1, taxAmount: 180 });
		const poId = await createdOrder(world, { externalId, lineItems: [line] });
		await world.import({
			org: { id: "acme" },
			gstTaxes: [{ id: 1, name: "GST", rate: 5, rateType: "PERCENTAGE" }],
		});
		expect(await create(world, sent({ lineItems: [line] }))).toMatchObject({
			status: 200,
			body: { data: { poId } },
		});
	});

	it("R10: of 32 equal requests at the same time one creates the order, and all are answered with it", async () => {
		const answers = await Promise.all(
			Array.from({ length: 32 }, () => create(world, sent(activatable))),
		);
		expect(answers.map(({ status }) => status)).toEqual(Array(32).fill(200));
		const ids = new Set(answers.map(({ body }) => body.data.poId));
		expect([...ids]).toHaveLength(1);
		expect(await storedOrders()).toHaveLength(1);
	});

	it("R10: a request that an equal one overtakes, after it has looked, is answered with that one's order", async () => {
		const own = await overtaken(sent({ state: "ACTIVE" }));
		const [poId] = own.others;
		expect(own.answer).toMatchObject({ status: 200 });
		expect(own.answer.body.data).toEqual({ poId, state: "DRAFTED" });
		expect(await storedOrders()).toHaveLength(1);
	});

	it("R10: an order that was refused does not use up its externalId", async () => {
		expect(await create(world, sent({ vendorId: "v-none" }))).toMatchObject({
			status: 404,
		});
		expect(await create(world, sent())).toMatchObject({ status: 200 });
	});

	it("R10, guarantee 6: two organizations that send the same externalId have an order each, and see only their own", async () => {
		const other = { key: "other-key" };
		await world.import({
			...acmeWithOrders(),
			org: { id: "other" },
			apiKeys: [otherKey(other.key)],
		});
		const poId = await createdOrder(world, { externalId });
		const created = await create(world, sent({ poNumber: "PO-2" }), other);
		expect(created).toMatchObject({ status: 200 });
		const otherId = created.body.data.poId;
		const query = { externalId };
		expect((await world.get(ordersPath, query)).body.data.items).toMatchObject([
			{ poId, poNumber: "PO-0001" },
		]);
		const found = await world.get(ordersPath, query, other);
		expect(found.body.data.items).toMatchObject([
			{ poId: otherId, poNumber: "PO-2" },
		]);
	});

	it("R2: the filter finds the order at once, if it also matches the other filters", async () => {
		const poId = await createdOrder(world, { externalId });
		await createdOrder(world, { externalId: "other" });
		const found = async (query: Record<string, string>) => {
			const { status, body } = await world.get(ordersPath, query);
			expect({ status, nextCursor: body.data.nextCursor }).toEqual({
				status: 200,
				nextCursor: null,
			});
			return body.data.items.map((one: { poId: string }) => one.poId);
		};
		expect(await found({ externalId })).toEqual([poId]);
		expect(await found({ externalId, state: "DRAFTED" })).toEqual([poId]);
		expect(await found({ externalId, state: "APPROVED" })).toEqual([]);
		expect(await found({ externalId, poNumber: "PO-9" })).toEqual([]);
		expect(await found({ externalId: externalId.toLowerCase() })).toEqual([]);
	});

	it("R2: a patch ignores externalId", async () => {
		const poId = await createdOrder(world, { externalId });
		for (const ignored of ["another", null, 7])
			expect(await patch(world, poId, { externalId: ignored })).toMatchObject({
				status: 200,
				body: { data: { version: 1 } },
			});
		const { body } = await world.get(`${ordersPath}/${poId}`);
		expect(body.data.externalId).toBe(externalId);
	});
});

describe("400 VALIDATION_ERROR", () => {
	it.each<[unknown, string]>([
		["", "/externalId must NOT have fewer than 1 characters"],
		["x".repeat(129), "/externalId must NOT have more than 128 characters"],
		[7, "/externalId must be string"],
		[null, "/externalId must be string"],
	])("R10: externalId %j", async (value, reason) => {
		expect(
			await create(world, { ...order(), externalId: value }),
		).toMatchObject({
			status: 400,
			body: {
				error: {
					code: "VALIDATION_ERROR",
					message: `Validation failed: ${reason}`,
				},
			},
		});
	});

	it("R10: an externalId may have 128 characters", async () => {
		const longest = "€".repeat(128);
		const poId = await createdOrder(world, { externalId: longest });
		const { body } = await world.get(ordersPath, { externalId: longest });
		expect(body.data.items).toMatchObject([{ poId, externalId: longest }]);
	});
});

describe("409 PURCHASE_ORDER_EXISTS", () => {
	const expectConflict = async (body: object, poId: string) =>
		expect(await create(world, body)).toMatchObject({
			status: 409,
			body: { ok: false, error: { code: "PURCHASE_ORDER_EXISTS", poId } },
		});

	it("R10: another request with the externalId changes nothing, and is told the order's id", async () => {
		const poId = await createdOrder(world, { externalId });
		const before = await tableContents(world);
		await expectConflict(sent({ poNumber: "PO-2" }), poId);
		await expectConflict(sent({ vendorId: "v-none" }), poId);
		await expectConflict(sent({ lineItems: [lineItem({ rate: 1 })] }), poId);
		await expectConflict({ ...sent(), note: "unknown" }, poId);
		expect(await tableContents(world)).toEqual(before);
	});

	it("R10: of 32 different requests at the same time one creates the order, and the others are refused with its id", async () => {
		const answers = await Promise.all(
			Array.from({ length: 32 }, (_, n) =>
				create(world, sent({ poNumber: `PO-${n}` })),
			),
		);
		const [created, ...more] = answers.filter(({ status }) => status === 200);
		expect(more).toEqual([]);
		const poId = created?.body.data.poId;
		for (const { body } of answers.filter(({ status }) => status !== 200))
			expect(body.error).toMatchObject({ code: "PURCHASE_ORDER_EXISTS", poId });
		expect(await storedOrders()).toHaveLength(1);
	});

	it("R10: a request that another one overtakes, after it has looked, is refused with that one's order", async () => {
		const { answer, others } = await overtaken(
			sent({ poNumber: "PO-2" }),
			sent(),
		);
		expect(answer).toMatchObject({
			status: 409,
			body: { error: { code: "PURCHASE_ORDER_EXISTS", poId: others[0] } },
		});
		const { items } = (await world.get(ordersPath)).body.data;
		expect(items).toMatchObject([{ poId: others[0], poNumber: "PO-0001" }]);
	});

	it("R10: an order that a file brought under the same id is not taken for the caller's own", async () => {
		const poId = await createdOrder(world, { externalId });
		await world.import({
			...acmeWithOrders(),
			org: { id: "copy" },
			apiKeys: [otherKey("copy-key")],
			purchaseOrders: [
				{ id: poId, poNumber: "PO-0001", state: "DRAFTED", amount: 1_000 },
			],
		});
		expect(await create(world, sent(), { key: "copy-key" })).toMatchObject({
			status: 409,
			body: { error: { code: "PURCHASE_ORDER_EXISTS", poId } },
		});
		const found = await world.get(
			ordersPath,
			{ externalId },
			{ key: "copy-key" },
		);
		expect(found).toMatchObject({ status: 200, body: { data: { items: [] } } });
	});
});

describe("a lost answer", () => {
	beforeEach(() => world.skipPauses());

	it.each(callOutcomes)(
		"R10: after %s the order is answered with its warnings, and is there once",
		async (_, effect) => {
			world.addFault({ operation: "PutItem", effect, times: 1 });
			const incomplete = sent({ state: "ACTIVE" });
			expect(await create(world, incomplete)).toMatchObject({
				status: 200,
				body: {
					data: {
						state: "DRAFTED",
						submitWarnings: { po: ["vendorId", "description", "paymentTerms"] },
					},
				},
			});
			expect(await storedOrders()).toHaveLength(1);
		},
	);

	it.each([
		["is lost each time", loseAnswer()],
		["is an internal error each time", failAfter()],
	])(
		"R10: an order whose answer %s is answered as its own",
		async (_, effect) => {
			world.addFault({ operation: "PutItem", effect });
			expect(await create(world, sent())).toMatchObject({ status: 200 });
			expect(await storedOrders()).toHaveLength(1);
		},
	);

	it("R10: after a 500 whose order was written, the same request finds it", async () => {
		const lost = world.addFault({ operation: "PutItem", effect: loseAnswer() });
		const unread = world.addFault({
			operation: "BatchGetItem",
			effect: drop(),
			skip: 1,
		});
		expect((await create(world, sent())).status).toBe(500);
		lost.remove();
		unread.remove();
		expect((await create(world, sent())).status).toBe(200);
		expect(await storedOrders()).toHaveLength(1);
	});
});

describe("performance: calls", () => {
	const operationsOf = async (body: object) => {
		const reading = await meterCalls(world, async () => {
			expect((await create(world, body)).status).toBe(200);
		});
		return reading.operations;
	};

	it("with references, externalId takes no additional call", async () => {
		const referring = { vendorId: "v-1" };
		const calls = ["BatchGetItem", "PutItem"];
		expect(await operationsOf(order(referring))).toEqual(calls);
		expect(await operationsOf(sent(referring))).toEqual(calls);
	});

	it("without references, it takes one call more; an order that exists already takes one read", async () => {
		expect(await operationsOf(order())).toEqual(["PutItem"]);
		expect(await operationsOf(sent())).toEqual(["BatchGetItem", "PutItem"]);
		expect(await operationsOf(sent())).toEqual(["BatchGetItem"]);
	});
});
