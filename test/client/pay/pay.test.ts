import { describe, expect, it } from "vitest";
import { resultHeadings } from "../../../client/src/payment-file/table/headings.ts";
import { pay } from "../../support/pay.ts";
import type { World } from "../../support/world.ts";
import {
	allPaid,
	headings,
	openOffice,
	paidOf,
	payments,
	runsOf,
} from "./support/payments.ts";

describe("pay", () => {
	it("shows what it would do, asks, and pays each row once", async () => {
		const { world, desk } = await openOffice();
		desk.write("november.csv", payments);
		const { exitCode, output } = await desk.run(["pay", "november.csv"], {
			answers: ["yes"],
		});
		expect(exitCode).toBe(0);
		const [run] = await runsOf(world);
		expect(output.split("\n")).toEqual([
			'Read 4 rows: invoice number from "Invoice number", vendor from "Vendor", amount from "Amount", UTR from "UTR", payment date from "Payment date".',
			"Can be paid:",
			"  Harbor Cloud: 2 payments, ₹ 605.50",
			"  Steel Traders: 2 payments, ₹ 1,400.00",
			"  In all: 4 payments to 2 vendors, ₹ 2,005.50",
			"Record 4 payments to 2 vendors, ₹ 2,005.50 in all? No money moves between banks. [yes/no] ",
			"Paid: 4 payments, ₹ 2,005.50",
			`The result of each row is in ${desk.path("november.results.csv")}`,
			`To undo: procurement-payments-client reverse ${run?.runId} --reason "…" --url http://127.0.0.1`,
		]);
		expect(await paidOf(world)).toEqual(allPaid);
		const [first, second] = await desk.cells("november.results.csv");
		expect(first).toEqual([...headings.split(","), ...resultHeadings]);
		expect(second).toEqual([
			...["Steel Traders", "ST/1", "1,000.00", "UTR1", "2026-11-20"],
			...["DONE", "", "", expect.stringMatching(/^[0-9A-Z]{26}/)],
		]);
	});

	it("pays nothing, and leaves no draft, when the answer is no", async () => {
		const { world, desk } = await openOffice();
		desk.write("a.csv", payments);
		const { exitCode, output } = await desk.run(["pay", "a.csv"], {
			answers: ["no"],
		});
		expect({ exitCode, last: output.split("\n").at(-1) }).toEqual({
			exitCode: 1,
			last: "Nothing was paid",
		});
		expect(await paidOf(world)).toEqual({});
		expect(await runsOf(world)).toMatchObject([{ state: "DISCARDED" }]);
	});

	it("checks only, with --dry-run, and discards the draft that it created", async () => {
		const { world, desk } = await openOffice();
		desk.write("a.csv", payments);
		const { exitCode } = await desk.run(["pay", "a.csv", "--dry-run"]);
		expect(exitCode).toBe(0);
		expect(await paidOf(world)).toEqual({});
		expect(await runsOf(world)).toMatchObject([{ state: "DISCARDED" }]);
		const [, row] = await desk.cells("a.check.csv");
		expect(row?.at(5)).toBe("READY");
	});

	it("does not discard a draft that was there before --dry-run", async () => {
		const { world, desk } = await openOffice();
		desk.write("a.csv", payments);
		const killedAt = { exchange: 3, isAnswered: true };
		await desk.run(["pay", "a.csv"], { killedAt });
		expect(await runsOf(world)).toMatchObject([{ state: "DRAFT" }]);
		await desk.run(["pay", "a.csv", "--dry-run"]);
		expect(await runsOf(world)).toMatchObject([{ state: "DRAFT" }]);
	});

	it("waits for another batch of the organization", async () => {
		const { world, desk } = await openOffice();
		const others = Array.from({ length: 101 }, () => ({
			...{ slug: "st-3", amount: 1 },
		}));
		await pay(world, others);
		desk.write("a.csv", payments);
		const { exitCode, errors } = await desk.run(["pay", "a.csv"]);
		expect({ exitCode, errors }).toEqual({
			exitCode: 0,
			errors:
				"Another batch of payments is running; this one begins when it has ended",
		});
	});

	it("refuses a file that does not fit one run, with the number of rows that fit", async () => {
		const { desk } = await openOffice();
		const row = `ST/1,1,U,${"n".repeat(500)}`;
		desk.write(
			"large.csv",
			`Invoice id,Amount,UTR,Narration\n${Array.from({ length: 10_000 }, () => row).join("\n")}`,
		);
		const { exitCode, errors } = await desk.run(["pay", "large.csv"]);
		expect({ exitCode, errors }).toEqual({
			exitCode: 2,
			errors: expect.stringMatching(
				/^The file has 10000 payments, and only the first \d{4} of them fit into one run\. Divide it into files of at most \d{4} payments$/,
			),
		});
	});
});

describe("the same file again", () => {
	it("continues its run, and shows what it has paid and what has been reversed since", async () => {
		const { world, desk } = await openOffice();
		desk.write("a.csv", payments);
		await desk.run(["pay", "a.csv"]);
		const [run] = await runsOf(world);
		const again = await desk.run(["pay", "a.csv"]);
		expect(again.exitCode).toBe(0);
		expect(again.output).toMatch(
			/This file was released by u-admin on .*, as the payment run \w+\nPaid: 4 payments, ₹ 2,005.50\n/,
		);
		const reverse = ["reverse", run?.runId ?? "", "--rows", "3,5", "--yes"];
		await desk.run([...reverse, "--reason", "Wrong month"]);
		const { output } = await desk.run(["pay", "a.csv"]);
		expect(output).toContain(
			"Paid: 4 payments, ₹ 2,005.50\nOf it, reversed since: 2 payments, ₹ 405.00\n",
		);
		const rows = await desk.cells("a.results.csv");
		expect(rows.map((row) => row[5])).toEqual([
			"Payment status",
			...["DONE", "REVERSED", "DONE", "REVERSED"],
		]);
		expect(await runsOf(world)).toHaveLength(1);
	});

	it("with --again pays what was not paid, by a run that repeats the first one", async () => {
		const { world, desk } = await openOffice();
		desk.write("a.csv", payments);
		const meanwhile = async () => {
			await pay(world, [{ slug: "st-2", amount: 700 }]);
			return "yes";
		};
		const first = await desk.run(["pay", "a.csv"], { answers: [meanwhile] });
		expect(first.exitCode).toBe(1);
		expect(first.output).toContain(
			[
				"Not paid: 1 payment, ₹ 400.00",
				"  The amount is more than is due (1 row)",
				'    row 3: "ST/2" of "Steel Traders"',
			].join("\n"),
		);
		const later = await desk.run(["pay", "a.csv"]);
		expect(later.output).toMatch(
			/To pay what was not paid, add --again to the command$/,
		);
		const refused = await desk.run(["pay", "a.csv", "--again"]);
		expect(refused).toMatchObject({ exitCode: 2 });
		expect(refused.output).toContain(
			'row 3: "ST/2" of "Steel Traders": 400 is to be paid, and 300 INR is due',
		);
		await reversePayments(world, "st-2");
		const again = await desk.run(["pay", "a.csv", "--again"]);
		expect(again).toMatchObject({ exitCode: 0 });
		expect(await paidOf(world)).toEqual(allPaid);
		const results = await desk.cells("a.results.csv");
		expect(results.slice(1).map((row) => row[5])).toEqual([
			...["DONE", "DONE", "DONE", "DONE"],
		]);
		const all = await desk.run(["pay", "a.csv"]);
		expect(all).toMatchObject({ exitCode: 0 });
		expect(all.output).toContain("Paid: 4 payments, ₹ 2,005.50");
		const nothing = await desk.run(["pay", "a.csv", "--again"]);
		expect(nothing).toMatchObject({ exitCode: 0 });
		expect(await paidOf(world)).toEqual(allPaid);
	});

	it("as another list omits what is recorded already, unless it is told to pay it too", async () => {
		const { world, desk } = await openOffice();
		const [head, first, ...others] = payments.trim().split("\n");
		desk.write("a.csv", [head, first].join("\n"));
		await desk.run(["pay", "a.csv"]);
		desk.write("a.csv", [head, ...others, first, others[0]].join("\n"));
		const { exitCode, output } = await desk.run(["pay", "a.csv"]);
		expect(exitCode).toBe(1);
		expect(output).toContain(
			[
				"2 payments left out:",
				"  The payment is recorded already (1 row)",
				'    row 5: "ST/1" of "Steel Traders"; --include-repeats pays it all the same',
				"  The same payment is in an earlier row (1 row)",
				'    row 6: "ST/2" of "Steel Traders"; --include-repeats pays it all the same',
			].join("\n"),
		);
		expect(await paidOf(world)).toEqual(allPaid);
		desk.write("again.csv", [head, others[0]].join("\n"));
		const doubts = await desk.run(["pay", "again.csv", "--include-repeats"]);
		expect(doubts).toMatchObject({ exitCode: 2 });
		expect(doubts.output).toContain(
			"Warning: 1 payment recorded already: row 2",
		);
		const answers = ["yes"];
		await desk.run(["pay", "again.csv", "--include-repeats"], { answers });
		expect(await paidOf(world)).toEqual({ ...allPaid, "st-2": 800 });
	});
});

describe("a file that was changed after it was paid", () => {
	it("needs a word of the user for payments that cannot be recognised", async () => {
		const { world, desk } = await openOffice();
		desk.write("a.csv", "Invoice id,Amount\nst-1,100\n");
		await desk.run(["pay", "a.csv"]);
		desk.write("a.csv", "Invoice id,Amount\nst-1,100\nst-2,100\n");
		world.time.now = new Date(world.time.now.getTime() + 86_400_000);
		const refused = await desk.run(["pay", "a.csv"]);
		expect(refused).toMatchObject({ exitCode: 2 });
		expect(refused.output).toMatch(
			/Warning: a file of this name was paid on .* 2 payments of this file have neither a UTR nor a date, and would be paid once more if they were in that file, too$/,
		);
		expect(await paidOf(world)).toEqual({ "st-1": 100 });
	});
});

/** Reverses all payments of an invoice that have no UTR. */
async function reversePayments(world: World, slug: string) {
	const path = `/v1.0/invoice/${slug}/payments`;
	const { body } = await world.get(path);
	const items: { id: string; utr: string | null }[] = body.data.items;
	for (const { id, utr } of items)
		if (utr === null)
			await world.post(`${path}/${id}/reversal`, { reason: "Test" });
}
