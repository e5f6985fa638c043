import { beforeAll, describe, expect, it } from "vitest";
import { useSharedWorld } from "../../support/use-world.ts";
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

const world = useSharedWorld(acmeWithOrders);
beforeAll(async () => {
	await createSkus(world);
});

/** Creates a draft and reads it back as it is exported. */
async function createAndExport(changes: object) {
	const { status, body } = await create(world, { ...order(), ...changes });
	expect({ status, body }).toMatchObject({ status: 200 });
	return exportedOrder(world, body.data.poId);
}

async function expectRefused(changes: object, code: string, message: string) {
	const { status, body } = await create(world, { ...order(), ...changes });
	expect({ status, ...body.error }).toMatchObject({ status: 400, code });
	expect(body.error.message).toContain(message);
}

const expectLineRefused = (changes: object, code: string, message: string) =>
	expectRefused({ lineItems: [{ ...lineItem(), ...changes }] }, code, message);

const withLine = (changes: object) => ({
	lineItems: [{ ...lineItem(), ...changes }],
});

describe("request", () => {
	it.each([
		["2.4 poNumber", "poNumber"],
		["2.4 lineItems, 8 line items per PO", "lineItems"],
		["2.4 poType", "poType"],
		["2.4 matchingType", "matchingType"],
		["2.4 poDate", "poDate"],
		["2.4 gstin", "gstin"],
	])("%s: required", async (_, field) => {
		await expectRefused(
			{ [field]: undefined },
			"MISSING_REQUIRED_FIELD",
			`/${field}`,
		);
	});

	it.each([
		["2.4 poNumber", "poNumber"],
		["2.4 paymentTerms", "paymentTerms"],
		["2.4 termsAndConditions", "termsAndConditions"],
		["2.4 additionalNotes", "additionalNotes"],
		["2.4 vendorId", "vendorId"],
		["2.4 description, 8 PO description", "description"],
	])("%s: at least 1 character", async (_, field) => {
		await expectRefused(
			{ [field]: "" },
			"VALIDATION_ERROR",
			`/${field} must NOT have fewer than 1 characters`,
		);
		const shortest = field === "vendorId" ? "v-1" : "x";
		expect(await createAndExport({ [field]: shortest })).toMatchObject({
			[field]: shortest,
		});
	});

	it("2.4 lineItems, 8 line items per PO: at least 1", async () => {
		await expectRefused(
			{ lineItems: [] },
			"VALIDATION_ERROR",
			"/lineItems must NOT have fewer than 1 items",
		);
	});

	it.each([
		["2.4 poType", "poType", ["GOODS", "SERVICES"], "INVALID_PROCUREMENT_TYPE"],
		["2.4 matchingType", "matchingType", ["TWO_WAY"], "INVALID_MATCHING_TYPE"],
		["2.4 poDate", "poDate", ["2028-02-29"], "INVALID_DATE"],
		[
			"2.4 deliveryDate",
			"deliveryDate",
			["2028-02-29"],
			"INVALID_EXPECTED_DELIVERY_DATE",
		],
		["2.4 currency, 8 currency", "currency", ["INR"], "INVALID_CURRENCY"],
	])("%s: %s of %j only", async (_, field, values, code) => {
		for (const value of values)
			expect(await createAndExport({ [field]: value })).toMatchObject({
				[field]: value,
			});
		for (const value of ["USD", "2026-02-29", "", 1])
			await expectRefused({ [field]: value }, code, `/${field}`);
	});

	it("2.4 matchingType: THREE_WAY is accepted when each line has a SKU", async () => {
		const changes = {
			matchingType: "THREE_WAY",
			...withLine({ skuCode: "ROD-1" }),
		};
		expect(await createAndExport(changes)).toMatchObject(changes);
	});

	it("2.4 gstin, 8 gstin: 15 characters in the GSTIN format, of which the 14th is a Z", async () => {
		expect(await createAndExport({})).toMatchObject({
			gstin: "27AAPFU0939F1ZV",
		});
		for (const gstin of [
			"27AAPFU0939F1Z",
			"27AAPFU0939F1ZVV",
			"27AAPFU0939F1YV",
		])
			await expectRefused({ gstin }, "INVALID_GSTIN", "/gstin");
	});

	it("2.4 description, 8 PO description: at most 255 characters", async () => {
		const description = "d".repeat(255);
		expect(await createAndExport({ description })).toMatchObject({
			description,
		});
		await expectRefused(
			{ description: `${description}d` },
			"VALIDATION_ERROR",
			"/description must NOT have more than 255 characters",
		);
	});

	it("2.4 vendorId: links the vendor; one that does not exist is a 404", async () => {
		expect(await createAndExport({ vendorId: "v-1" })).toMatchObject({
			vendorId: "v-1",
		});
		const { status } = await create(world, order({ vendorId: "v-2" }));
		expect(status).toBe(404);
	});

	it("2.4 state: DRAFTED by default, DRAFTED or ACTIVE", async () => {
		const states = [undefined, "DRAFTED", "ACTIVE"].map(async (state) => {
			const body = { ...order(activatable), state };
			return (await create(world, body)).body.data.state;
		});
		expect(await Promise.all(states)).toEqual(["DRAFTED", "DRAFTED", "ACTIVE"]);
		await expectRefused({ state: "APPROVED" }, "INVALID_STATE", "/state");
	});
});

describe("line items", () => {
	it.each(["quantity", "rate"])(
		"2.5 %s: required, a number of either sign in a draft",
		async (field) => {
			for (const value of [0, -1, 2.5])
				expect(await createAndExport(withLine({ [field]: value }))).toEqual(
					expect.objectContaining({
						lineItems: [expect.objectContaining({ [field]: value })],
					}),
				);
			await expectLineRefused(
				{ [field]: "1" },
				"VALIDATION_ERROR",
				`/lineItems/0/${field} must be number`,
			);
			await expectLineRefused(
				{ [field]: undefined },
				"MISSING_REQUIRED_FIELD",
				`/lineItems/0/${field}`,
			);
		},
	);

	it("2.5 identifier: required, at least 1 character", async () => {
		expect(await createAndExport(withLine({ identifier: "x" }))).toMatchObject(
			withLine({ identifier: "x" }),
		);
		await expectLineRefused(
			{ identifier: "" },
			"VALIDATION_ERROR",
			"/lineItems/0/identifier must NOT have fewer than 1 characters",
		);
		await expectLineRefused(
			{ identifier: undefined },
			"MISSING_REQUIRED_FIELD",
			"/lineItems/0/identifier",
		);
	});

	it("2.5 skuCode, 2.5 skuName: THREE_WAY needs one of them, the code takes priority", async () => {
		const matchingType = "THREE_WAY";
		for (const sku of [
			{ skuCode: "ROD-1" },
			{ skuName: "Glue" },
			{ skuCode: "ROD-1", skuName: "nothing" },
		])
			expect(
				await createAndExport({ matchingType, ...withLine(sku) }),
			).toMatchObject(withLine(sku));
		await expectRefused({ matchingType }, "SKU_REQUIRED", "'line-1'");
		const unknownCode = withLine({ skuCode: "nothing", skuName: "Glue" });
		await expectRefused(
			{ matchingType, ...unknownCode },
			"SKU_NOT_FOUND",
			"'nothing'",
		);
	});

	it("2.5 rule 1, 2.5 rule 2, 2.5 rule 3: exact, without regard to case; if there is a code, it alone decides", async () => {
		for (const [sku, isMatched] of [
			[{ skuCode: "rod-1" }, true],
			[{ skuName: "STEEL ROD" }, true],
			[{ skuName: "Steel" }, false],
			[{ skuCode: "ROD-1", skuName: "nothing" }, true],
			[{ skuCode: "nothing", skuName: "Steel rod" }, false],
		] as const) {
			const body = { ...order(), matchingType: "THREE_WAY", ...withLine(sku) };
			const { status } = await create(world, body);
			expect({ sku, status }).toEqual({ sku, status: isMatched ? 200 : 400 });
		}
	});

	it("2.5 taxId: an integer, of a GST tax of the organization", async () => {
		const [line] = (await createAndExport(withLine({ taxId: 1 }))).lineItems;
		// 18 % of quantity × rate = 10 × 100.
		expect(line).toMatchObject({ taxId: 1, taxAmount: 180 });
		await expectLineRefused({ taxId: 9 }, "INTERNAL_ERROR", "Invalid tax id");
		await expectLineRefused(
			{ taxId: 1.5 },
			"VALIDATION_ERROR",
			"/lineItems/0/taxId must be integer",
		);
	});

	it("2.5 taxAmount: with a taxId, the calculated tax; without one, any amount", async () => {
		const sent = withLine({ taxId: 1, taxAmount: 180 });
		expect(await createAndExport(sent)).toMatchObject(sent);
		const withoutId = withLine({ taxAmount: 7 });
		expect(await createAndExport(withoutId)).toMatchObject(withoutId);
		await expectLineRefused(
			{ taxId: 1, taxAmount: 179 },
			"INTERNAL_ERROR",
			"Invalid trx tax amount",
		);
	});
});

describe("tags of an order and of a line item", () => {
	it.each([
		["2.6 DROPDOWN, 2.4 tags, 2.5 tags", "cost-centre", 7, "R&D"],
		["2.6 DROPDOWN", "cost-centre", 7, 8],
		["2.6 VARCHAR", "project", "Hall", 1],
		["2.6 DATETIME", "needed-by", "2028-02-29", "2026-02-29"],
		["2.6 NUMBER", "weight", -1.5, "1"],
		["2.6 NUMERIC", "old-code", 0, "0"],
	])("%s: %s takes %j, not %j", async (_, slug, value, wrong) => {
		const tags = { [slug]: { value } };
		const sent = { tags, ...withLine({ tags }) };
		expect(await createAndExport(sent)).toMatchObject(sent);
		const wrongTags = { tags: { [slug]: { value: wrong } } };
		await expectRefused(wrongTags, "VALIDATION_ERROR", `/tags/${slug}/value`);
		await expectLineRefused(
			wrongTags,
			"VALIDATION_ERROR",
			`/lineItems/0/tags/${slug}/value`,
		);
	});
});

describe("response", () => {
	it("2.7 poId, 2.7 state: of a draft alone", async () => {
		expect((await create(world, order())).body.data).toEqual({
			poId: expect.stringMatching(/^po-[0-9a-z]{26}$/),
			state: "DRAFTED",
		});
	});

	it("2.7 skuMatchWarnings, 2.7 lineItemIdentifier, 2.7 skuCode, 2.7 skuName, 2.7 message: an unmatched line", async () => {
		const sku = { skuCode: "none", skuName: "Glue" };
		const { body } = await create(world, { ...order(), ...withLine(sku) });
		expect(body.data.skuMatchWarnings).toEqual([
			{ lineItemIdentifier: "line-1", ...sku, message: expect.any(String) },
		]);
	});

	it("2.7 submitWarnings, 2.7 po, 2.7 lineItems: what ACTIVE lacks", async () => {
		const line = withLine({ rate: 0, quantity: 0 });
		const body = { ...order(), state: "ACTIVE", ...line };
		expect((await create(world, body)).body.data.submitWarnings).toEqual({
			po: ["vendorId", "description", "paymentTerms"],
			lineItems: { "line-1": ["quantity", "rate"] },
		});
	});
});

describe("activation", () => {
	it.each(["vendorId", "description", "paymentTerms"])(
		"3.1 %s: an order without it stays a draft",
		async (field) => {
			const body = { ...order(activatable), [field]: undefined };
			expect((await create(world, body)).body.data).toMatchObject({
				state: "DRAFTED",
				submitWarnings: { po: [field], lineItems: {} },
			});
		},
	);

	it.each(["quantity", "rate"])(
		"3.1 %s: a line item where it is not above 0 keeps the order a draft",
		async (field) => {
			const line = withLine({ [field]: 0 });
			const body = { ...order(activatable), ...line };
			expect((await create(world, body)).body.data).toMatchObject({
				state: "DRAFTED",
				submitWarnings: { po: [], lineItems: { "line-1": [field] } },
			});
		},
	);

	it("4.2 rule 4: an unknown vendorId is a 404", async () => {
		const answer = await create(world, order({ vendorId: "v-9" }));
		expect(answer).toMatchObject({
			status: 404,
			body: { error: { code: "VENDOR_NOT_FOUND" } },
		});
	});

	it("4.2 rule 5: slugs and option ids come from the tag list and the tag's details", async () => {
		const { body } = await world.get("/v1.0/tag");
		const { id: slug } = body.data.items.find(
			({ type }: { type: string }) => type === "DROPDOWN",
		);
		const details = await world.get(`/v1.0/tag/${slug}`);
		const tags = { [slug]: { value: details.body.data.options[0].id } };
		expect(await createAndExport({ tags })).toMatchObject({ tags });
	});

	it("3.1 row 4: an update with state ACTIVE activates a draft", async () => {
		const poId = await createdOrder(world, {
			...activatable,
			state: "DRAFTED",
		});
		const { status } = await patch(world, poId, { state: "ACTIVE" });
		expect(status).toBe(200);
		expect(await exportedOrder(world, poId)).toMatchObject({
			state: "APPROVED",
		});
	});
});
