import { describe, expect, it } from "vitest";
import { useSharedWorld } from "../../support/use-world.ts";
import { acmeWithAdvances, plainAdvance, raise } from "./advances.ts";

const world = useSharedWorld(acmeWithAdvances);

async function raiseAndShow(changes: object) {
	const { status, body } = await raise(world, { ...plainAdvance, ...changes });
	expect({ status, body }).toMatchObject({ status: 200 });
	const { paymentRequestId } = body.data;
	return (await world.get(`/v1.0/payment/request/${paymentRequestId}`)).body
		.data;
}

async function expectRefused(changes: object, message: string) {
	const answer = await raise(world, { ...plainAdvance, ...changes });
	expect(answer).toMatchObject({
		status: 400,
		body: { error: { code: "VALIDATION_ERROR" } },
	});
	expect(answer.body.error.message).toContain(message);
}

describe("request", () => {
	it("2.8 amount, 8 amount: required, above 0", async () => {
		expect(await raiseAndShow({ amount: 0.01 })).toMatchObject({
			tax: { subTotal: 0.01 },
		});
		for (const amount of [0, -1])
			await expectRefused({ amount }, "/amount must be > 0");
		await expectRefused({ amount: undefined }, "required property 'amount'");
	});

	it("2.8 vendorId, 8 vendorId: required, 1 to 100 characters", async () => {
		const longest = "v".repeat(100);
		const { status } = await raise(world, {
			...plainAdvance,
			vendorId: longest,
		});
		expect(status).toBe(404);
		await expectRefused({ vendorId: "" }, "/vendorId must NOT have fewer than");
		await expectRefused(
			{ vendorId: `${longest}v` },
			"/vendorId must NOT have more than 100 characters",
		);
		await expectRefused({ vendorId: undefined }, "property 'vendorId'");
	});

	it.each([
		["2.8 gstId, 2.8 gstAmount", "gstId", "gstAmount", 180],
		["2.8 tdsId, 2.8 tdsAmount", "tdsId", "tdsAmount", 100],
	])("%s: %s comes with %s, which must be the computed %d", async (...row) => {
		const [, id, amount, computed] = row;
		await raiseAndShow({ [id]: 1, [amount]: computed });
		await expectRefused({ [id]: 1 }, `must have property ${amount}`);
		await expectRefused({ [amount]: computed }, `must have property ${id}`);
		await expectRefused(
			{ [id]: 1, [amount]: 7 },
			`${amount} does not match: computed ${computed}, supplied 7`,
		);
	});

	it("2.8 currency, 8 currency code length: 1 to 8 characters, active, INR by default", async () => {
		expect(await raiseAndShow({})).toMatchObject({ currency: "INR" });
		expect(await raiseAndShow({ currency: "USD" })).toMatchObject({
			currency: "USD",
		});
		await expectRefused({ currency: "EUR" }, "not an active currency");
		await expectRefused({ currency: "ABCDEFGH" }, "not an active currency");
		await expectRefused({ currency: "" }, "fewer than 1 characters");
		await expectRefused({ currency: "ABCDEFGHI" }, "more than 8 characters");
	});

	it("2.8 purchaseOrderLinkId, 8 purchaseOrderLinkId: 1 to 100 characters", async () => {
		expect(await raiseAndShow({ purchaseOrderLinkId: "po-1" })).toMatchObject({
			purchaseOrderLinkId: "po-1",
		});
		const longest = "p".repeat(100);
		await expectRefused({ purchaseOrderLinkId: "" }, "fewer than 1 characters");
		await expectRefused({ purchaseOrderLinkId: longest }, "order not found");
		await expectRefused(
			{ purchaseOrderLinkId: `${longest}p` },
			"more than 100 characters",
		);
	});

	it("2.8 narration, 8 narration 1: at most 1000 characters", async () => {
		const narration = "n".repeat(1_000);
		expect(await raiseAndShow({ narration })).toMatchObject({ narration });
		await expectRefused(
			{ narration: `${narration}n` },
			"/narration must NOT have more than 1000 characters",
		);
	});

	it("2.8 tags: values of the tag's type, for tags of the organization", async () => {
		const tags = { "cost-centre": { value: 7 }, project: { value: "Hall" } };
		expect(await raiseAndShow({ tags })).toMatchObject({ tags });
		await expectRefused(
			{ tags: { project: { value: 7 } } },
			"/tags/project/value must be string",
		);
		await expectRefused(
			{ tags: { colour: { value: 7 } } },
			"/tags/colour is not a tag",
		);
	});

	it("2.8 orgEntity: an entity of the organization, the first by default", async () => {
		expect(await raiseAndShow({})).toMatchObject({ orgEntity: 11 });
		expect(await raiseAndShow({ orgEntity: 12 })).toMatchObject({
			orgEntity: 12,
		});
		await expectRefused({ orgEntity: 13 }, "orgEntity 13 is not an entity");
	});
});

it("2.8 paymentRequestId, 2.8 policyUsed: the new payment request and its policy", async () => {
	const { body } = await raise(world, plainAdvance);
	expect(body).toEqual({
		ok: true,
		data: {
			paymentRequestId: expect.any(String),
			policyUsed: "Default",
		},
	});
});
