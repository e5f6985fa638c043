import { copyFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { toContext } from "../../../../client/src/client-options.ts";
import type { Invoice } from "../../../../client/src/generated/openapi.ts";
import {
	checkRows,
	refusePayments,
} from "../../../../client/src/pay-file/check/check-rows.ts";
import { readPayments } from "../../../../client/src/pay-file/input/read-payments.ts";
import { acme, payableInvoices } from "../../../support/acme.ts";
import {
	createInvoice,
	patchInvoice,
} from "../../../support/created-invoices.ts";
import { dueOf } from "../../../support/invoices.ts";
import { pay } from "../../../support/pay.ts";
import { paymentsOf, reverse } from "../../../support/reversals.ts";
import { useWorld } from "../../../support/use-world.ts";
import { testKey, type World } from "../../../support/world.ts";
import { unreliableNetwork } from "../../support/unreliable-network.ts";
import { sendToWorld, toFetch } from "../../support/world-client.ts";
import { paymentsFileIn } from "../support/pay-in-world.ts";

const world = useWorld(() => acme({ invoices: payableInvoices(3) }));
const csv = "slug,amount,utr\ninv-0,10,U0\ninv-1,10,U1\n";

/** The same bytes under another name, without the journal. */
async function paidCopy(world: World, text: string) {
	const file = paymentsFileIn(world, text);
	expect((await file.run()).exitCode).toBe(0);
	const copy = paymentsFileIn(world);
	copyFileSync(file.path, copy.path);
	return copy;
}

describe("11.4: a copy of a paid file", () => {
	it("pays nothing, and says what is recorded", async () => {
		const copy = await paidCopy(world, csv);
		const { exitCode, errors, sent } = await copy.run();
		expect(exitCode).toBe(2);
		expect(errors).toMatch(
			/line 2: this payment is recorded already: 10 on \d{4}-\d\d-\d\d, UTR U0\. If it is to be paid once more, use --allow-repeats/,
		);
		expect(errors).toContain(
			"This run has paid nothing. Correct the file, or use --skip-bad-rows to pay the other rows",
		);
		expect(sent.map(({ method }) => method)).not.toContain("POST");
		expect(copy.results().map(({ reason }) => reason)).toEqual([
			"PAID_BEFORE",
			"PAID_BEFORE",
		]);
		expect(await dueOf(world)).toBe("90");
	});

	it("is refused by --dry-run too", async () => {
		const copy = await paidCopy(world, csv);
		expect((await copy.run(["--dry-run"])).exitCode).toBe(2);
	});

	it("pays with --skip-bad-rows only what is new, and all of it with --allow-repeats", async () => {
		const copy = await paidCopy(world, csv);
		// The due of inv-1 is 90: its row that is paid already does not count.
		copy.write(`${csv}inv-2,10,U2\ninv-1,85,U3\n`);
		const skipping = await copy.run(["--skip-bad-rows"]);
		expect(skipping.exitCode).toBe(1);
		expect(skipping.output).not.toContain("to correct");
		expect([
			await dueOf(world),
			await dueOf(world, "inv-1"),
			await dueOf(world, "inv-2"),
		]).toEqual(["90", "5", "90"]);
		const again = await paidCopy(world, "slug,amount,utr\ninv-2,10,U3\n");
		expect((await again.run(["--allow-repeats"])).exitCode).toBe(0);
		expect(await dueOf(world, "inv-2")).toBe("70");
	});

	it.each([[[]], [["--allow-repeats"]]])(
		"says what the invoice was paid with, when nothing is due: %j",
		async (args) => {
			await pay(world, [{ slug: "inv-0", amount: 100, utr: "FULL" }]);
			const file = paymentsFileIn(
				world,
				"slug,amount,utr\ninv-0,10,U9\ninv-0,100,FULL\n",
			);
			const { errors } = await file.run(args);
			expect(errors).toMatch(
				/line 2: the invoice is paid in full, last by 100 on \S+, UTR FULL$/m,
			);
			expect(errors).toMatch(
				/line 3: this payment is recorded already: 100 on \S+, UTR FULL\. Nothing is due any more$/m,
			);
			const { output } = await file.run([...args, "--skip-bad-rows"]);
			expect(output).toContain("1 row to correct: in ");
		},
	);
});

describe("11.4: a copy of a paid file pays nothing, though", () => {
	const invoice = { vendorId: "v-1", state: "APPROVED", amount: 100 };
	const expectPaidOnce = async (slug: string, left: string) => {
		const copy = await paidCopy(world, `slug,amount,utr\n${slug},10,U0\n`);
		const { body } = await world.get(`/v1.0/invoice/${slug}`);
		expect(body.data).toMatchObject({ paid: 0 });
		expect((await copy.run()).exitCode).toBe(2);
		expect(await dueOf(world, slug)).toBe(left);
	};

	it.each([
		["more was due than the amount", 150, "140"],
		["then the amount is due", 110, "100"],
	])("by an organization file, %s", async (_, fileDue, left) => {
		await world.import(
			acme({ invoices: [{ ...invoice, slug: "more", due: fileDue }] }),
		);
		await expectPaidOnce("more", left);
	});

	it("by an organization file, more was due of an invoice that was created over the API", async () => {
		const vendors = [{ id: "v-1", name: "Steel" }];
		await world.import(acme({ vendors }));
		const slug = await createInvoice(world, { state: "APPROVED" });
		await world.import(acme({ invoices: [{ ...invoice, slug, due: 110 }] }));
		await expectPaidOnce(slug, "100");
	});
});

describe("11.4: a recorded payment is another one", () => {
	const isPaid = async (text: string) =>
		(await paymentsFileIn(world, `slug,amount,utr,date\n${text}`).run())
			.exitCode === 0;

	it.each([
		["of another amount", "inv-0,11,U0,", true],
		["of another UTR", "inv-0,10,U1,", true],
		["without the UTR", "inv-0,10,,", true],
		["of another date, with the UTR", "inv-0,10,U0,2026-01-02", false],
		["with the UTR in small letters", "inv-0,10.0,u0,", false],
	])("%s: %s", async (_, row, expected) => {
		await pay(world, [
			{ slug: "inv-0", amount: 10, utr: "U0", paymentDate: "2026-01-01" },
		]);
		expect(await isPaid(row)).toBe(expected);
	});

	it.each([
		["of the same date", "inv-0,10,,2026-01-01", false],
		["with a UTR now", "inv-0,10,U0,2026-01-01", true],
		["of another date", "inv-0,10,,2026-01-02", true],
		["of no date: the amount decides", "inv-0,10,,", false],
	])("if neither has a UTR, %s", async (_, row, expected) => {
		await pay(world, [
			{ slug: "inv-0", amount: 10, paymentDate: "2026-01-01" },
		]);
		const file = paymentsFileIn(world, `slug,amount,utr,date\n${row}`);
		const { exitCode, errors } = await file.run();
		expect(exitCode).toBe(expected ? 0 : 2);
		expect(errors).toContain(
			expected ? "" : "already: 10 on 2026-01-01, without a UTR. If it is",
		);
	});

	it("if it was reversed", async () => {
		const copy = await paidCopy(world, csv);
		for (const slug of ["inv-0", "inv-1"]) {
			const [payment] = await paymentsOf(world, slug);
			const paymentId = String(payment?.id);
			expect((await reverse(world, { slug, paymentId })).status).toBe(200);
		}
		// The payments are read only of an invoice that has one that counts.
		await pay(world, [{ slug: "inv-0", amount: 1, utr: "OTHER" }]);
		expect((await copy.run()).exitCode).toBe(0);
		expect(await dueOf(world)).toBe("89");
	});
});

it("11.4: what this file's own journal has sent is not a second payment", async () => {
	await pay(world, [{ slug: "inv-0", amount: 10 }], { idempotencyKey: "own" });
	const client = toContext({
		url: "https://world",
		apiKey: testKey,
		fetch: toFetch(
			unreliableNetwork(
				(one) => sendToWorld(world, one),
				() => undefined,
			),
		),
	});
	const reasons = async (...keys: string[]) => {
		const { rows } = await readPayments(Buffer.from("slug,amount\ninv-0,10\n"));
		const progress = { start() {}, update() {}, stop() {} };
		const options = { allowRepeats: false, ownKeys: new Set(keys) };
		await checkRows(client, rows, {
			...options,
			allRows: rows,
			baseCurrency: "INR",
			progress,
		});
		return rows.flatMap(({ problems }) => problems.map(({ reason }) => reason));
	};
	expect(await reasons("own")).toEqual([]);
	expect(await reasons("other")).toEqual(["PAID_BEFORE"]);
});

it("11.4: a row for which the other rows of its file leave nothing due asks for too much; no one else has paid it", async () => {
	const csv = "slug,amount,utr\ninv-0,100,U0\ninv-0,x,U1\n";
	const file = paymentsFileIn(world, csv);
	expect((await file.run(["--skip-bad-rows"])).exitCode).toBe(1);
	expect(await dueOf(world)).toBe("0");
	file.write(csv.replace("x", "50"));
	expect((await file.run()).exitCode).toBe(2);
	expect(file.results()).toMatchObject([
		{ status: "DONE" },
		{ status: "INVALID", reason: "AMOUNT_EXCEEDS" },
	]);
});

it("11.4: reads the payments of those invoices only that may have some, at most 50 a second", async () => {
	await pay(world, [{ slug: "inv-0", amount: 1 }]);
	await pay(world, [{ slug: "inv-1", amount: 1 }]);
	await world.import(acme({ vendors: [{ id: "v-1", name: "Steel" }] }));
	const draft = await createInvoice(world);
	await patchInvoice(world, draft, { state: "APPROVED" });
	const started: number[] = [];
	const shown: string[] = [];
	const file = paymentsFileIn(
		world,
		`slug,amount,utr\ninv-0,10,U0\ninv-1,10,U1\ninv-2,10,U2\n${draft},10,U3\n`,
	);
	const { sent } = await file.run(["--dry-run"], {
		faultOf(_, { url }) {
			if (url.includes("/payments")) started.push(world.time.now.getTime());
			return undefined;
		},
		onProgress: ({ title, done, total }) =>
			shown.push(`${title} ${done}/${total}`),
	});
	expect(shown).toEqual([
		...[1, 2, 3, 4].map((done) => `Checking ${done}/4`),
		...[1, 2].map((done) => `Comparing with recorded payments ${done}/2`),
	]);
	const read = sent.filter(({ url }) => url.includes("/payments"));
	expect(read.map(({ url }) => url.split("?")[0])).toEqual([
		"/v1.0/invoice/inv-0/payments",
		"/v1.0/invoice/inv-1/payments",
	]);
	const [first = 0, second = 0] = started;
	expect(second - first).toBeGreaterThanOrEqual(20);
});

describe("11.4: the rows of an invoice are refused", () => {
	const payable = {
		state: "APPROVED",
		due: 100,
		currency: "USD",
		platformPaymentInFlight: false,
		// Unchecked cast: nothing else is read.
	} as Invoice;
	const refused = async (
		csv: string,
		invoice: Invoice | null | undefined,
		baseCurrency = "INR",
	) => {
		const { rows } = await readPayments(Buffer.from(`slug,amount,utr\n${csv}`));
		const problem = refusePayments(rows, invoice, baseCurrency);
		return problem && `${problem.reason}: ${problem.message}`;
	};

	it("of which one is in rupees, if it is in dollars", async () => {
		const csv = "d,10,U0\nd,₹ 10,U1\n";
		const inRupees = "CURRENCY: the amount is in rupees, the invoice in USD";
		expect(await refused(csv, payable)).toBe(inRupees);
		expect(await refused(csv, { ...payable, currency: "INR" })).toBe(undefined);
		const inBaseCurrency = { ...payable, currency: null };
		expect(await refused(csv, inBaseCurrency, "USD")).toBe(inRupees);
		expect(await refused(csv, inBaseCurrency, "INR")).toBe(undefined);
	});

	it("if its only row exceeds what is due", async () => {
		expect(await refused("d,60,U0\n", { ...payable, due: 59.99 })).toBe(
			"AMOUNT_EXCEEDS: USD 60.00 is more than the USD 59.99 that are due",
		);
	});

	it.each([
		[
			"if their sum is more than is due",
			{ ...payable, due: 100 },
			"AMOUNT_EXCEEDS: the 2 rows of this invoice (lines 2, 3) add up to USD 100.01, which is more than the USD 100.00 that are due",
		],
		["unless it is what is due", { ...payable, due: 100.01 }, undefined],
		[
			"if it is not APPROVED",
			{ ...payable, state: "DRAFTED" },
			"INVALID_STATE: the invoice is DRAFTED, not APPROVED",
		],
		[
			"if a payment on the platform is in flight",
			{ ...payable, platformPaymentInFlight: true },
			"PLATFORM_PAYMENT_IN_FLIGHT: a payment of the invoice on the platform has not settled yet",
		],
		[
			"if it is not open",
			undefined,
			"NOT_OPEN: no open invoice has this id: it is unknown, void, or has nothing due",
		],
		["if it does not exist", null, "NOT_FOUND: no invoice has this id"],
	])("%s", async (_, invoice, expected) => {
		expect(await refused("d,60,U0\nd,40.01,U1\n", invoice)).toBe(expected);
	});
});
