import { describe, expect, it } from "vitest";
import { largePayments } from "../../reliability/scenarios/large-payments.ts";
import { acme, payableInvoices } from "../../support/acme.ts";
import { workOff } from "../../support/batches.ts";
import { invoiceState } from "../../support/invoices.ts";
import { pay } from "../../support/pay.ts";
import {
	checkPage,
	checkRun,
	createRun,
	discardRun,
	releaseRun,
	type TestEntry,
} from "../../support/runs.ts";
import { useWorld } from "../../support/use-world.ts";

const world = useWorld(() =>
	acme({
		vendors: [{ id: "v-1", name: "Steel Traders" }],
		invoices: [
			...payableInvoices(5),
			{
				slug: "numbered",
				vendorId: "v-1",
				invoiceNumber: "ST/7",
				currency: "USD",
				state: "APPROVED",
				amount: 100,
			},
			{ slug: "draft", state: "DRAFTED", amount: 10 },
			{
				slug: "flying",
				state: "APPROVED",
				amount: 9,
				platformPaymentInFlight: true,
			},
			{
				slug: "locked",
				state: "APPROVED",
				amount: 9,
				lock: { holder: "web", expiresAt: "2030-01-01T00:00:00Z" },
			},
		],
	}),
);

/** The outcome of each item: what the batch would answer. */
const outcomes = (items: { status: string; reason: string | null }[]) =>
	items.map(({ status, reason }) => reason ?? status);

const warningsOf = async (
	resources: TestEntry[],
	more: Record<string, unknown> = {},
) => {
	const { runId } = await createRun(world, resources, more);
	return (await checkRun(world, runId)).map(({ warnings }) => warnings);
};

/** Records a payment, and returns its id. */
async function record(resource: object): Promise<string> {
	expect((await pay(world, [resource])).status).toBe(200);
	const { slug } = resource as { slug: string };
	const { body } = await world.get(`/v1.0/invoice/${slug}/payments`);
	return body.data.items[0].id;
}

const reverse = (slug: string, paymentId: string) =>
	world.post(`/v1.0/invoice/${slug}/payments/${paymentId}/reversal`, {
		reason: "Wrong",
	});

describe("P3: an item", () => {
	it("has what was sent, and the invoice as it is now", async () => {
		const { runId } = await createRun(world, [
			{
				vendorId: "v-1",
				invoiceNumber: "st/7",
				amount: 10.5,
				utr: " u 1",
				narration: "n",
				paymentDate: "2026-11-20",
				ref: "row 1",
			},
			{ slug: "inv-0", amount: 1 },
			{ slug: "none", amount: 1 },
		]);
		expect(await checkRun(world, runId)).toEqual([
			{
				position: 0,
				ref: "row 1",
				amount: 10.5,
				utr: " u 1",
				narration: "n",
				paymentDate: "2026-11-20",
				slug: "numbered",
				vendorId: "v-1",
				invoiceNumber: "ST/7",
				vendorName: "Steel Traders",
				currency: "USD",
				due: 100,
				status: "DONE",
				reason: null,
				warnings: [],
			},
			{
				position: 1,
				ref: null,
				amount: 1,
				utr: null,
				narration: null,
				paymentDate: null,
				slug: "inv-0",
				vendorId: "v-1",
				invoiceNumber: null,
				vendorName: "Steel Traders",
				currency: null,
				due: 100,
				status: "DONE",
				reason: null,
				warnings: [],
			},
			{
				position: 2,
				ref: null,
				amount: 1,
				utr: null,
				narration: null,
				paymentDate: null,
				slug: "none",
				vendorId: null,
				invoiceNumber: null,
				vendorName: null,
				currency: null,
				due: null,
				status: "ERROR",
				reason: "NOT_FOUND",
				warnings: [],
			},
		]);
	});

	it("says what the batch then answers, given the payments of the run before it", async () => {
		const { runId } = await createRun(world, [
			{ slug: "inv-0", amount: 60 },
			{ slug: "inv-0", amount: 50 },
			{ slug: "inv-0", amount: 40 },
			{ slug: "draft", amount: 1 },
			{ slug: "flying", amount: 1 },
			{ slug: "locked", amount: 1 },
			{ slug: "none", amount: 1 },
		]);
		const items = await checkRun(world, runId);
		expect(outcomes(items)).toEqual([
			"DONE",
			"AMOUNT_EXCEEDS",
			"DONE",
			"INVALID_STATE",
			"PLATFORM_PAYMENT_IN_FLIGHT",
			"LOCK_HELD",
			"NOT_FOUND",
		]);
		expect(items.map(({ due }) => due)).toEqual([
			100,
			100,
			100,
			10,
			9,
			9,
			null,
		]);
		await releaseRun(world, runId);
		await workOff(world);
		const { results } = (await world.getBatch(runId)).body.data;
		expect(outcomes(results)).toEqual(outcomes(items));
	});

	it("follows the invoices: a check shows them as they are when it is read", async () => {
		const { runId } = await createRun(world, [{ slug: "inv-0", amount: 100 }]);
		await record({ slug: "inv-0", amount: 0.7 });
		const page = await checkPage(world, runId);
		expect(page.body.data.items).toMatchObject([{ reason: "AMOUNT_EXCEEDS" }]);
		expect(page.text).toContain('"due":99.3,');
	});

	it("has neither status nor due nor warnings after the release, and after discarding", async () => {
		const resources = [{ slug: "inv-0", amount: 1, utr: "A", ref: "r" }];
		const gone = { status: null, reason: null, due: null, warnings: [] };
		const kept = {
			ref: "r",
			amount: 1,
			slug: "inv-0",
			vendorName: "Steel Traders",
		};
		for (const change of [releaseRun, discardRun]) {
			const { runId } = await createRun(world, resources, {
				repeatOf: change.name,
			});
			await change(world, runId);
			expect(await checkRun(world, runId)).toMatchObject([
				{ ...kept, ...gone },
			]);
		}
	});
});

describe("P3 ALREADY_RECORDED", () => {
	const recorded = ["ALREADY_RECORDED"];

	it("a recorded payment has the same UTR, written in any way, whatever its amount", async () => {
		await record({ slug: "inv-0", amount: 1, utr: "Hdfc 00\u00a01" });
		expect(
			await warningsOf([
				{ slug: "inv-0", amount: 2, utr: "HDFC001" },
				{ slug: "inv-0", amount: 3, utr: "h\u200bd\tfc 001 " },
				{ slug: "inv-0", amount: 1, utr: "HDFC002" },
				{ slug: "inv-1", amount: 1, utr: "HDFC001" },
			]),
		).toEqual([recorded, recorded, [], []]);
	});

	it("without a UTR, a recorded payment has the same amount and date, with any UTR", async () => {
		await record({ slug: "inv-0", amount: 1.5, paymentDate: "2026-11-20" });
		await record({ slug: "inv-1", amount: 1.5, utr: "X" });
		expect(
			await warningsOf([
				{ slug: "inv-0", amount: 1.5, paymentDate: "2026-11-20" },
				{ slug: "inv-0", amount: 1.5, paymentDate: "2026-11-19" },
				{ slug: "inv-0", amount: 1.4, paymentDate: "2026-11-20" },
				{ slug: "inv-1", amount: 1.5 },
				{ slug: "inv-1", amount: 1.5, utr: " \u200b" },
				{ slug: "inv-1", amount: 1.5, paymentDate: "2026-11-21" },
			]),
		).toEqual([
			recorded,
			[],
			[],
			recorded,
			[...recorded, "REPEATED"],
			[...recorded, "REPEATED"],
		]);
	});

	it("a reversed payment is not recorded", async () => {
		const id = await record({ slug: "inv-0", amount: 1, utr: "A" });
		await reverse("inv-0", id);
		const again = { slug: "inv-0", amount: 1, utr: "A" };
		expect(await warningsOf([again])).toEqual([[]]);
	});

	it("payments of the newest archive page count, unless they are reversed, and those of older pages do not", async () => {
		const oldest = await record({ slug: "inv-0", amount: 1, utr: "OLDEST" });
		const grow = async () => {
			await pay(world, largePayments(20));
			await pay(world, [{ slug: "inv-0", amount: 0.01 }]);
		};
		await grow();
		const newer = await record({ slug: "inv-0", amount: 2, utr: "NEWER" });
		const gone = await record({ slug: "inv-0", amount: 3, utr: "GONE" });
		const run = ["OLDEST", "NEWER", "GONE"].map((utr) => ({
			slug: "inv-0",
			amount: 1,
			utr,
		}));
		expect(await warningsOf(run)).toEqual([recorded, recorded, recorded]);
		await grow();
		expect(await invoiceState(world, "inv-0")).toMatchObject({
			paymentPages: 2,
		});
		await reverse("inv-0", gone);
		await reverse("inv-0", oldest);
		const more = { repeatOf: newer };
		expect(await warningsOf(run, more)).toEqual([[], recorded, []]);
	});
});

describe("P3 REPEATED", () => {
	it("an earlier payment of the run has the same invoice, amount, UTR and date", async () => {
		const one = {
			slug: "inv-0",
			amount: 1,
			utr: "A",
			paymentDate: "2026-11-21",
		};
		expect(
			await warningsOf([
				one,
				{ ...one, utr: " a" },
				{ ...one, amount: 1.01 },
				{ ...one, utr: "B" },
				{ ...one, utr: undefined },
				{ ...one, utr: "" },
				{ ...one, paymentDate: undefined },
				{ ...one, slug: "inv-1" },
				{ ...one, slug: "none" },
				{ ...one, slug: "none" },
				{ ...one, narration: "other" },
			]),
		).toEqual([
			[],
			["REPEATED"],
			[],
			[],
			[],
			["REPEATED"],
			["REPEATED"],
			[],
			[],
			["REPEATED"],
			["REPEATED"],
		]);
	});

	it("an invoice that is named in two ways is treated as one invoice", async () => {
		expect(
			await warningsOf([
				{ slug: "numbered", amount: 1 },
				{ vendorId: "v-1", invoiceNumber: "ST/7", amount: 1 },
			]),
		).toEqual([[], ["REPEATED"]]);
	});
});

describe("P3 dates", () => {
	it("warns of a date after today, and of one more than a year ago, in the organization's time zone", async () => {
		// 22 November in Asia/Kolkata.
		world.time.now = new Date("2026-11-21T18:30:00.000Z");
		const dates = ["2026-11-23", "2026-11-22", "2025-11-22", "2025-11-21"];
		expect(
			await warningsOf(
				dates.map((paymentDate) => ({ slug: "inv-0", amount: 1, paymentDate })),
			),
		).toEqual([["DATE_IN_FUTURE"], [], [], ["DATE_LONG_AGO"]]);
	});

	it("on 29 February, a year ago is 28 February", async () => {
		world.time.now = new Date("2028-02-29T10:00:00.000Z");
		const dates = ["2027-03-01", "2027-02-28"];
		expect(
			await warningsOf(
				dates.map((paymentDate) => ({ slug: "inv-0", amount: 1, paymentDate })),
			),
		).toEqual([[], ["DATE_LONG_AGO"]]);
	});
});

describe("P3 leaveOut", () => {
	const leaveOut = ["ALREADY_RECORDED", "REPEATED"];
	const run = [
		{ slug: "inv-0", amount: 1, utr: "A" },
		{ slug: "inv-0", amount: 1, utr: "A" },
		{ slug: "inv-1", amount: 1, utr: "B" },
		{ slug: "inv-1", amount: 1, utr: "B" },
		{ slug: "inv-2", amount: 200 },
		{ slug: "inv-2", amount: 200 },
		{ slug: "draft", amount: 1 },
		{ slug: "draft", amount: 1 },
		{ slug: "none", amount: 1 },
		{ slug: "none", amount: 1 },
	];

	it("a payment for which the warning holds is SKIPPED, after what is wrong with the invoice, and before AMOUNT_EXCEEDS", async () => {
		await record({ slug: "inv-0", amount: 1, utr: "A" });
		const { runId } = await createRun(world, run, { leaveOut });
		const items = await checkRun(world, runId);
		expect(outcomes(items)).toEqual([
			"ALREADY_RECORDED",
			"ALREADY_RECORDED",
			"DONE",
			"REPEATED",
			"AMOUNT_EXCEEDS",
			"REPEATED",
			"INVALID_STATE",
			"INVALID_STATE",
			"NOT_FOUND",
			"NOT_FOUND",
		]);
		expect(items[0]).toMatchObject({ status: "SKIPPED" });
		expect(items[1].warnings).toEqual(["ALREADY_RECORDED", "REPEATED"]);
	});

	it.each([
		[[], ["DONE", "DONE"]],
		[["ALREADY_RECORDED"], ["ALREADY_RECORDED", "ALREADY_RECORDED"]],
		[["REPEATED"], ["DONE", "REPEATED"]],
	])("leaves out for %j only", async (only, expected) => {
		await record({ slug: "inv-0", amount: 1, utr: "A" });
		const two = run.slice(0, 2);
		const { runId } = await createRun(world, two, { leaveOut: only });
		expect(outcomes(await checkRun(world, runId))).toEqual(expected);
	});
});

describe("P3: pages", () => {
	const many = (count: number, perInvoice = 1) =>
		Array.from({ length: count }, (_, index) => ({
			slug: `i-${Math.floor(index / perInvoice)}`,
			amount: 1,
		}));

	it("a page consists of whole chunks, and ends with the one with which it reaches the limit", async () => {
		const { runId } = await createRun(world, many(350));
		const sizes = [];
		let query: Record<string, string> = { limit: "150" };
		for (;;) {
			const { data } = (await checkPage(world, runId, query)).body;
			sizes.push(data.items.length);
			if (data.nextCursor === null) break;
			query = { limit: "1", cursor: data.nextCursor };
		}
		expect(sizes).toEqual([200, 100, 50]);
	});

	it("all payments of one invoice are in one chunk: a page is in request order, and a walk has every payment once", async () => {
		const resources = [
			...many(100),
			...Array.from({ length: 130 }, () => ({ slug: "i-0", amount: 1 })),
			...many(60),
		];
		const { runId } = await createRun(world, resources);
		const whole = (await checkPage(world, runId)).body.data.items;
		expect(whole.map(({ position }: { position: number }) => position)).toEqual(
			[...resources.keys()],
		);
		const seen: number[] = [];
		let query: Record<string, string> = { limit: "1" };
		for (;;) {
			const { data } = (await checkPage(world, runId, query)).body;
			const positions = data.items.map(
				({ position }: { position: number }) => position,
			);
			expect(positions).toEqual(
				positions.toSorted((a: number, b: number) => a - b),
			);
			seen.push(...positions);
			if (data.nextCursor === null) break;
			query = { limit: "1", cursor: data.nextCursor };
		}
		expect(seen.toSorted((a, b) => a - b)).toEqual([...resources.keys()]);
	});

	it("a page ends at about 4 MB, and the next page continues", async () => {
		const text = (length: number) => "\u0001".repeat(length);
		const resources = many(1_000).map((one) => ({
			...one,
			narration: text(500),
			utr: text(64),
		}));
		const { runId } = await createRun(world, resources);
		const { text: body } = await checkPage(world, runId);
		expect(Buffer.byteLength(JSON.stringify(body))).toBeGreaterThan(4_000_000);
		expect(Buffer.byteLength(JSON.stringify(body))).toBeLessThan(5_500_000);
		expect(await checkRun(world, runId)).toHaveLength(1_000);
	});

	it.each([
		["limit=0", "/limit must be an integer from 1 to 1000"],
		["limit=1001", "/limit must be an integer from 1 to 1000"],
		["limit=x", "/limit must be"],
		["limit=1&limit=1", "/limit must NOT be given twice"],
		["state=DRAFT", "/state must NOT have additional properties"],
		["cursor=", "/cursor must NOT have fewer"],
		["cursor=abc", "/cursor must be a nextCursor"],
	])("refuses %s, before it looks at the run", async (query, reason) => {
		const { runId } = await createRun(world, many(2));
		for (const id of [runId, "01M7YRRT801SBRXJ1F8V4DQ035"]) {
			const { status, body } = await checkPage(world, id, query);
			expect([status, body.error?.code]).toEqual([400, "VALIDATION_ERROR"]);
			expect(body.error.message).toContain(reason);
		}
	});

	it("refuses the cursor of another run", async () => {
		const [one, other] = [
			await createRun(world, many(150)),
			await createRun(world, many(150), { repeatOf: "x" }),
		];
		const { data } = (await checkPage(world, one.runId, "limit=1")).body;
		const query = { cursor: data.nextCursor };
		expect((await checkPage(world, one.runId, query)).status).toBe(200);
		expect((await checkPage(world, other.runId, query)).status).toBe(400);
	});
});
