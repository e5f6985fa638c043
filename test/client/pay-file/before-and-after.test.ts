import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import {
	fromSafeCell,
	toSafeCell,
} from "../../../client/src/pay-file/output/result-csv.ts";
import { acme, payableInvoices } from "../../support/acme.ts";
import { invoiceState } from "../../support/invoices.ts";
import { useWorld } from "../../support/use-world.ts";
import { testNow } from "../../support/world.ts";
import { mortal } from "./support/mortal.ts";
import { paymentsFileIn } from "./support/pay-in-world.ts";
import { toWorkbook } from "./support/workbook.ts";

const world = useWorld(() => {
	const dollars = { slug: "dollars", state: "APPROVED", amount: 9_000_000 };
	return acme({
		invoices: [
			...payableInvoices(3, 200_000),
			{ ...dollars, vendorId: "v-2", currency: "USD" },
		],
	});
});
const due = async (slug = "inv-0") => (await invoiceState(world, slug)).due;
const day = (days: number) =>
	new Date(testNow.getTime() + days * 86_400_000).toISOString().slice(0, 10);

describe("11.4: before anything is paid", () => {
	const csv = "slug,amount\ninv-0,100000.5\ninv-1,50000\ndollars,1234567.25\n";

	it("rows, vendors and totals are shown, and a person is asked", async () => {
		const file = paymentsFileIn(world, csv);
		const asked: string[] = [];
		const answer = (isYes: boolean) => async (question: string) => {
			asked.push(question);
			return isYes;
		};
		const refused = await file.run([], { confirm: answer(false) });
		const figures = "3 rows, 2 vendors, ₹ 1,50,000.50, USD 1,234,567.25";
		expect(refused.output).toContain(
			`To pay: ${figures}\nWarning: 1 row with another currency than INR: line 4`,
		);
		expect(refused.exitCode).toBe(2);
		expect(refused.errors).toContain("You have not said yes");
		expect(await due()).toBe("200000");
		const paid = await file.run([], { confirm: answer(true) });
		expect(paid.exitCode).toBe(0);
		expect(paid.output).toContain(`Paid: ${figures}\n`);
		expect(asked).toEqual(Array(2).fill(`Pay ${figures}? (yes/no) `));
		// Nothing is left to ask for.
		await file.run([], { confirm: answer(false) });
		expect(asked).toHaveLength(2);
	});

	it("a script is not asked, and must confirm what is unusual", async () => {
		const file = paymentsFileIn(world, csv);
		const { exitCode, errors } = await file.run();
		expect(exitCode).toBe(2);
		expect(errors).toContain(
			"Warning: 1 row with another currency than INR: line 4\nThis run has paid nothing. If this is right, use --yes",
		);
		expect((await file.run(["--dry-run"])).output).toContain("To pay: 3 rows");
		expect((await file.run(["--yes"])).exitCode).toBe(0);
	});

	it.each([
		[day(2), "a date in the future"],
		["2099-12-31", "a date in the future"],
		[day(-370), "a date more than a year ago"],
		[day(0), undefined],
		[day(-360), undefined],
	])("%s: %s", async (date, warning) => {
		const file = paymentsFileIn(world, `slug,amount,date\ninv-0,1,${date}\n`);
		const { exitCode, errors } = await file.run();
		expect(exitCode).toBe(warning ? 2 : 0);
		expect(errors).toContain(warning ? `1 row with ${warning}: line 2` : "");
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
	expect(await due()).toBe("199900");
});

describe("11.4: the result file", () => {
	it("has the file's own columns first, as a spreadsheet shows them unchanged", async () => {
		const file = paymentsFileIn(
			world,
			'Invoice,Amount,UTR,Vendor,Cheque\ninv-0,"₹ 1,000",000123456,=1+1,123456789012345678\n',
		);
		expect((await file.run()).exitCode).toBe(1 - 1);
		const text = readFileSync(file.path.replace(/csv$/, "results.csv"), "utf8");
		expect(text.split("\r\n").slice(0, 2)).toEqual([
			expect.stringMatching(
				/^\uFEFFInvoice,Amount,UTR,Vendor,Cheque,line,invoiceId,/,
			),
			expect.stringMatching(
				/^inv-0,"₹ 1,000",'000123456,'=1\+1,'123456789012345678,2,inv-0,1000,'000123456,,DONE,/,
			),
		]);
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
	])("%j is a text", (text) => {
		expect(toSafeCell(text)).toBe(`'${text}`);
		expect(fromSafeCell(`'${text}`)).toBe(text);
	});

	it.each([
		"-5",
		"+5.5",
		"1000.5",
		"a=b",
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

describe("11.4: bad rows that were left out", () => {
	const bad =
		"Invoice,Amount,UTR,Note\ninv-0,10,U0,a\nunknown,10,U1,b\ninv-2,x,U2,=c\n";
	const skipped = async () => {
		const file = paymentsFileIn(world, bad);
		const run = await file.run(["--skip-bad-rows"]);
		return {
			file,
			run,
			toCorrect: file.path.replace(/csv$/, "to-correct.csv"),
		};
	};

	it("are in a file of their own, which can be corrected and paid", async () => {
		const { file, run, toCorrect } = await skipped();
		expect(run.output).toContain(`2 rows to correct: in ${toCorrect}.`);
		const text = readFileSync(toCorrect, "utf8");
		expect(text).toContain("\uFEFFInvoice,Amount,UTR,Note,What to correct\r\n");
		expect(text).toContain("\r\ninv-2,x,U2,'=c,");
		file.write(text.replace("unknown,", "inv-1,").replace(",x,", ",20,"));
		const corrected = paymentsFileIn(world, readFileSync(file.path, "utf8"));
		expect((await corrected.run()).exitCode).toBe(0);
		expect([await due("inv-1"), await due("inv-2")]).toEqual([
			"199990",
			"199980",
		]);
		const [, last] = (await invoiceState(world, "inv-2")).payments;
		expect(last).toBeUndefined();
	});

	it("are not written over rows that were corrected already", async () => {
		const { file, toCorrect } = await skipped();
		writeFileSync(toCorrect, "corrected");
		const again = await file.run(["--skip-bad-rows"]);
		expect(readFileSync(toCorrect, "utf8")).toBe("corrected");
		expect(again.output).toContain(
			file.path.replace(/csv$/, "to-correct-2.csv"),
		);
	});

	it("are not written when the file itself is to be corrected", async () => {
		const file = paymentsFileIn(world, bad);
		await file.run();
		expect(existsSync(file.path.replace(/csv$/, "to-correct.csv"))).toBe(false);
	});

	it("are paid when they are corrected in the file itself, step by step; the others are not paid again", async () => {
		const { file } = await skipped();
		file.write(bad.replace("unknown", "inv-1"));
		const half = await file.run();
		expect(half.exitCode).toBe(2);
		expect(half.errors).toContain("1 bad row:\n  line 4:");
		const whole = bad.replace("unknown", "inv-1").replace(",x,", ",20,");
		file.write(whole);
		expect((await file.run()).exitCode).toBe(0);
		expect([await due(), await due("inv-1"), await due("inv-2")]).toEqual([
			...["199990", "199990", "199980"],
		]);
		// Now they are paid, and no longer to be corrected.
		file.write(whole.replace("inv-1,10", "inv-1,11"));
		expect((await file.run()).errors).toContain(
			"Other payments under this file name were paid",
		);
	});

	it.each([
		["another row is changed", bad.replace("inv-0,10", "inv-0,11")],
		["a row is added", `${bad}inv-1,5,U5,\n`],
		["a row is deleted", bad.replace("unknown,10,U1,b\n", "")],
	])("are refused when %s", async (_, csv) => {
		const { file } = await skipped();
		file.write(csv);
		const { exitCode, errors } = await file.run(["--skip-bad-rows"]);
		expect(exitCode).toBe(2);
		expect(errors).toContain("The file has changed since");
	});

	it("are paid once, when the run that pays the corrected rows is killed", async () => {
		for (let at = 1; ; at++) {
			await world.reopen();
			const { file } = await skipped();
			file.write(bad.replace("unknown", "inv-1").replace(",x,", ",20,"));
			const killed = await file.run([], { process: mortal(at, "AFTER") });
			if (killed.exitCode !== undefined) break;
			expect((await file.run()).exitCode).toBe(0);
			expect([await due(), await due("inv-1"), await due("inv-2")]).toEqual([
				...["199990", "199990", "199980"],
			]);
		}
	});
});
