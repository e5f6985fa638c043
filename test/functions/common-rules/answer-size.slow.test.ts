import { beforeAll, describe, expect, it } from "vitest";
import { payableInvoices } from "../../support/acme.ts";
import {
	answerBytes,
	lambdaAnswerMaxBytes,
} from "../../support/answer-bytes.ts";
import { everyEndpoint } from "../../support/every-endpoint.ts";
import { tableContents } from "../../support/table-contents.ts";
import { useSharedWorld } from "../../support/use-world.ts";
import type { Answer } from "../../support/world.ts";
import { acmeWithAdvances } from "../vendor-advance/advances.ts";

const world = useSharedWorld();
beforeAll(async () => {
	await world.import(acmeWithAdvances({ invoices: payableInvoices(1) }));
});

/** What JSON escapes, twice inside of Lambda's: 5.6 MB of an answer. */
const quotes = '"'.repeat(1_400_000);
/** What nothing escapes: 3 MB of an answer. */
const plain = "x".repeat(3_000_000);
/** What a JSON pointer escapes. */
const tildes = "~".repeat(20_000);
/** What must not be cut in half. */
const emoji = "😀".repeat(20_000);
const messageMaxCharacters = 500;

function expectShort(answer: Answer, status: number) {
	const { body } = answer;
	const message: string = body.error?.message ?? body.error ?? "";
	expect({ status: answer.status, message: message.slice(0, 600) }).toEqual({
		status,
		message: expect.any(String),
	});
	expect(message.length).toBeLessThanOrEqual(messageMaxCharacters);
	expect(message.isWellFormed()).toBe(true);
	expect(answerBytes(answer)).toBeLessThan(lambdaAnswerMaxBytes);
}

/** The value with each of its texts and names replaced by a long one, one at a time. */
function* withLongTexts(value: unknown, long: string): Generator<unknown> {
	if (typeof value === "string") yield long;
	if (typeof value !== "object" || value === null) return;
	for (const [key, member] of Object.entries(value)) {
		for (const changed of withLongTexts(member, long)) {
			yield replaced(value, key, changed);
		}
	}
	if (Array.isArray(value)) return;
	yield { ...value, [long]: 1 };
	yield { ...value, [long]: 1e300 };
	yield { ...value, [long]: { value: 1 } };
}

function replaced(value: object, key: string, member: unknown): unknown {
	if (Array.isArray(value)) return value.with(Number(key), member);
	return { ...value, [key]: member };
}

const withBody = everyEndpoint.filter(({ body, pathId }) => body && !pathId);
const longTexts = { quotes, tildes, emoji };

describe.each(withBody)("$method $path", ({ method, path, body }) => {
	it.each(Object.keys(longTexts) as (keyof typeof longTexts)[])(
		"6 MB: any text may be %s, the answer fits, its message is short, and it is no 500",
		async (name) => {
			// Tags are named by the caller: in each place where there may be some.
			const full = { ...body, tags: { project: { value: "x" } } };
			for (const sent of withLongTexts(full, longTexts[name])) {
				const answer = await world.send(method, path, sent);
				expect(answer.status).toBeLessThan(500);
				expectShort(answer, answer.status);
			}
		},
	);
});

describe("4.2: an order is created only if its answer fits", () => {
	const path = "/v1.0/procurement/purchase-order";
	const order = (changes: object, lineItems: readonly object[]) => ({
		poNumber: "PO-7",
		poType: "GOODS",
		matchingType: "TWO_WAY",
		poDate: "2026-11-21",
		gstin: "27AAPFU0939F1ZV",
		...changes,
		lineItems: lineItems.map((line, index) => ({
			identifier: `${index}`,
			quantity: 3,
			rate: 1,
			...line,
		})),
	});
	const countOrders = async () =>
		[...(await tableContents(world)).values()].filter(({ sk }) => sk === "PO")
			.length;

	async function create(body: object, status: 200 | 400) {
		const before = await countOrders();
		const answer = await world.post(path, body);
		expectShort(answer, status);
		expect((await countOrders()) - before).toBe(status === 200 ? 1 : 0);
		return answer.body.data;
	}

	it.each([
		["skuCode", { skuCode: quotes }],
		["skuName", { skuName: quotes }],
		["identifier", { identifier: quotes, skuCode: "X" }],
	])(
		"2.7: a %s that is named in a warning and too large to be shown in the order's record",
		async (_, line) => {
			await create(order({}, [line]), 400);
		},
	);

	it.each([
		["skuCode", { skuCode: plain }],
		["skuName", { skuName: plain }],
		["identifier", { identifier: plain, skuCode: "X" }],
	])("2.7: a %s of 3 MB that is named in a warning", async (_, line) => {
		const { skuMatchWarnings } = await create(order({}, [line]), 200);
		const [{ message }] = skuMatchWarnings;
		expect(message.length).toBeLessThan(messageMaxCharacters);
	});

	it("2.7: warnings that do not fit as they were sent have their texts shortened", async () => {
		const long = `${'"'.repeat(280_000)}b`;
		const data = await create(
			order({ state: "ACTIVE" }, [
				{ identifier: `a${long}`, rate: 0, skuCode: `c${long}` },
				{ identifier: `a${long}`, quantity: 0, skuName: `n${long}` },
			]),
			200,
		);
		const [code, name] = data.skuMatchWarnings;
		expect(code.skuCode).toMatch(/^c"+…"+b$/);
		expect(name.skuName).toMatch(/^n"+…"+b$/);
		expect(code.lineItemIdentifier).toMatch(/^a"+…"+b$/);
		expect(data.submitWarnings.lineItems).toEqual({
			[code.lineItemIdentifier]: ["quantity", "rate"],
		});
	});

	it("2.7: an order with more warnings than fit at all is refused, and not created", async () => {
		const lines = Array.from({ length: 60_000 }, () => ({
			identifier: "l",
			skuCode: "X",
		}));
		await create(order({}, lines), 400);
		await create(order({}, lines.slice(0, 20_000)), 200);
	});

	it("2.7: texts that fit are returned as they were sent", async () => {
		const long = "é".repeat(1_500);
		const line = { identifier: long, skuCode: long, skuName: long };
		const { skuMatchWarnings } = await create(order({}, [line]), 200);
		expect(skuMatchWarnings).toEqual([
			{
				lineItemIdentifier: long,
				skuCode: long,
				skuName: long,
				message: expect.any(String),
			},
		]);
	});

	it.each([
		["SKU_NOT_FOUND", { skuCode: tildes }],
		["SKU_NOT_FOUND", { skuName: tildes }],
		["SKU_REQUIRED", {}],
	])(
		"7.2 %s: names a long line item, and what it is matched by, in short",
		async (code, line) => {
			const answer = await world.post(
				path,
				order({ matchingType: "THREE_WAY" }, [{ ...line, identifier: emoji }]),
			);
			expectShort(answer, 400);
			expect(answer.body.error.code).toBe(code);
		},
	);
});

describe("4.4: what was paid is reported", () => {
	it("2.10: 100 slugs of 50 KB, one of them an invoice's: their results fit", async () => {
		const slugs = Array.from(
			{ length: 99 },
			(_, index) => `${'"'.repeat(29_000)}${index}`,
		);
		const resources = [...slugs, "inv-0"].map((slug) => ({ slug, amount: 1 }));
		const answer = await world.post("/v1.0/payment/mark-as-paid", {
			resourceType: "INVOICE",
			resources,
		});
		expectShort(answer, 200);
		const { results } = answer.body.data;
		expect(results).toHaveLength(100);
		expect(results.at(-1)).toEqual({ slug: "inv-0", status: "DONE" });
		expect(results[7]).toMatchObject({
			slug: expect.stringMatching(/^"+…"+7$/),
			reason: "NOT_FOUND",
		});
	});
});

describe("R5: what was created is reported", () => {
	it("100 vendor ids of 50 KB, one of them a vendor's: the answer fits", async () => {
		const vendorIds = Array.from(
			{ length: 99 },
			(_, index) => `${'"'.repeat(29_000)}${index}`,
		);
		const invoices = [...vendorIds, "v-1"].map((vendorId) => ({
			vendorId,
			invoiceNumber: "A-1",
			amount: 1,
			invoiceDate: "2026-11-21",
		}));
		const answer = await world.post("/v1.0/invoice/bulk", { invoices });
		expectShort(answer, 200);
		const { created, failed } = answer.body.data;
		expect(created).toMatchObject([{ vendorId: "v-1" }]);
		expect(failed).toHaveLength(99);
		expect(failed[7]).toMatchObject({
			vendorId: expect.stringMatching(/^"+…"+7$/),
			code: "VENDOR_NOT_FOUND",
		});
	});
});
