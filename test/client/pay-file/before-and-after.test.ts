import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import {
	fromSafeCell,
	toSafeCell,
} from "../../../client/src/pay-file/input/cells.ts";
import { readJournal } from "../../../client/src/pay-file/journal/journal.ts";
import { localTime } from "../../../client/src/pay-file/output/report.ts";
import { payCommand } from "../../../client/src/pay-file/pay.ts";
import { reverseCommand } from "../../../client/src/pay-file/reverse.ts";
import { lockInvoice } from "../../../tools/operator/invoices/lock-invoice.ts";
import { acme, payableInvoices } from "../../support/acme.ts";
import { dueOf } from "../../support/invoices.ts";
import { passSeconds } from "../../support/pass-time.ts";
import { paymentsOf, reverse as reverseOne } from "../../support/reversals.ts";
import { useWorld } from "../../support/use-world.ts";
import { testNow } from "../../support/world.ts";
import { paymentsFileIn, type RunOptions } from "./support/pay-in-world.ts";
import { paidFile, resultPath, reverse } from "./support/reverse-in-world.ts";
import { toWorkbook } from "./support/workbook.ts";

const world = useWorld(() => {
	const dollars = { slug: "dollars", state: "APPROVED", amount: 9_000_000 };
	const file = acme({
		invoices: [
			...payableInvoices(3, 200_000),
			{ ...dollars, vendorId: "v-2", invoiceNumber: "D-1", currency: "USD" },
		],
	});
	const [apiKey] = file.apiKeys;
	const permissions = ["invoices:read" as const, "organization:read" as const];
	if (apiKey)
		file.apiKeys.push(
			{ ...apiKey, key: "reads-key", permissions },
			{ ...apiKey, key: "reads-invoices-key", permissions: ["invoices:read"] },
		);
	return file;
});
const day = (days: number) =>
	new Date(testNow.getTime() + days * 86_400_000).toISOString().slice(0, 10);

describe("11.4: before anything is paid", () => {
	const read =
		'3 rows, columns invoice id = "slug", amount = "amount", UTR = "utr"';
	const csv =
		"slug,amount,utr\ninv-0,100000.5,\ninv-1,50000,\ndollars,1234567.25,\n";

	it("rows, vendors and totals are shown, and a person is asked", async () => {
		const file = paymentsFileIn(world, csv);
		const asked: string[] = [];
		const answer = (isYes: boolean) => async (question: string) => {
			asked.push(question);
			// However long the person takes for an answer.
			passSeconds(world, 1_860);
			return isYes;
		};
		const refused = await file.run([], { confirm: answer(false) });
		const figures = "3 rows, 2 vendors, ₹ 1,50,000.50, USD 1,234,567.25";
		const warning = "Warning: 1 row with another currency than INR: line 4";
		const end = `Each row is in ${file.path.replace(/csv$/, "results.csv")}`;
		expect(refused.output).toBe(
			`${read}\nTo pay: ${figures}\n${warning}\nNot paid: ${figures}\n${end}`,
		);
		expect(refused.exitCode).toBe(2);
		expect(refused.errors).toBe(
			"You have not said yes: this run has paid nothing",
		);
		expect(await dueOf(world)).toBe("200000");
		const paid = await file.run([], { confirm: answer(true) });
		expect(paid.exitCode).toBe(0);
		expect(paid.output).toContain(`Paid: ${figures}\n`);
		expect(asked).toEqual(Array(2).fill(`Pay ${figures}? (yes/no) `));
		// Nothing is left to ask for.
		await file.run([], { confirm: answer(false) });
		expect(asked).toHaveLength(2);
	});

	it("a script is not asked, and must confirm what is unusual, and any reversal", async () => {
		const file = paymentsFileIn(world, csv);
		const { exitCode, errors } = await file.run();
		expect(exitCode).toBe(2);
		expect(errors).toBe(
			"Warning: 1 row with another currency than INR: line 4\nThis run has paid nothing. If this is right, use --yes",
		);
		expect((await file.run(["--dry-run"])).output).toBe(
			[
				read,
				"To pay: 3 rows, 2 vendors, ₹ 1,50,000.50, USD 1,234,567.25",
				"Warning: 1 row with another currency than INR: line 4",
				`Dry run: 3 of 3 rows can be paid; nothing was paid. Each row is in ${file.path.replace(/csv$/, "dry-run.csv")}`,
			].join("\n"),
		);
		expect((await file.run(["--yes"])).exitCode).toBe(0);
		expect((await reverse(file, {}, [])).errors).toContain("use --yes");
	});

	it.each([
		["reads-key", "permission payments:reverse"],
		["reads-invoices-key", "permissions payments:reverse, organization:read"],
	])(
		"the permissions of a reversal are checked: %s",
		async (apiKey, lacking) => {
			const file = await paidFile(world);
			const { exitCode, errors } = await reverse(file, { apiKey });
			expect(exitCode).toBe(4);
			expect(errors).toBe(
				`To reverse payments, the API key needs the ${lacking}; this run has reversed nothing. Ask the person who gave you the key`,
			);
		},
	);

	it("the result file is opened", async () => {
		const file = paymentsFileIn(world, "slug,amount,utr\ninv-0,10,\n");
		const path = `${file.path}.no-folder/results.csv`;
		const { exitCode, errors, sent } = await file.run(["--results", path]);
		expect(exitCode).toBe(2);
		expect(errors).toBe(
			`The result file ${path} cannot be opened: there is no such file or folder`,
		);
		expect(sent).toEqual([]);
		const folder = join(file.path, "..");
		expect((await file.run(["--results", folder])).errors).toBe(
			`The result file ${folder} cannot be opened: it is a folder`,
		);
		// A run that fails later leaves no traces of it.
		expect((await file.run([], { apiKey: "unknown" })).exitCode).toBe(4);
		expect(readdirSync(folder)).toEqual(["payments.csv"]);
	});

	it("an invoice that cannot be read is not reported as unknown", async () => {
		const file = paymentsFileIn(world, "slug,amount,utr\ninv-0,10,\n");
		const { exitCode, errors } = await file.run(["--skip-bad-rows"], {
			faultOf: (_, { url }) =>
				url.endsWith("/invoice/inv-0") ? "DROP_REQUEST" : undefined,
		});
		expect(exitCode).toBe(4);
		expect(errors).toContain("cannot be reached");
	});

	it("a column that may be the UTR, and is not read, must be confirmed", async () => {
		const file = paymentsFileIn(world, "slug,amount,UTR code\ninv-0,10,U1\n");
		const { exitCode, errors } = await file.run();
		expect(exitCode).toBe(2);
		expect(errors).toContain(
			'Warning: no column has the UTR, so the payments will have none. If the file has it, name the column: --columns utr=<column>\nWarning: not read: "UTR code".',
		);
		expect((await file.run(["--dry-run"])).output).toContain("Warning: no col");
		expect(await dueOf(world)).toBe("200000");
		const named = ["--columns", "utr=UTR code"];
		expect(await file.run(named)).toMatchObject({ exitCode: 0, errors: "" });
	});

	it.each([
		[day(2), "a date in the future"],
		["2099-12-31", "a date in the future"],
		[day(-366), "a date more than a year ago"],
		[day(0), undefined],
		[day(-365), undefined],
		["", undefined],
	])("%s: %s", async (date, warning) => {
		const file = paymentsFileIn(
			world,
			`slug,amount,date,utr\ninv-0,1,${date},\n`,
		);
		const { exitCode, errors } = await file.run();
		expect(exitCode).toBe(warning ? 2 : 0);
		expect(errors).toContain(warning ? `1 row with ${warning}: line 2` : "");
		const dates = (await paymentsOf(world, "inv-0")).map(
			(one) => one.paymentDate,
		);
		expect(dates).toEqual(warning ? [] : [date || day(0)]);
	});

	it("six rows with a warning: five of their lines are named", async () => {
		const rows = [..."012345"].map((utr) => `inv-0,1,${day(2)},${utr}\n`);
		const csv = `slug,amount,date,utr\n${rows.join("")}`;
		expect((await paymentsFileIn(world, csv).run()).errors).toBe(
			"Warning: 6 rows with a date in the future: line 2, 3, 4, 5, 6, …\nThis run has paid nothing. If this is right, use --yes",
		);
	});

	it("and after it was confirmed, rows may no longer be payable: each says why", async () => {
		const file = paymentsFileIn(
			world,
			"slug,amount,utr\ninv-0,1,\ninv-1,2,\ninv-2,3,\ndollars,4,\n",
		);
		const confirm = async () => {
			const [held, inFlight] = payableInvoices(2, 200_000);
			if (held && inFlight)
				await world.import(
					acme({
						invoices: [
							{ ...held, state: "ON_HOLD" },
							{ ...inFlight, platformPaymentInFlight: true },
						],
					}),
				);
			const invoice = { organizationId: "acme", slug: "inv-2" };
			const { now } = world.time;
			await lockInvoice(world.table, invoice, { milliseconds: 3_600_000, now });
			return true;
		};
		const { exitCode, errors } = await file.run([], { confirm });
		expect({ exitCode, errors }).toEqual({ exitCode: 1, errors: "" });
		expect(
			file
				.results()
				.map((row) => [row.vendorFound, row.status, row.reason, row.message]),
		).toEqual([
			["v-1", "ERROR", "INVALID_STATE", "The invoice is not APPROVED"],
			[
				...["v-1", "ERROR", "PLATFORM_PAYMENT_IN_FLIGHT"],
				"A payment of the invoice on the platform has not settled yet",
			],
			[
				...["v-1", "SKIPPED", "LOCK_HELD"],
				"Another action on the invoice was in progress; run again",
			],
			["v-2", "DONE", "", ""],
		]);
	});

	it("today is that of the organization's time zone", async () => {
		world.time.now = new Date("2026-11-21T20:00:00.000Z");
		const csv = "slug,amount,date,utr\ninv-0,1,2026-11-22,\n";
		const { exitCode, errors } = await paymentsFileIn(world, csv).run();
		expect({ exitCode, errors }).toEqual({ exitCode: 0, errors: "" });
	});

	it("a corrected row that repeats a paid one is refused, also under another name of its invoice", async () => {
		// A list is sure to show what was stored two seconds before it.
		passSeconds(world, 5);
		const csv = "Invoice,Amount,UTR\nD-1,10,U0\nunknown,20,U0\n";
		const file = paymentsFileIn(world, csv);
		expect((await file.run(["--yes", "--skip-bad-rows"])).exitCode).toBe(1);
		file.write(csv.replace("unknown", "dollars"));
		const { exitCode, errors } = await file.run(["--yes"]);
		expect(exitCode).toBe(2);
		expect(errors).toContain("line 3: line 2 has the same invoice and UTR");
		expect(await dueOf(world, "dollars")).toBe("8999990");
	});
});

it("11.4: a workbook is paid, and pays nothing after it was opened and saved", async () => {
	const file = paymentsFileIn(world);
	const rows = [
		["Invoice ID", "Amount", "UTR"],
		["inv-0", { number: "100" }, "U1"],
	];
	writeFileSync(file.path, toWorkbook({ November: rows }));
	const paid = await file.run();
	expect(paid.output).toContain('Sheet "November"');
	expect(paid).toMatchObject({ exitCode: 0, errors: "" });
	expect(file.results()).toMatchObject([{ UTR: "U1", status: "DONE" }]);
	writeFileSync(file.path, toWorkbook({ November: rows, Notes: [["x"]] }));
	expect((await file.run()).output).toContain("nothing was paid now");
	expect(await dueOf(world)).toBe("199900");
});

it("11.4: before anything is reversed, the file is compared with the records: amounts, payments, and what is reversed already", async () => {
	const file = await paidFile(
		world,
		"slug,amount,utr\ninv-0,10,U0\ninv-1,20,U1\ninv-2,30,U2\ninv-2,40,U3\n",
	);
	const idOf = async (slug: string) =>
		String((await paymentsOf(world, slug))[0]?.id);
	const reversed = { slug: "inv-1", paymentId: await idOf("inv-1") };
	expect((await reverseOne(world, reversed)).status).toBe(200);
	const at = localTime(world.time.now.getTime());
	const text = readFileSync(resultPath(file), "utf8")
		.replace("v-1,2,inv-0,10,", "v-1,2,inv-0,11,")
		.replace("v-1,4,inv-2,", "v-1,4,unknown,")
		.replace(await idOf("inv-2"), await idOf("inv-0"));
	writeFileSync(resultPath(file), text);
	const shown: object[] = [];
	const { exitCode, output } = await reverse(
		file,
		{ onProgress: (state) => shown.push(state) },
		["--dry-run"],
	);
	expect(exitCode).toBe(2);
	const amount = "the payment is ₹ 10.00, not 11: the file was changed";
	const absent =
		"the invoice has no such payment: the file is of another organization, or was changed";
	const both = `line 2 has the same payment; delete one of the two; ${absent}`;
	const already = `Reversed already, on ${at}: Wrong invoice`;
	const dryRun = "reversals.dry-run";
	expect(
		file
			.results(dryRun)
			.map((row) => [row.line, row.reversal, row.reversalMessage]),
	).toEqual([
		["2", "INVALID", amount],
		["3", "REVERSED", already],
		["4", "INVALID", absent],
		["5", "INVALID", both],
	]);
	expect(output).toBe(
		[
			"4 rows, of which 4 have a payment to reverse",
			"3 bad rows:",
			`  line 2: ${amount}`,
			`  line 4: ${absent}`,
			`  line 5: ${both}`,
			"To reverse: 0 rows",
			`Dry run: 0 of 4 rows can be reversed; nothing was reversed. Each row is in ${file.path.replace(/csv$/, `${dryRun}.csv`)}`,
		].join("\n"),
	);
	const checking = { title: "Checking", total: 4 };
	expect(shown).toEqual([1, 2, 3, 4].map((done) => ({ ...checking, done })));
});

it("11.4: a payment that cannot be reversed any more, and one whose invoice stays locked, are reported; the others are reversed", async () => {
	const csv = "slug,amount,utr\ninv-0,10,U0\ninv-1,20,U1\ninv-2,30,U2\n";
	const file = await paidFile(world, csv);
	const before = "3 rows, 1 vendor, ₹ 60.00";
	const confirm = async (question: string) => {
		expect(question).toBe(`Reverse ${before}? (yes/no) `);
		const invoices = payableInvoices(1, 200_000);
		await world.import(
			acme({
				invoices: invoices.map((one) => ({
					...one,
					platformPaymentInFlight: true,
				})),
			}),
		);
		const invoice = { organizationId: "acme", slug: "inv-1" };
		const { now } = world.time;
		await lockInvoice(world.table, invoice, { milliseconds: 3_600_000, now });
		return true;
	};
	const shown: object[] = [];
	const pauses: number[] = [];
	const run = await reverse(
		file,
		{
			confirm,
			onProgress: (state) => shown.push(state),
			onPause: async (milliseconds) => {
				if (milliseconds >= 1_000) pauses.push(milliseconds);
			},
		},
		[],
	);
	expect(run).toMatchObject({ exitCode: 1, errors: "" });
	const again = "1 rows are being changed by others; trying again";
	expect(run.output).toBe(
		[
			"3 rows, of which 3 have a payment to reverse",
			`To reverse: ${before}`,
			...[again, again, again],
			"Reversed: 1 row, 1 vendor, ₹ 30.00",
			"Not reversed: 2 rows, 1 vendor, ₹ 30.00",
			`Each row is in ${file.path.replace(/csv$/, "reversals.csv")}`,
		].join("\n"),
	);
	expect(pauses).toEqual([5_000, 15_000, 45_000]);
	expect(
		file.results("reversals").map((row) => [row.reversal, row.reversalMessage]),
	).toEqual([
		[
			"ERROR",
			"A payment of the invoice on the platform has not settled yet; run again later",
		],
		["SKIPPED", "Another action on the invoice is in progress; run again"],
		["REVERSED", ""],
	]);
	const bar = (title: string, done: number) => ({ title, total: 3, done });
	expect(shown).toEqual([
		...[1, 2, 3].map((done) => bar("Checking", done)),
		...[1, 2, 3, 3, 3, 3].map((done) => bar("Reversing", done)),
	]);
	const { rows, invoices, requests } = readJournal(
		readFileSync(`${resultPath(file)}.journal`),
	);
	expect(
		[...rows.values()].map(({ status, reason }) => [status, reason]),
	).toEqual([
		["ERROR", "PLATFORM_PAYMENT_IN_FLIGHT"],
		["SKIPPED", "LOCK_HELD"],
		["DONE", undefined],
	]);
	expect([...invoices.values()]).toEqual(
		[0, 1, 2].map((index) => [`inv-${index}`, "v-1", "INR"]),
	);
	expect(requests).toHaveLength(6);
});

it.each([
	["DROP_ANSWER", 0, "OPEN", "200000"],
	["UNAVAILABLE", 0, "OPEN", "200000"],
	["UNAVAILABLE", 5, "OPEN", "200000"],
	["THROTTLED", 0, "NOT_SENT", "199990"],
] as const)(
	"11.4: a reversal that ended with %s at its try %i of 0 to 5, and whose other tries were refused, is %s",
	async (fault, at, reversal, due) => {
		const file = await paidFile(world, "slug,amount,utr\ninv-0,10,U0\n");
		let posts = 0;
		const faultOf: RunOptions["faultOf"] = (_, { method }) => {
			if (method !== "POST") return undefined;
			return posts++ === at ? fault : "THROTTLED";
		};
		const reversalMessage =
			reversal === "OPEN"
				? "Not known yet: run the same command again"
				: "Not sent: run the same command again";
		// The second run learns no more of the request of the first.
		for (const _ of ["first", "second"]) {
			expect((await reverse(file, { faultOf })).exitCode).toBe(4);
			const results = file.results("reversals");
			expect(results).toMatchObject([{ reversal, reversalMessage }]);
			const journal = readFileSync(`${resultPath(file)}.journal`);
			expect([...readJournal(journal).rows.values()]).toMatchObject([
				{ status: reversal === "OPEN" ? "OPEN" : "NOT_TAKEN" },
			]);
		}
		expect(await dueOf(world)).toBe(due);
		expect(await reverse(file)).toMatchObject({ exitCode: 0, errors: "" });
		expect(await dueOf(world)).toBe("200000");
	},
);

it("11.4: a payment that is gone when it is reversed, and an invoice that cannot be read, are reported", async () => {
	const file = await paidFile(world, "slug,amount,utr\ninv-0,10,U0\n");
	const unread = await reverse(file, {
		faultOf: (_, { url }) =>
			url.endsWith("/invoice/inv-0") ? "DROP_REQUEST" : undefined,
	});
	expect(unread.exitCode).toBe(4);
	expect(unread.errors).toContain("cannot be reached");
	const { exitCode, errors } = await reverse(file, {
		faultOf(_, request) {
			// The service knows no payment of this id.
			request.url = request.url.replace(/[^/]+(?=\/reversal$)/, "gone");
			return undefined;
		},
	});
	expect({ exitCode, errors }).toEqual({ exitCode: 1, errors: "" });
	expect(file.results("reversals")).toMatchObject([
		{ reversal: "ERROR", reversalMessage: "The invoice has no such payment" },
	]);
	expect(await dueOf(world)).toBe("199990");
});

it("11.4: a payment of an invoice that is locked for a moment is reversed all the same; a row that was not paid needs nothing", async () => {
	const file = paymentsFileIn(
		world,
		"slug,amount,utr\ninv-0,10,U0\nunknown,10,U1\n",
	);
	expect((await file.run(["--skip-bad-rows"])).exitCode).toBe(1);
	await lockInvoice(
		world.table,
		{ organizationId: "acme", slug: "inv-0" },
		{ milliseconds: 12_000, now: world.time.now },
	);
	expect(await reverse(file)).toMatchObject({ exitCode: 0, errors: "" });
	expect(file.results("reversals")).toMatchObject([
		{ reversal: "REVERSED" },
		{ reversal: "NOTHING_TO_DO" },
	]);
});

describe("11.4: the result file", () => {
	it("of a workbook is not that of a CSV file of the same name", async () => {
		const file = paymentsFileIn(world, "Invoice ID,Amount,utr\ninv-0,10,\n");
		const workbook = file.path.replace(/csv$/, "xlsx");
		const rows = [
			["Invoice ID", "Amount", "UTR"],
			["inv-1", { number: "20" }, ""],
		];
		writeFileSync(workbook, toWorkbook({ November: rows }));
		await file.run();
		const { output } = await file.runCommand(payCommand, [workbook]);
		expect(output).toContain(`Each row is in ${workbook}.results.csv`);
		expect(file.results()).toMatchObject([{ invoiceId: "inv-0" }]);
		const reversed = await file.runCommand(reverseCommand, [
			...[`${workbook}.results.csv`, "--reason", "Wrong file", "--yes"],
		]);
		expect(reversed.output).toContain(
			`Each row is in ${workbook}.reversals.csv`,
		);
	});

	it("that cannot be written after the payments is reported; the run ends as it would have with it", async () => {
		const file = paymentsFileIn(world, "slug,amount,utr\ninv-0,10,\n");
		const path = file.path.replace(/csv$/, "results.csv");
		const confirm = async () => {
			mkdirSync(path);
			return true;
		};
		const { exitCode, errors, output } = await file.run([], { confirm });
		expect({ exitCode, errors }).toEqual({
			exitCode: 0,
			errors: `The results could not be written to ${path}: it is a folder. Run the same command again to write them`,
		});
		expect(output.split("\n").at(-1)).toBe("Paid: 1 row, 1 vendor, ₹ 10.00");
	});

	it("has the file's own columns first, as a spreadsheet shows them unchanged", async () => {
		const file = paymentsFileIn(
			world,
			'Invoice,Amount,UTR,Branch,Cheque\ninv-0,"₹ 1,000",000123456,=1+1,123456789012345678\n',
		);
		expect((await file.run()).exitCode).toBe(0);
		const text = readFileSync(file.path.replace(/csv$/, "results.csv"), "utf8");
		expect(text.split("\r\n").slice(0, 2)).toEqual([
			expect.stringMatching(
				/^\uFEFFInvoice,Amount,UTR,Branch,Cheque,vendorFound,line,invoiceId,/,
			),
			expect.stringMatching(
				/^inv-0,"₹ 1,000",'000123456,'=1\+1,'123456789012345678,v-1,2,inv-0,1000,'000123456,,DONE,/,
			),
		]);
	});

	it("has amounts that are read as they were paid, also one that may have been written with a point for thousands", async () => {
		const file = await paidFile(world, "slug,amount,utr\ninv-0,100.0050,\n");
		expect(file.results()).toMatchObject([{ amount: "100.005" }]);
		expect(await dueOf(world)).toBe("199899.995");
		const { exitCode, errors } = await reverse(file);
		expect({ exitCode, errors }).toEqual({ exitCode: 0, errors: "" });
		expect(await dueOf(world)).toBe("200000");
	});

	it.each([
		"=HYPERLINK(1)",
		"+cmd|' /C calc'!A0",
		"-1+1",
		"@SUM(1)",
		"\t=1",
		" =1",
		"＝1",
		"000123",
		"123456789012",
		"11/2026",
		"3-4",
		"12:30",
		"12345E67",
		"1.5e+3",
		"NOV-26",
		"26 Nov",
		"March1",
	])("%j is a text", (text) => {
		expect(toSafeCell(text)).toBe(`'${text}`);
		expect(fromSafeCell(`'${text}`)).toBe(text);
	});

	it.each([
		"-5",
		"+12.25",
		"1000.5",
		"a=b",
		"ST/17",
		"018A",
		"2026-11-21",
		"21/11/2026",
		"21-Nov-26",
		"MARK-1",
		"0",
		"0.5",
		"'quoted",
		"₹ 1,000",
		"",
	])("%j stays", (text) => {
		expect(toSafeCell(text)).toBe(text);
		expect(fromSafeCell(text)).toBe(text);
	});
});
