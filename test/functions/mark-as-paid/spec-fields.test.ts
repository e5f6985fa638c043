import { describe, expect, it } from "vitest";
import { acme, payableInvoices } from "../../support/acme.ts";
import {
	answerBytes,
	lambdaAnswerMaxBytes,
} from "../../support/answer-bytes.ts";
import { invoiceState } from "../../support/invoices.ts";
import { pay } from "../../support/pay.ts";
import { useWorld } from "../../support/use-world.ts";

const world = useWorld(() => acme({ invoices: payableInvoices(1) }));
const resource = { slug: "inv-0", amount: 1 };

const send = (body: object) => world.post("/v1.0/payment/mark-as-paid", body);
const payWith = (changes: object = {}) =>
	pay(world, [{ ...resource, ...changes }]);

async function payment(changes: object = {}) {
	expect(await payWith(changes)).toMatchObject({ status: 200 });
	return (await invoiceState(world, "inv-0")).payments[0];
}

const refusal = (reason: string) => ({
	status: 400,
	body: {
		error: {
			code: "VALIDATION_ERROR",
			message: `Validation failed: ${reason}`,
		},
	},
});

describe("request", () => {
	it("2.10 resourceType: required, only INVOICE", async () => {
		const resources = [resource];
		expect(await send({ resources })).toMatchObject(
			refusal("/ must have required property 'resourceType'"),
		);
		expect(await send({ resourceType: "BILL", resources })).toMatchObject(
			refusal(
				"/resourceType must be equal to one of the allowed values: INVOICE",
			),
		);
		expect(await send({ resourceType: "INVOICE", resources })).toMatchObject({
			status: 200,
		});
	});

	it("2.10 resources, 8 resources per request: required, at least 1", async () => {
		const resourceType = "INVOICE";
		expect(await send({ resourceType })).toMatchObject(
			refusal("/ must have required property 'resources'"),
		);
		expect(await send({ resourceType, resources: [] })).toMatchObject(
			refusal("/resources must NOT have fewer than 1 items"),
		);
	});

	it("2.10 slug 1: required, text", async () => {
		expect(await payWith({ slug: undefined })).toMatchObject(
			refusal("/resources/0 must have required property 'slug'"),
		);
		expect(await payWith({ slug: 5 })).toMatchObject(
			refusal("/resources/0/slug must be string"),
		);
	});

	it("2.10 amount, 8 payment amount per resource: above 0, not above the amount due", async () => {
		for (const amount of [0, -1])
			expect(await payWith({ amount })).toMatchObject(
				refusal("/resources/0/amount must be > 0"),
			);
		expect(await payWith({ amount: undefined })).toMatchObject(
			refusal("/resources/0 must have required property 'amount'"),
		);
		expect((await payWith({ amount: 100.01 })).body.message).toBe(
			"AMOUNT_EXCEEDS",
		);
		expect((await payment({ amount: 0.01 }))?.amount.toFixed()).toBe("0.01");
		expect((await payWith({ amount: 99.99 })).status).toBe(200);
		expect((await invoiceState(world, "inv-0")).due).toBe("0");
	});

	it.each([
		["2.10 utr, 8 utr", "utr", 64],
		["2.10 narration, 8 narration 2", "narration", 500],
	] as const)(
		"%s: optional; %s has at most %d characters",
		async (_, field, maximum) => {
			const longest = "😀".repeat(maximum);
			expect((await payment({ [field]: longest }))?.[field]).toBe(longest);
			expect(await payWith({ [field]: `${longest}x` })).toMatchObject(
				refusal(
					`/resources/0/${field} must NOT have more than ${maximum} characters`,
				),
			);
		},
	);

	it("2.10 paymentDate: a calendar date", async () => {
		const paymentDate = "2024-02-29";
		expect(await payment({ paymentDate })).toMatchObject({ paymentDate });
		expect(await payWith({ paymentDate: "2026-02-29" })).toMatchObject(
			refusal("/resources/0/paymentDate must be a date, YYYY-MM-DD"),
		);
	});

	it("2.10 paymentDate: today in the organization by default", async () => {
		world.time.now = new Date("2026-11-21T18:45:00Z");
		expect(await payment()).toMatchObject({ paymentDate: "2026-11-22" });
	});
});

it("5 Authorization, 5 Content-Type: Api-Key and a JSON body", async () => {
	expect(await payWith()).toMatchObject({
		status: 200,
		headers: { "content-type": "application/json" },
	});
	const body = { resourceType: "INVOICE", resources: [resource] };
	const path = "/v1.0/payment/mark-as-paid";
	for (const [headers, status] of [
		[{ authorization: "Bearer acme-admin-key" }, 401],
		[{ authorization: "Api-Key acme-admin-key" }, 200],
	] as const)
		expect(await world.post(path, body, { headers })).toMatchObject({ status });
});

it("5 rule 4: a retry of the same attempt with its key pays nothing twice", async () => {
	const body = { resourceType: "INVOICE", resources: [resource] };
	const path = "/v1.0/payment/mark-as-paid";
	const options = { idempotencyKey: "attempt-1" };
	expect((await world.post(path, body, options)).status).toBe(200);
	expect((await world.post(path, body, options)).status).toBe(409);
	expect((await invoiceState(world, "inv-0")).payments).toHaveLength(1);
});

it("2.10 slug 2, 2.10 status, 2.10 reason: one result for each resource", async () => {
	const resources = [resource, { ...resource, slug: "absent" }];
	const { body } = await send({ resourceType: "INVOICE", resources });
	expect(body.data.results).toEqual([
		{ slug: "inv-0", status: "DONE" },
		{ slug: "absent", status: "ERROR", reason: "NOT_FOUND" },
	]);
});

it("2.10 slug 2: in results that exceed an answer's size, only slugs too long for any invoice are shortened", async () => {
	const slug = "s".repeat(1_024);
	const invoices = [{ slug, state: "APPROVED", amount: 1 }];
	await world.import(acme({ invoices }));
	// JSON escapes each quote, and Lambda both bytes of that: 6.5 MB.
	const tooLong = Array.from({ length: 65 }, (_, index) => ({
		slug: `${'"'.repeat(25_000)}${index}`,
		amount: 1,
	}));
	const short = [...tooLong.slice(-1), { slug, amount: 0.25 }];
	const { data } = (await pay(world, short)).body;
	expect(data.results[0].slug).toBe(tooLong.at(-1)?.slug);
	const answer = await pay(world, [...tooLong, { slug, amount: 0.75 }]);
	expect(answerBytes(answer)).toBeLessThan(lambdaAnswerMaxBytes);
	expect(answer.body.data.results.slice(-2)).toEqual([
		{
			slug: expect.stringMatching(/^"+…"+64$/),
			status: "ERROR",
			reason: "NOT_FOUND",
		},
		{ slug, status: "DONE" },
	]);
});
