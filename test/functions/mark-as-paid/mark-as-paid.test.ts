import { describe, expect, it } from "vitest";
import { acme, payableInvoices } from "../../support/acme.ts";
import { invoiceState } from "../../support/invoices.ts";
import { pay } from "../../support/pay.ts";
import { useWorld } from "../../support/use-world.ts";
import { admin } from "../../tools/operator/exported.ts";

const path = "/v1.0/payment/mark-as-paid";

const world = useWorld(() => acme({ invoices }));

const invoices = [
	...payableInvoices(5),
	{ slug: "inv-decimal", state: "APPROVED", amount: 100.1 },
	{ slug: "inv-settled", state: "APPROVED", amount: 100, due: 0 },
	{ slug: "inv-draft", state: "DRAFTED", amount: 100 },
	{
		slug: "inv-in-flight",
		state: "APPROVED",
		amount: 100,
		platformPaymentInFlight: true,
	},
	{
		slug: "inv-locked",
		state: "APPROVED",
		amount: 100,
		lock: { holder: "web", expiresAt: "2026-11-21T10:00:01Z" },
	},
	{
		slug: "inv-lock-expired",
		state: "APPROVED",
		amount: 100,
		lock: { holder: "web", expiresAt: "2026-11-21T10:00:00Z" },
	},
	{ slug: "a/b#c?d", state: "APPROVED", amount: 100 },
	{ slug: "PR#1", state: "APPROVED", amount: 100 },
];

describe("200", () => {
	it("3.4 row 1, 7.4 DONE: records a payment and answers its result", async () => {
		const answer = await pay(world, [{ slug: "inv-0", amount: 100 }]);
		expect(answer).toMatchObject({
			status: 200,
			headers: {
				"content-type": "application/json",
				"x-request-id": "request-1",
			},
			body: {
				ok: true,
				data: { status: "DONE", results: [{ slug: "inv-0", status: "DONE" }] },
			},
		});
		expect(answer.body.data.results[0]).not.toHaveProperty("reason");
		expect(await invoiceState(world, "inv-0")).toMatchObject({
			due: "0",
			paid: "100",
		});
	});

	it("4.4 rule 5: keeps everything that was sent of a payment, who sent it, and its sync state SKIPPED", async () => {
		const sent = {
			slug: "inv-0",
			amount: 12.34,
			utr: "UTR-1",
			narration: "part one",
			paymentDate: "2024-02-29",
		};
		await pay(world, [sent], { idempotencyKey: "attempt-1" });
		const { payments } = await invoiceState(world, "inv-0");
		expect(payments).toHaveLength(1);
		expect({ ...payments[0], amount: payments[0]?.amount.toFixed() }).toEqual({
			id: expect.stringMatching(/^[0-9A-Z]{26}-0$/),
			amount: "12.34",
			utr: "UTR-1",
			narration: "part one",
			paymentDate: "2024-02-29",
			accountingSyncState: "SKIPPED",
			createdAt: "2026-11-21T10:00:00.000Z",
			...admin,
			idempotencyKey: "attempt-1",
			batch: null,
		});
	});

	it.each([
		["Asia/Kolkata", "2026-11-22"],
		["UTC", "2026-11-21"],
		["Pacific/Kiritimati", "2026-11-22"],
	])("2.10: paymentDate is today in %s by default", async (timezone, today) => {
		world.time.now = new Date("2026-11-21T18:45:00Z");
		const { org, ...rest } = acme();
		await world.import({ ...rest, org: { ...org, timezone } });
		await pay(world, [{ slug: "inv-0", amount: 1 }]);
		const { payments } = await invoiceState(world, "inv-0");
		expect(payments[0]?.paymentDate).toBe(today);
	});

	it("4.4 rule 6: pays in parts, in exact decimals, to the last", async () => {
		for (const amount of [0.1, 0.2, 33.3]) {
			const answer = await pay(world, [{ slug: "inv-decimal", amount }]);
			expect(answer.status).toBe(200);
		}
		expect(await invoiceState(world, "inv-decimal")).toMatchObject({
			due: "66.5",
			paid: "33.6",
		});
		expect(
			(await pay(world, [{ slug: "inv-decimal", amount: 66.51 }])).status,
		).toBe(422);
		expect(
			(await pay(world, [{ slug: "inv-decimal", amount: 66.5 }])).status,
		).toBe(200);
		expect(await invoiceState(world, "inv-decimal")).toMatchObject({
			due: "0",
			paid: "100.1",
		});
	});

	it("4.4 rule 1, 4.4 rule 2: a payment that fails does not stop the others; results are in request order", async () => {
		const answer = await pay(world, [
			{ slug: "absent", amount: 1 },
			{ slug: "inv-1", amount: 1 },
			{ slug: "inv-draft", amount: 1 },
			{ slug: "inv-locked", amount: 1 },
			{ slug: "inv-in-flight", amount: 1 },
			{ slug: "inv-0", amount: 100.01 },
			{ slug: "inv-2", amount: 2 },
		]);
		expect(answer.status).toBe(200);
		expect(answer.body.data.results).toEqual([
			{ slug: "absent", status: "ERROR", reason: "NOT_FOUND" },
			{ slug: "inv-1", status: "DONE" },
			{ slug: "inv-draft", status: "ERROR", reason: "INVALID_STATE" },
			{ slug: "inv-locked", status: "SKIPPED", reason: "LOCK_HELD" },
			{
				slug: "inv-in-flight",
				status: "ERROR",
				reason: "PLATFORM_PAYMENT_IN_FLIGHT",
			},
			{ slug: "inv-0", status: "ERROR", reason: "AMOUNT_EXCEEDS" },
			{ slug: "inv-2", status: "DONE" },
		]);
	});

	it("payments: several payments of one slug are made one after the other, in one write", async () => {
		const before = await invoiceState(world, "inv-0");
		const answer = await pay(world, [
			{ slug: "inv-0", amount: 60 },
			{ slug: "inv-1", amount: 1 },
			{ slug: "inv-0", amount: 60 },
			{ slug: "inv-0", amount: 40 },
			{ slug: "inv-0", amount: 0.01 },
		]);
		expect(
			answer.body.data.results.map(
				({ status, reason }: { status: string; reason?: string }) =>
					reason ?? status,
			),
		).toEqual(["DONE", "DONE", "AMOUNT_EXCEEDS", "DONE", "AMOUNT_EXCEEDS"]);
		const after = await invoiceState(world, "inv-0");
		expect(after).toMatchObject({ due: "0", version: before.version + 1 });
		expect(after.payments.map(({ amount }) => amount.toFixed())).toEqual([
			"60",
			"40",
		]);
	});

	it("7.4: an expired lock blocks nobody", async () => {
		const answer = await pay(world, [{ slug: "inv-lock-expired", amount: 1 }]);
		expect(answer.status).toBe(200);
	});

	it.each(["a/b#c?d", "PR#1"])(
		"2.10: a slug may be any text: %s",
		async (slug) => {
			expect((await pay(world, [{ slug, amount: 1 }])).status).toBe(200);
			expect((await invoiceState(world, slug)).due).toBe("99");
		},
	);

	it("ignores properties that the spec does not list", async () => {
		const answer = await world.post(
			path,
			`{"resourceType":"INVOICE","resources":[{"slug":"inv-0","amount":1,"__proto__":{"a":1},"constructor":2}],"x":3}`,
		);
		expect(answer.status).toBe(200);
	});
});

describe("422", () => {
	it("4.4 rule 3, 7.4 422: when nothing was paid, says so with the first reason", async () => {
		const answer = await pay(world, [
			{ slug: "inv-locked", amount: 1 },
			{ slug: "absent", amount: 1 },
		]);
		expect(answer).toMatchObject({ status: 422 });
		expect(answer.body).toEqual({
			ok: false,
			message: "LOCK_HELD",
			data: {
				status: "DONE",
				results: [
					{ slug: "inv-locked", status: "SKIPPED", reason: "LOCK_HELD" },
					{ slug: "absent", status: "ERROR", reason: "NOT_FOUND" },
				],
			},
		});
	});

	it.each([
		["NOT_FOUND", "ERROR", "absent", 1],
		["INVALID_STATE", "ERROR", "inv-draft", 1],
		["PLATFORM_PAYMENT_IN_FLIGHT", "ERROR", "inv-in-flight", 1],
		["AMOUNT_EXCEEDS", "ERROR", "inv-0", 100.01],
		["LOCK_HELD", "SKIPPED", "inv-locked", 1],
	])("7.4 %s: its status is %s", async (reason, status, slug, amount) => {
		const { body } = await pay(world, [{ slug, amount }]);
		expect(body.data.results).toEqual([{ slug, status, reason }]);
	});

	it("7.4 AMOUNT_EXCEEDS: an invoice with nothing due cannot be paid", async () => {
		const answer = await pay(world, [{ slug: "inv-settled", amount: 0.01 }]);
		expect(answer.body.message).toBe("AMOUNT_EXCEEDS");
	});

	it.each([
		["of 100,000 characters", "x".repeat(100_000)],
		["just too long for a key", "x".repeat(1_025)],
		["that is empty", ""],
		["of another kind of item", "inv-0#PAYMENTS"],
	])("7.4 NOT_FOUND: a slug %s", async (_, slug) => {
		const answer = await pay(world, [{ slug, amount: 1 }]);
		expect(answer).toMatchObject({
			status: 422,
			body: { message: "NOT_FOUND" },
		});
	});

	it("guarantee 6: an invoice of another organization is NOT_FOUND", async () => {
		const { org, users, apiKeys } = acme();
		await world.import({
			org: { ...org, id: "rival" },
			users,
			apiKeys: apiKeys.map((apiKey) => ({ ...apiKey, key: "rival-key" })),
			invoices: payableInvoices(1).map((i) => ({ ...i, slug: "rival-inv" })),
		});
		const answer = await pay(world, [{ slug: "rival-inv", amount: 1 }]);
		expect(answer.body.message).toBe("NOT_FOUND");
		const own = await pay(world, [{ slug: "inv-0", amount: 1 }], {
			key: "rival-key",
		});
		expect(own.body.message).toBe("NOT_FOUND");
	});
});

describe("400", () => {
	const valid = { slug: "inv-0", amount: 1 };

	it.each([
		[
			"resourceType missing",
			{ resources: [valid] },
			"/ must have required property 'resourceType'",
		],
		[
			"resourceType not INVOICE",
			{ resourceType: "BILL", resources: [valid] },
			"/resourceType must be equal to one of the allowed values: INVOICE",
		],
		[
			"no resources",
			{ resourceType: "INVOICE", resources: [] },
			"/resources must NOT have fewer than 1 items",
		],
		[
			"resources missing",
			{ resourceType: "INVOICE" },
			"/ must have required property 'resources'",
		],
		[
			"resources no array",
			{ resourceType: "INVOICE", resources: {} },
			"/resources must be array",
		],
		[
			"a resource no object",
			{ resourceType: "INVOICE", resources: [valid, 1] },
			"/resources/1 must be object",
		],
	])("7.4 VALIDATION_ERROR: %s", async (_, body, where) => {
		expect(await world.post(path, body)).toMatchObject({
			status: 400,
			body: {
				ok: false,
				error: {
					code: "VALIDATION_ERROR",
					message: `Validation failed: ${where}`,
				},
			},
		});
	});

	it.each([
		[{ slug: undefined }, " must have required property 'slug'"],
		[{ slug: 5 }, "/slug must be string"],
		[{ amount: undefined }, " must have required property 'amount'"],
		[{ amount: "1" }, "/amount must be number"],
		[{ amount: 0 }, "/amount must be > 0"],
		[{ amount: -1 }, "/amount must be > 0"],
		[{ amount: 1e15 }, "/amount must be a number of magnitude below 1e15"],
		[{ amount: 1e-21 }, "/amount must NOT have more than 20 decimal places"],
		[{ utr: "x".repeat(65) }, "/utr must NOT have more than 64 characters"],
		[
			{ narration: "😀".repeat(501) },
			"/narration must NOT have more than 500 characters",
		],
		[{ narration: null }, "/narration must be string"],
		[{ paymentDate: "2026-02-29" }, "/paymentDate must be a date, YYYY-MM-DD"],
		[{ paymentDate: "2026-1-1" }, "/paymentDate must be a date, YYYY-MM-DD"],
		[
			{ paymentDate: "2026-01-01T00:00:00Z" },
			"/paymentDate must be a date, YYYY-MM-DD",
		],
	])("2.10 VALIDATION_ERROR: $0, $1", async (change, where) => {
		const answer = await pay(world, [valid, { ...valid, ...change }]);
		expect(answer).toMatchObject({
			status: 400,
			body: {
				error: {
					code: "VALIDATION_ERROR",
					message: `Validation failed: /resources/1${where}`,
				},
			},
		});
		expect((await invoiceState(world, "inv-0")).payments).toEqual([]);
	});

	it("8: limits count characters, not code units", async () => {
		const answer = await pay(world, [
			{ ...valid, narration: "😀".repeat(500), utr: "😀".repeat(64) },
		]);
		expect(answer.status).toBe(200);
	});

	it("5 rule 3, 5 x-idempotency-key, 7.4 IDEMPOTENCY_KEY_REQUIRED: without the header", async () => {
		const answer = await pay(world, [valid], { idempotencyKey: null });
		expect(answer).toMatchObject({
			status: 400,
			body: { ok: false, error: { code: "IDEMPOTENCY_KEY_REQUIRED" } },
		});
	});
});
