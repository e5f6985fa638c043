import { describe, expect, it } from "vitest";
import { passSeconds } from "../../support/pass-time.ts";
import { tableContents } from "../../support/table-contents.ts";
import { useWorld } from "../../support/use-world.ts";
import { testNow } from "../../support/world.ts";
import { byAdmin } from "../../tools/operator/exported.ts";
import {
	acmeWithOrders,
	activatable,
	createdOrder,
	createSkus,
	exportedOrder,
	lineItem,
	order,
	patch,
	storedOrder,
} from "../purchase-order/orders.ts";

const world = useWorld(acmeWithOrders);

const optional = {
	vendorId: "v-1",
	description: "Steel",
	currency: "INR",
	paymentTerms: "Net 30",
	deliveryDate: "2026-12-24",
	termsAndConditions: "As agreed",
	additionalNotes: "Ring twice",
	tags: { project: { value: "Hall" }, weight: { value: 1.5 } },
} as const;

/** What an export shows in addition to what was sent. */
const shown = (poId: string) => ({
	id: poId,
	state: "DRAFTED",
	externalId: null,
	matchingState: "UNMATCHED",
	amount: 1000,
	createdAt: testNow.toISOString(),
	...byAdmin,
});

describe("R2: a merge patch", () => {
	it.each([
		["poNumber", "PO-2"],
		["poType", "SERVICES"],
		["matchingType", "TWO_WAY"],
		["poDate", "2026-12-01"],
		["gstin", "29AAGCB7383J1Z4"],
		["vendorId", "v-2"],
		["description", "Bolts"],
		["currency", "INR"],
		["paymentTerms", "Net 60"],
		["deliveryDate", "2027-01-31"],
		["termsAndConditions", "None"],
		["additionalNotes", "Call first"],
		["tags", { "old-code": { value: 7 } }],
		["lineItems", [lineItem({ identifier: "b", quantity: 20, rate: 50 })]],
	])(
		"R2: %s replaces what is there, and nothing else changes",
		async (name, value) => {
			await world.import({
				...acmeWithOrders(),
				vendors: [{ id: "v-2", name: "Other" }],
			});
			const poId = await createdOrder(world, optional);
			const answer = await patch(world, poId, { [name]: value });
			expect(answer.body).toMatchObject({ data: { poId, state: "DRAFTED" } });
			expect(await exportedOrder(world, poId)).toEqual({
				...order(optional),
				[name]: value,
				...shown(poId),
			});
		},
	);

	it.each(Object.keys(optional))("R2: null removes %s", async (name) => {
		const poId = await createdOrder(world, optional);
		expect((await patch(world, poId, { [name]: null })).status).toBe(200);
		const { [name as keyof typeof optional]: _, ...others } = optional;
		expect(await exportedOrder(world, poId)).toEqual({
			...order(others),
			...shown(poId),
		});
	});

	it.each([
		"poNumber",
		"lineItems",
		"poType",
		"matchingType",
		"poDate",
		"gstin",
	])(
		"R2: null for %s, which is required, is MISSING_REQUIRED_FIELD",
		async (name) => {
			const poId = await createdOrder(world);
			expect(await patch(world, poId, { [name]: null })).toMatchObject({
				status: 400,
				body: {
					error: {
						code: "MISSING_REQUIRED_FIELD",
						message: `Validation failed: /${name} is required`,
					},
				},
			});
		},
	);

	it("R2: tags and lineItems are replaced as a whole", async () => {
		const poId = await createdOrder(world, {
			...optional,
			lineItems: [lineItem({ skuName: "Rod" }), lineItem()],
		});
		await patch(world, poId, {
			tags: { weight: { value: 2 } },
			lineItems: [lineItem({ identifier: "only" })],
		});
		expect(await exportedOrder(world, poId)).toMatchObject({
			tags: { weight: { value: 2 } },
			lineItems: [lineItem({ identifier: "only" })],
		});
		expect(await exportedOrder(world, poId)).not.toHaveProperty("tags.project");
	});

	it.each([
		[{ tags: { project: null } }, "/tags/project must be object"],
		[
			{ tags: { project: { value: null } } },
			"/tags/project/value must be string",
		],
		[{ lineItems: [null] }, "/lineItems/0 must be object"],
		[
			{ lineItems: [{ ...lineItem(), skuCode: null }] },
			"/lineItems/0/skuCode must be string",
		],
		[
			{ lineItems: [{ ...lineItem(), tags: null }] },
			"/lineItems/0/tags must be object",
		],
	])(
		"R2: null inside a property is judged as in a creation: $0, $1",
		async (body, reason) => {
			const poId = await createdOrder(world, optional);
			expect(await patch(world, poId, body)).toMatchObject({
				status: 400,
				body: {
					error: {
						code: "VALIDATION_ERROR",
						message: `Validation failed: ${reason}`,
					},
				},
			});
		},
	);

	it("R1: ignores properties that the spec does not list", async () => {
		const poId = await createdOrder(world);
		const text = `{"__proto__": {"description": "x"}, "constructor": 1, "amount": 1, "version": 9, "id": "mine",
			"matchingState": "MATCHED", "link": null, "colour": "red", "poNumber": "PO-2"}`;
		expect((await patch(world, poId, text)).status).toBe(200);
		expect(await exportedOrder(world, poId)).toEqual({
			...order({ poNumber: "PO-2" }),
			...shown(poId),
		});
	});
});

describe("R2: state", () => {
	it("R2: ACTIVE activates the order if nothing is missing, in the same patch too", async () => {
		const { state, vendorId, ...rest } = activatable;
		const poId = await createdOrder(world, { vendorId });
		const answer = await patch(world, poId, { ...rest, state });
		expect(answer).toMatchObject({ status: 200, headers: { etag: '"2"' } });
		expect(answer.body).toEqual({
			ok: true,
			data: { poId, state: "ACTIVE", version: 2 },
		});
		expect(await exportedOrder(world, poId)).toMatchObject({
			state: "APPROVED",
			...rest,
		});
		const advance = await world.post("/v1.0/payment/request/vendor-advance", {
			amount: 1000,
			vendorId,
			purchaseOrderLinkId: poId,
		});
		expect(advance.body).toMatchObject({ ok: true });
	});

	it("R2: ACTIVE with something missing stores the changes, and lists what the whole order lacks", async () => {
		const poId = await createdOrder(world, {
			lineItems: [lineItem({ rate: 0 }), lineItem({ identifier: "b" })],
		});
		const { body } = await patch(world, poId, {
			state: "ACTIVE",
			vendorId: "v-1",
		});
		expect(body.data).toEqual({
			poId,
			state: "DRAFTED",
			version: 2,
			submitWarnings: {
				po: ["description", "paymentTerms"],
				lineItems: { "line-1": ["rate"] },
			},
		});
		expect(await exportedOrder(world, poId)).toMatchObject({
			state: "DRAFTED",
			vendorId: "v-1",
		});
	});

	it("R2: a patch that removes what activation needs keeps the order a draft", async () => {
		const poId = await createdOrder(world, {
			...activatable,
			state: "DRAFTED",
		});
		const { body } = await patch(world, poId, {
			state: "ACTIVE",
			paymentTerms: null,
		});
		expect(body.data).toMatchObject({
			state: "DRAFTED",
			submitWarnings: { po: ["paymentTerms"], lineItems: {} },
		});
	});

	it.each(["DRAFTED", null])("R2: %s changes nothing", async (state) => {
		const poId = await createdOrder(world, {
			...activatable,
			state: "DRAFTED",
		});
		const before = await tableContents(world);
		const { body } = await patch(world, poId, { state });
		expect(body.data).toEqual({ poId, state: "DRAFTED", version: 1 });
		expect(await tableContents(world)).toEqual(before);
	});

	it.each(["APPROVED", "active", "", 7, {}])(
		"R2: %j is INVALID_STATE",
		async (state) => {
			const poId = await createdOrder(world);
			expect(await patch(world, poId, { state })).toMatchObject({
				status: 400,
				body: { error: { code: "INVALID_STATE" } },
			});
		},
	);

	it("R2: skuMatchWarnings describe the whole order, lines that stay included", async () => {
		await createSkus(world);
		const poId = await createdOrder(world, {
			lineItems: [lineItem({ skuCode: "X" }), lineItem({ skuCode: "ROD-1" })],
		});
		const { body } = await patch(world, poId, { poNumber: "PO-2" });
		expect(body.data).toEqual({
			poId,
			state: "DRAFTED",
			version: 2,
			skuMatchWarnings: [
				{
					lineItemIdentifier: "line-1",
					skuCode: "X",
					message: "no SKU has the item code 'X'",
				},
			],
		});
	});

	it("R2: a change to THREE_WAY checks the lines that stay", async () => {
		const poId = await createdOrder(world);
		expect(
			await patch(world, poId, { matchingType: "THREE_WAY" }),
		).toMatchObject({ status: 400, body: { error: { code: "SKU_REQUIRED" } } });
	});
});

describe("R2: taxes", () => {
	const changeRate = (rate: number) =>
		world.import({
			...acmeWithOrders(),
			gstTaxes: [{ id: 1, name: "GST", rate, rateType: "PERCENTAGE" }],
		});

	it("R2: lines that stay get their tax computed afresh; a figure without taxId stays", async () => {
		const poId = await createdOrder(world, {
			lineItems: [
				lineItem({ taxId: 1, taxAmount: 180 }),
				lineItem({ taxAmount: 0.125 }),
			],
		});
		await changeRate(28);
		expect((await patch(world, poId, { poNumber: "PO-2" })).status).toBe(200);
		expect(await exportedOrder(world, poId)).toMatchObject({
			lineItems: [{ taxId: 1, taxAmount: 280 }, { taxAmount: 0.125 }],
			// 1000 + 280 + 1000 + 0.125
			amount: 2280.13,
		});
	});

	it("R2: an empty patch takes over a rate that has changed", async () => {
		const poId = await createdOrder(world, {
			lineItems: [lineItem({ taxId: 1 })],
		});
		await changeRate(28);
		expect((await patch(world, poId, {})).body.data).toMatchObject({
			version: 2,
		});
		expect(await exportedOrder(world, poId)).toMatchObject({ amount: 1280 });
	});

	it("R2: lines that the patch brings are checked as in a creation", async () => {
		const poId = await createdOrder(world);
		await changeRate(28);
		const lineItems = [lineItem({ taxId: 1, taxAmount: 180 })];
		expect(await patch(world, poId, { lineItems })).toMatchObject({
			status: 400,
			body: {
				error: { code: "INTERNAL_ERROR", message: "Invalid trx tax amount" },
			},
		});
	});

	it("R2: figures keep all their digits through a patch", async () => {
		const lineItems = [
			lineItem({ quantity: 0.1, rate: 4.35, taxId: 1 }),
			lineItem({
				quantity: 1e-20,
				rate: 123_456_789_012.345,
				taxAmount: 1e-19,
			}),
		];
		const poId = await createdOrder(world, { lineItems });
		const before = await storedOrder(world, poId);
		await patch(world, poId, { additionalNotes: "x" });
		await patch(world, poId, { additionalNotes: null });
		expect(await storedOrder(world, poId)).toMatchObject({
			details: before.details,
			amount: before.amount,
		});
	});
});

describe("R2: a draft from an organization file", () => {
	const importDraft = (entry: object = {}) =>
		world.import({
			...acmeWithOrders(),
			purchaseOrders: [
				{ id: "po-f", poNumber: "", state: "DRAFTED", amount: 5, ...entry },
			],
		});
	const { poNumber, ...rest } = order();

	it("R2: is MISSING_REQUIRED_FIELD until one patch brings all that is required", async () => {
		await importDraft({ poNumber: "PO-F", vendorId: "v-1" });
		const missing = [];
		let body: object = {};
		for (const [name, value] of Object.entries(rest)) {
			const { status, body: answered } = await patch(world, "po-f", body);
			missing.push([status, answered.error.code, answered.error.message]);
			body = { ...body, [name]: value };
		}
		expect(missing).toEqual(
			["lineItems", "poType", "matchingType", "poDate", "gstin"].map((name) => [
				400,
				"MISSING_REQUIRED_FIELD",
				`Validation failed: /${name} is required`,
			]),
		);
		expect((await patch(world, "po-f", body)).status).toBe(200);
		expect(await exportedOrder(world, "po-f")).toMatchObject({
			...rest,
			poNumber: "PO-F",
			vendorId: "v-1",
			// The amount is that of its lines.
			amount: 1000,
		});
	});

	it("R2: needs a poNumber when the file has none", async () => {
		await importDraft();
		expect((await patch(world, "po-f", rest)).body.error).toMatchObject({
			code: "MISSING_REQUIRED_FIELD",
			message: "Validation failed: /poNumber is required",
		});
		expect((await patch(world, "po-f", order())).status).toBe(200);
	});

	it("R2: can be completed and activated by one patch", async () => {
		await importDraft({ poNumber: "PO-F" });
		const { body } = await patch(world, "po-f", { ...rest, ...activatable });
		expect(body.data).toEqual({ poId: "po-f", state: "ACTIVE", version: 2 });
	});
});

describe("R1: versions", () => {
	const withIfMatch = (ifMatch: string) => ({
		headers: { "if-match": ifMatch },
	});

	it("R1: each change raises version and ETag, and records when it was made and by whom", async () => {
		await world.import({
			...acmeWithOrders(),
			apiKeys: [
				{
					key: "other-key",
					name: "Other",
					userId: "u-admin",
					permissions: ["procurement:write"],
				},
			],
		});
		const poId = await createdOrder(world);
		const created = await storedOrder(world, poId);
		expect(created).toMatchObject({
			version: 1,
			updatedAt: testNow.toISOString(),
			updatedBy: created.createdBy,
		});
		passSeconds(world, 60);
		const answer = await patch(
			world,
			poId,
			{ poNumber: "PO-2" },
			{ key: "other-key" },
		);
		expect(answer).toMatchObject({
			headers: { etag: '"2"', "content-type": "application/json" },
			body: { data: { version: 2 } },
		});
		const changed = await storedOrder(world, poId);
		expect(changed).toMatchObject({
			version: 2,
			createdAt: created.createdAt,
			createdBy: created.createdBy,
			updatedAt: world.time.now.toISOString(),
			updatedBy: { userId: "u-admin" },
		});
		expect(changed.updatedBy?.keyId).not.toBe(created.createdBy?.keyId);
	});

	it("R1: updatedAt never goes back", async () => {
		const poId = await createdOrder(world);
		world.time.now = new Date(testNow.getTime() - 1);
		await patch(world, poId, { poNumber: "PO-2" });
		expect(await storedOrder(world, poId)).toMatchObject({
			updatedAt: testNow.toISOString(),
			version: 2,
		});
	});

	it.each([
		["taxed lines", [lineItem({ taxId: 1 }), lineItem({ taxAmount: 0.5 })]],
		["an amount of -0.001", [lineItem({ quantity: -0.001, rate: 1 })]],
	])(
		"R1: equal values are no change: with %s nothing is written",
		async (_, lineItems) => {
			const sent = order({ ...optional, lineItems });
			const poId = await createdOrder(world, sent);
			const before = await tableContents(world);
			passSeconds(world, 60);
			for (const body of [sent, {}, { poNumber: sent.poNumber }]) {
				expect(await patch(world, poId, body)).toMatchObject({
					status: 200,
					headers: { etag: '"1"' },
					body: { data: { poId, version: 1 } },
				});
			}
			expect(await tableContents(world)).toEqual(before);
		},
	);

	it("R1: a patch passes with the version in If-Match, and is 412 VERSION_MISMATCH with any other text", async () => {
		const poId = await createdOrder(world);
		const before = await tableContents(world);
		for (const text of ["2", "0", "01", " 1", "1 ", "W/1", "x", "*", "1,1"]) {
			expect(
				await patch(world, poId, { poNumber: "x" }, withIfMatch(`"${text}"`)),
			).toMatchObject({
				status: 412,
				body: { ok: false, error: { code: "VERSION_MISMATCH" } },
			});
		}
		expect(await tableContents(world)).toEqual(before);
		expect(
			await patch(world, poId, { poNumber: "x" }, withIfMatch('"1"')),
		).toMatchObject({ status: 200, headers: { etag: '"2"' } });
	});

	it.each([
		"1",
		"",
		'""',
		"*",
		'W/"1"',
		'"1", "2"',
		'"1","1"',
		'"1',
		'1"',
		"'1'",
		'"1" x',
	])("R1: If-Match %j is 400 with pointer /if-match", async (text) => {
		const poId = await createdOrder(world);
		expect(await patch(world, poId, {}, withIfMatch(text))).toMatchObject({
			status: 400,
			body: {
				error: {
					code: "VALIDATION_ERROR",
					message: expect.stringMatching(/^Validation failed: \/if-match must/),
				},
			},
		});
	});

	it("R1: checks If-Match's form and the body, existence, version, state, then the record as it would be", async () => {
		const draft = await createdOrder(world);
		const active = await createdOrder(world, activatable);
		const wrong = { poType: "BOTH" };
		const seen = [];
		for (const [poId, body, ifMatch] of [
			["no", "[", "1"],
			["no", "[1]", '"2"'],
			["no", "null", '"2"'],
			["no", wrong, '"2"'],
			[active, wrong, '"2"'],
			[active, wrong, '"1"'],
			[active, {}, '"1"'],
			[draft, wrong, '"2"'],
			[draft, '{"poType": "BOTH", "description": 1e400}', '"1"'],
			[draft, { ...wrong, gstin: null }, '"1"'],
			[draft, wrong, '"1"'],
		] as const) {
			const { body: answered } = await patch(
				world,
				poId,
				body,
				withIfMatch(ifMatch),
			);
			seen.push([answered.error.code, answered.error.message.slice(0, 36)]);
		}
		expect(seen.map(([code]) => code)).toEqual([
			"VALIDATION_ERROR",
			"VALIDATION_ERROR",
			"VALIDATION_ERROR",
			"PURCHASE_ORDER_NOT_FOUND",
			"VERSION_MISMATCH",
			"INVALID_STATE_TRANSITION",
			"INVALID_STATE_TRANSITION",
			"VERSION_MISMATCH",
			"VALIDATION_ERROR",
			"MISSING_REQUIRED_FIELD",
			"INVALID_PROCUREMENT_TYPE",
		]);
		expect(seen[0]?.[1]).toContain("/if-match");
		expect(seen[1]?.[1]).toBe("Validation failed: / must be object");
	});

	it("R1: an idempotency key is ignored, a malformed one included", async () => {
		const poId = await createdOrder(world);
		for (const idempotencyKey of ["k", "k", "", "k".repeat(300), null]) {
			const answer = await patch(
				world,
				poId,
				{ poNumber: "x" },
				{ idempotencyKey },
			);
			expect(answer.status).toBe(200);
		}
	});
});
