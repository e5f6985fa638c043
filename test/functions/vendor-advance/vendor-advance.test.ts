import { describe, expect, it } from "vitest";
import { toExactJson } from "../../../shared/json/exact-json.ts";
import { noMarks } from "../../../shared/payment-requests/payment-request.ts";
import { exportOrganization } from "../../support/export-organization.ts";
import { useWorld } from "../../support/use-world.ts";
import { testNow } from "../../support/world.ts";
import { byAdmin } from "../../tools/operator/exported.ts";
import {
	acmeWithAdvances,
	fullAdvance,
	linkOf,
	plainAdvance,
	purchaseOrder,
	raise,
	storedAdvance,
} from "./advances.ts";

const world = useWorld(acmeWithAdvances);

const decimal = (value: string) => expect.objectContaining({ value });

describe("200", () => {
	it("4.3: answers the id of the advance and the name of the policy", async () => {
		const answer = await raise(world, plainAdvance);
		expect(answer).toMatchObject({ status: 200 });
		expect(answer.body).toEqual({
			ok: true,
			data: {
				paymentRequestId: expect.stringMatching(/^[0-9A-Z]{26}$/),
				policyUsed: "Default",
			},
		});
		expect(answer.headers["x-request-id"]).toBe("request-1");
	});

	it("4.3 rule 8: an advance with an order, taxes, tags and approvers is all there, exact to the cent", async () => {
		const { body } = await raise(world, fullAdvance);
		const { paymentRequestId } = body.data;
		expect(body.data.policyUsed).toBe("Large advances");
		expect(await storedAdvance(world, paymentRequestId)).toMatchObject({
			paymentRequest: {
				id: paymentRequestId,
				type: "VENDOR_ADVANCE",
				state: "PENDING",
				policyUsed: "Large advances",
				vendorId: "v-1",
				currency: "INR",
				orgEntity: decimal("12"),
				purchaseOrderLinkId: "po-1",
				narration: "Half of the steel",
				tags: JSON.stringify(fullAdvance.tags),
				tax: {
					subTotal: decimal("100000"),
					gstId: decimal("1"),
					gstAmount: decimal("18000"),
					tdsId: decimal("1"),
					tdsAmount: decimal("10000"),
					roundOff: decimal("0"),
					netPayable: decimal("108000"),
				},
				payers: ["u-cfo"],
				createdAt: testNow.toISOString(),
			},
			approval: {
				stage: decimal("0"),
				approvers: [
					{ userId: "u-cfo", state: "OPEN" },
					{ userId: "u-admin", state: "OPEN" },
				],
			},
		});
		expect(await linkOf(world, "po-1")).toBe(paymentRequestId);
	});

	it("3.2 row 2, 4.3 rule 7: APPROVED at once without approval stages, with default currency and entity", async () => {
		const { body } = await raise(world, plainAdvance);
		const stored = await storedAdvance(world, body.data.paymentRequestId);
		expect(stored).toMatchObject({
			paymentRequest: {
				state: "APPROVED",
				currency: "INR",
				orgEntity: decimal("11"),
				purchaseOrderLinkId: null,
				narration: null,
				tags: "{}",
				tax: { gstId: null, gstAmount: null, tdsId: null, tdsAmount: null },
			},
			approval: undefined,
		});
	});

	it("3.2 row 1, 4.3 rule 7: with stages, but without an order, it is PENDING with its first stage's approvals", async () => {
		const { purchaseOrderLinkId, ...unlinked } = fullAdvance;
		const { body } = await raise(world, unlinked);
		expect(
			await storedAdvance(world, body.data.paymentRequestId),
		).toMatchObject({
			paymentRequest: { state: "PENDING", purchaseOrderLinkId: null },
			approval: { approvers: [{ userId: "u-cfo" }, { userId: "u-admin" }] },
		});
	});

	it("3.2 row 2: with an order, but without stages, it is APPROVED and holds the order", async () => {
		const body = { ...plainAdvance, purchaseOrderLinkId: "po-1" };
		const { paymentRequestId } = (await raise(world, body)).body.data;
		expect(await storedAdvance(world, paymentRequestId)).toMatchObject({
			paymentRequest: { state: "APPROVED", purchaseOrderLinkId: "po-1" },
			approval: undefined,
		});
		expect(await linkOf(world, "po-1")).toBe(paymentRequestId);
	});

	it("R1: the order's updatedAt does not go back in time, even if the function's clock is behind", async () => {
		const later = new Date(testNow.getTime() + 60_000);
		world.time.now = later;
		const orders = [purchaseOrder({ id: "po-1", amount: 1_000 })];
		await world.import({ org: { id: "acme" }, purchaseOrders: orders });
		world.time.now = testNow;
		const sent = { ...plainAdvance, purchaseOrderLinkId: "po-1" };
		const { paymentRequestId } = (await raise(world, sent)).body.data;
		const { body } = await world.get("/v1.0/procurement/purchase-order/po-1");
		expect(body.data).toMatchObject({
			linkedPaymentRequestId: paymentRequestId,
			updatedAt: later.toISOString(),
		});
	});

	it("4.3 rule 5: net payable may be the order's whole amount, to the last digit", async () => {
		const body = {
			amount: 999.99,
			vendorId: "v-1",
			purchaseOrderLinkId: "po-small",
		};
		expect((await raise(world, body)).status).toBe(200);
	});

	it("4.3 rule 5: net payable counts, not the amount: TDS makes 1100 fit an order of 999.99", async () => {
		const body = {
			amount: 1100,
			vendorId: "v-1",
			tdsId: 1,
			tdsAmount: 110,
			purchaseOrderLinkId: "po-small",
		};
		expect((await raise(world, body)).status).toBe(200);
	});

	it("conventions: amounts are stored as they were typed", async () => {
		const { body } = await raise(
			world,
			'{"amount":100.10,"vendorId":"v-1","gstId":1,"gstAmount":18.018}',
		);
		expect(
			await storedAdvance(world, body.data.paymentRequestId),
		).toMatchObject({
			paymentRequest: {
				tax: {
					subTotal: decimal("100.1"),
					gstAmount: decimal("18.02"),
					netPayable: decimal("118.12"),
				},
			},
		});
	});

	it("2.6: thousands of tags fit an advance", async () => {
		const tags = Array.from({ length: 2_000 }, (_, index) => ({
			slug: `t-${index}`,
			name: "T",
			type: "VARCHAR" as const,
		}));
		await world.import(acmeWithAdvances({ tags }));
		const sent = Object.fromEntries(
			tags.map(({ slug }) => [slug, { value: "x" }]),
		);
		const answer = await raise(world, { ...plainAdvance, tags: sent });
		expect(answer.status).toBe(200);
		const { paymentRequestId } = answer.body.data;
		const { paymentRequest } = await storedAdvance(world, paymentRequestId);
		expect(JSON.parse(`${paymentRequest?.tags}`)).toEqual(sent);
	});

	it("advances: a tag may be named __proto__", async () => {
		await world.import(
			acmeWithAdvances({
				tags: [{ slug: "__proto__", name: "Odd", type: "VARCHAR" }],
			}),
		);
		const sent = '{"__proto__":{"value":"x"}}';
		const { body } = await raise(
			world,
			`{"amount":1,"vendorId":"v-1","tags":${sent}}`,
		);
		expect(
			await storedAdvance(world, body.data.paymentRequestId),
		).toMatchObject({ paymentRequest: { tags: sent } });
	});

	it("advances: an organization without entities has advances without one", async () => {
		const { org, entities, apiKeys, ...rest } = acmeWithAdvances();
		await world.import({
			...rest,
			org: { ...org, id: "bare" },
			apiKeys: apiKeys.map((apiKey) => ({ ...apiKey, key: "bare-key" })),
		});
		const { body } = await raise(world, plainAdvance, { key: "bare-key" });
		const { paymentRequestId } = body.data;
		const stored = await storedAdvance(world, paymentRequestId, "bare");
		expect(stored).toMatchObject({ paymentRequest: { orgEntity: null } });
	});

	it("advances: approvers are in the order of the policy, each once, whatever their role", async () => {
		await world.import(
			acmeWithAdvances({
				approvalPolicies: [
					{
						name: "Default",
						default: true,
						stages: [{ approvers: ["u-gone", "u-absent", "u-gone"] }],
					},
				],
			}),
		);
		const { body } = await raise(world, plainAdvance);
		expect(
			await storedAdvance(world, body.data.paymentRequestId),
		).toMatchObject({
			approval: {
				approvers: [{ userId: "u-gone" }, { userId: "u-absent" }],
			},
		});
	});
});

describe("contract 2: an advance of ours is decided by an import", () => {
	const decide = (
		id: string,
		state: "PENDING" | "REJECTED" | "PENDING_RESUBMISSION",
	) =>
		world.import(
			acmeWithAdvances({ advances: [{ id, vendorId: "v-1", state }] }),
		);

	it("REJECTED gives its order back, for the next advance to take", async () => {
		const first = await raise(world, fullAdvance);
		await decide(first.body.data.paymentRequestId, "REJECTED");
		const second = await raise(world, fullAdvance);
		expect(second.status).toBe(200);
		expect(await linkOf(world, "po-1")).toBe(second.body.data.paymentRequestId);
	});

	it.each([
		["PENDING", "Purchase order is already linked to another advance"],
		[
			"PENDING_RESUBMISSION",
			"Purchase order is linked to an advance pending resubmission",
		],
	] as const)("4.3 rule 5: %s keeps its order: $1", async (state, message) => {
		const first = await raise(world, fullAdvance);
		await decide(first.body.data.paymentRequestId, state);
		const second = await raise(world, fullAdvance);
		expect(second.body.error.message).toBe(message);
	});
});

const undecided = {
	round: 1,
	requires: "ALL",
	note: null,
	decidedAt: null,
	decidedBy: null,
	channel: null,
};

describe("contract 4: the export", () => {
	it("carries every advance with its approvals and history, its numbers exact", async () => {
		const { body } = await raise(world, fullAdvance);
		const document = await exportOrganization(world.table, "acme");
		expect(JSON.parse(toExactJson(document.paymentRequests))).toEqual([
			{
				id: body.data.paymentRequestId,
				type: "VENDOR_ADVANCE",
				state: "PENDING",
				policyUsed: "Large advances",
				vendorId: "v-1",
				currency: "INR",
				orgEntity: 12,
				purchaseOrderLinkId: "po-1",
				narration: "Half of the steel",
				tags: fullAdvance.tags,
				tax: {
					subTotal: 100_000,
					gstId: 1,
					gstAmount: 18_000,
					tdsId: 1,
					tdsAmount: 10_000,
					roundOff: 0,
					netPayable: 108_000,
				},
				payers: ["u-cfo"],
				approvals: [
					{ ...undecided, stage: 0, userId: "u-cfo", state: "OPEN" },
					{ ...undecided, stage: 0, userId: "u-admin", state: "OPEN" },
					{ ...undecided, stage: 1, userId: "u-cfo", state: "WAITING" },
				],
				createdAt: testNow.toISOString(),
				...byAdmin,
				round: 1,
				version: 1,
				updatedAt: testNow.toISOString(),
				...noMarks,
				history: [
					{ action: "CREATED", by: { ...byAdmin.createdBy, channel: "API" } },
					{ action: "STAGE_OPENED", by: null, stage: 0 },
				].map((entry) => expect.objectContaining(entry)),
			},
		]);
	});

	it("is, after a refused advance, byte for byte what it was before", async () => {
		await raise(world, fullAdvance);
		const text = async () =>
			toExactJson(await exportOrganization(world.table, "acme"));
		const before = await text();
		expect((await raise(world, fullAdvance)).status).toBe(400);
		expect(await text()).toBe(before);
	});
});
