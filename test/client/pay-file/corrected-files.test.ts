import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { lockInvoice } from "../../../tools/operator/invoices/lock-invoice.ts";
import { acme, payableInvoices } from "../../support/acme.ts";
import { payInvoice } from "../../support/created-invoices.ts";
import { dueOf, invoiceState } from "../../support/invoices.ts";
import { passSeconds } from "../../support/pass-time.ts";
import { useWorld } from "../../support/use-world.ts";
import { mortal } from "./support/mortal.ts";
import { paymentsFileIn } from "./support/pay-in-world.ts";

const world = useWorld(() => acme({ invoices: payableInvoices(3, 200_000) }));

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
		expect(run.output).toContain(
			`\n2 rows to correct: in ${toCorrect}. Correct and pay that file, or correct the rows in this file and run it again`,
		);
		const text = readFileSync(toCorrect, "utf8");
		expect(text).toContain("\uFEFFInvoice,Amount,UTR,Note,What to correct\r\n");
		expect(text).toContain("\r\ninv-2,x,U2,'=c,");
		file.write(text.replace("unknown,", "inv-1,").replace(",x,", ",20,"));
		const corrected = paymentsFileIn(world, readFileSync(file.path, "utf8"));
		expect((await corrected.run()).exitCode).toBe(0);
		expect([await dueOf(world, "inv-1"), await dueOf(world, "inv-2")]).toEqual([
			"199990",
			"199980",
		]);
		const [, last] = (await invoiceState(world, "inv-2")).payments;
		expect(last).toBeUndefined();
	});

	it("are not written over rows that were corrected already", async () => {
		const { file, toCorrect } = await skipped();
		expect((await file.run(["--skip-bad-rows"])).output).toContain(toCorrect);
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
		expect([
			await dueOf(world),
			await dueOf(world, "inv-1"),
			await dueOf(world, "inv-2"),
		]).toEqual(["199990", "199990", "199980"]);
		// Now they are paid, and no longer to be corrected.
		file.write(whole.replace("inv-1,10", "inv-1,11"));
		expect((await file.run()).errors).toContain(
			"Other payments under this file name were paid",
		);
	});

	it("may be corrected once more after a no to the question", async () => {
		const { file } = await skipped();
		const wrong = bad.replace("unknown", "inv-1").replace(",x,", ",99,");
		file.write(wrong);
		const asked = await file.run([], { confirm: async () => false });
		expect(asked.errors).toContain("You have not said yes");
		file.write(wrong.replace(",99,", ",20,"));
		expect(await file.run()).toMatchObject({ exitCode: 0, errors: "" });
		expect([
			await dueOf(world),
			await dueOf(world, "inv-1"),
			await dueOf(world, "inv-2"),
		]).toEqual(["199990", "199990", "199980"]);
	});

	it.each([
		["another row is changed", bad.replace("inv-0,10", "inv-0,11")],
		["a row is added", `${bad}inv-1,5,U5,\n`],
		["a row is deleted", bad.replace("inv-0,10,U0,a\n", "")],
	])("are refused when %s", async (_, csv) => {
		const { file } = await skipped();
		file.write(csv);
		const { exitCode, errors } = await file.run(["--skip-bad-rows"]);
		expect(exitCode).toBe(2);
		expect(errors).toMatch(
			/The file has changed since its run of [^;]*\d\. Restore it; put other rows into another file\. Of this file, only the rows that were left out may be corrected, each in its line; or correct and run the file whose name ends in \.to-correct\.csv/,
		);
	});

	it("are refused when another row is changed before the run has ended, and what is said is that it has not", async () => {
		const file = paymentsFileIn(world, bad);
		await file.run(["--skip-bad-rows"], { process: mortal(4, "AFTER") });
		file.write(bad.replace("inv-0,10", "inv-0,11"));
		expect((await file.run()).errors).toMatch(
			/, which is not finished\. Restore it and finish the run; .* only the rows that were left out/,
		);
	});

	it("are refused when a paid row is changed that one of them repeats by now", async () => {
		const { file } = await skipped();
		const repeats = bad.replace("unknown,10,U1", "inv-0,10,U0");
		file.write(repeats);
		expect((await file.run(["--skip-bad-rows"])).exitCode).toBe(1);
		file.write(repeats.replace("inv-0,10,U0,a", "inv-2,10,U5,a"));
		const { exitCode, errors } = await file.run(["--skip-bad-rows"]);
		expect(exitCode).toBe(2);
		expect(errors).toContain("The file has changed since");
		expect(await dueOf(world, "inv-2")).toBe("200000");
	});

	it("are refused when a blank line above a paid row has become one that asks for nothing: the rows below have other places", async () => {
		const csv = "slug,amount,utr\nunknown,10,U0\n,,\ninv-1,10,U1\n";
		const file = paymentsFileIn(world, csv);
		expect((await file.run(["--skip-bad-rows"])).exitCode).toBe(1);
		file.write(csv.replace(",,\n", "Total,10,\n"));
		const { exitCode, errors } = await file.run(["--skip-bad-rows"]);
		expect(exitCode).toBe(2);
		expect(errors).toContain("The file has changed since");
		expect(await dueOf(world, "inv-1")).toBe("199990");
	});

	it("are paid once, when the run that pays the corrected rows is killed", async () => {
		for (let at = 1; ; at++) {
			await world.reopen();
			const { file } = await skipped();
			file.write(bad.replace("unknown", "inv-1").replace(",x,", ",20,"));
			const killed = await file.run([], { process: mortal(at, "AFTER") });
			if (killed.exitCode !== undefined) break;
			expect((await file.run()).exitCode).toBe(0);
			expect([
				await dueOf(world),
				await dueOf(world, "inv-1"),
				await dueOf(world, "inv-2"),
			]).toEqual(["199990", "199990", "199980"]);
		}
	});
});

/** A file whose first row is found paid by others after it was checked: the service answers ERROR. */
async function fileWithError(csv: string) {
	const file = paymentsFileIn(world, csv);
	const { exitCode } = await file.run([], {
		confirm: async () => {
			await payInvoice(world, "inv-0", 200_000);
			return true;
		},
	});
	expect(exitCode).toBe(1);
	expect(file.results()[0]).toMatchObject({
		status: "ERROR",
		reason: "AMOUNT_EXCEEDS",
		message: "The amount is more than is due",
	});
	return file;
}

describe("11.4: a row that was sent and refused", () => {
	it("is paid to the invoice to which it was corrected, and not to the one under which it was sent", async () => {
		const hour = 3_600;
		const invoice = { organizationId: "acme", slug: "inv-1" };
		await lockInvoice(world.table, invoice, {
			milliseconds: hour * 1_000,
			now: world.time.now,
		});
		const csv = "slug,amount,utr\ninv-0,10,U0\ninv-1,20,U1\n";
		const file = await fileWithError(csv);
		passSeconds(world, 2 * hour);
		// The other row is pending: the run notes which rows it leaves out.
		expect((await file.run(["--skip-bad-rows"])).exitCode).toBe(1);
		expect(await dueOf(world, "inv-1")).toBe("199980");
		file.write(csv.replace("inv-0", "inv-2"));
		// What others have paid is reversed: the former invoice could be paid as well.
		const [{ id = "" } = {}] = (await invoiceState(world, "inv-0")).payments;
		await world.send("POST", `/v1.0/invoice/inv-0/payments/${id}/reversal`, {
			reason: "By mistake",
		});
		await file.run(["--dry-run"]);
		expect(file.results("dry-run")[0]).toMatchObject({ invoiceId: "inv-2" });
		expect(await file.run()).toMatchObject({ exitCode: 0, errors: "" });
		expect(file.results()[0]).toMatchObject({ invoiceId: "inv-2" });
		expect([
			await dueOf(world),
			await dueOf(world, "inv-1"),
			await dueOf(world, "inv-2"),
		]).toEqual(["200000", "199980", "199990"]);
	});

	it("may be corrected in the file when no other row was left to pay", async () => {
		const csv = "slug,amount,utr\ninv-0,10,U0\ninv-1,20,U1\n";
		const file = await fileWithError(csv);
		const { exitCode, output } = await file.run(["--skip-bad-rows"]);
		expect(exitCode).toBe(1);
		expect(output).toContain("or correct the rows in this file");
		file.write(csv.replace("inv-0", "inv-2"));
		expect(await file.run()).toMatchObject({ exitCode: 0, errors: "" });
		expect([await dueOf(world, "inv-1"), await dueOf(world, "inv-2")]).toEqual([
			...["199980", "199990"],
		]);
	});
});

describe.each([
	["called so", "Total"],
	["without a name", ""],
])("11.4: a file with a total, %s", (_, name) => {
	const csv = `Invoice,Amount,UTR\ninv-0,10,U0\ninv-1,x,U1\n${name},30,\n`;

	it("may be corrected when an amount could not be read", async () => {
		const file = paymentsFileIn(world, csv);
		expect((await file.run(["--skip-bad-rows"])).exitCode).toBe(1);
		file.write(csv.replace("x", "20"));
		expect(await file.run()).toMatchObject({ exitCode: 0, errors: "" });
		expect([await dueOf(world), await dueOf(world, "inv-1")]).toEqual([
			"199990",
			"199980",
		]);
	});

	it("may be corrected so that it is no longer the sum, and then is", async () => {
		const known = csv.replace("x", "20").replace("inv-1", "unknown");
		const file = paymentsFileIn(world, known);
		expect((await file.run(["--skip-bad-rows"])).exitCode).toBe(1);
		const corrected = known.replace("unknown,20", "inv-1,5");
		file.write(corrected);
		expect((await file.run()).errors).toContain("1 bad row:\n  line 4:");
		file.write(corrected.replace("30", "15"));
		expect((await file.run()).exitCode).toBe(0);
		expect([await dueOf(world), await dueOf(world, "inv-1")]).toEqual([
			"199990",
			"199995",
		]);
	});
});

it("11.4: a row whose payment is recorded already is no row to correct", async () => {
	const csv = "Invoice,Amount,UTR\ninv-0,10,U0\n";
	expect((await paymentsFileIn(world, csv).run()).exitCode).toBe(0);
	const copy = paymentsFileIn(world, `${csv}inv-1,10,U1\n`);
	const { exitCode, output } = await copy.run(["--skip-bad-rows"]);
	expect(exitCode).toBe(1);
	const end = `Each row is in ${copy.path.replace(/csv$/, "results.csv")}`;
	expect(output.slice(-end.length)).toBe(end);
	expect(copy.results()[0]).toMatchObject({ reason: "PAID_BEFORE" });
});

it("11.4: a total is no row to correct", async () => {
	const csv = "Invoice,Amount\ninv-0,10\ninv-1,x\nTotal,30\n";
	const file = paymentsFileIn(world, csv);
	const { output } = await file.run(["--skip-bad-rows"]);
	expect(output).toContain("1 row to correct");
	const toCorrect = file.path.replace(/csv$/, "to-correct.csv");
	expect(readFileSync(toCorrect, "utf8")).not.toContain("Total");
	const alone = paymentsFileIn(
		world,
		"Invoice,Amount\ninv-1,10\ninv-2,10\nTotal,30\n",
	);
	expect((await alone.run(["--skip-bad-rows"])).output).not.toContain(
		"to correct",
	);
});
