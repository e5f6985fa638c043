import { describe, expect, it } from "vitest";
import { openInvoicesHeadings } from "../../../client/src/payment-file/table/headings.ts";
import { toCsvFile } from "../../../client/src/payment-file/write/csv-file.ts";
import { toWorkbookFile } from "../../../client/src/payment-file/write/workbook-file.ts";
import { openOffice, paidOf } from "./support/payments.ts";

describe("open-invoices", () => {
	it.each(["to-pay.xlsx", "to-pay.csv"])(
		"writes a file (%s) that pays what is filled in, without a question",
		async (name) => {
			const { world, desk } = await openOffice();
			const { exitCode, output } = await desk.run(["open-invoices", name]);
			expect({ exitCode, output }).toEqual({
				exitCode: 0,
				output: `6 open invoices are in ${desk.path(name)}. Fill in amounts and UTRs, delete the rows that are not to be paid, and pay the file`,
			});
			const [headings = [], ...rows] = await desk.cells(name);
			expect(headings).toEqual([...openInvoicesHeadings]);
			const filled = rows
				.filter(([, number]) => number === "ST/2" || number === "HC/3")
				.map((cells) => [
					...headings.slice(0, 7).map((_, position) => cells[position] ?? ""),
					...["5.50", "000123", "", ""],
				]);
			desk.write(
				name,
				name.endsWith(".csv")
					? toCsvFile([headings, ...filled])
					: await toWorkbookFile({
							name: "Filled in",
							columns: headings.map((heading) => ({ heading })),
							rows: filled,
						}),
			);
			const paid = await desk.run(["pay", name]);
			expect(paid).toMatchObject({ exitCode: 0 });
			expect(paid.output).toContain("Paid: 2 payments, ₹ 5.50 and USD 5.50");
			expect(await paidOf(world)).toEqual({ "st-2": 5.5, "hc-3": 5.5 });
		},
	);

	it("writes only the invoices of one vendor, or those that are due by a day", async () => {
		const { desk } = await openOffice();
		await desk.run(["open-invoices", "a.csv", "--vendor", "harbor cloud"]);
		expect(await desk.cells("a.csv")).toHaveLength(4);
		const due = ["open-invoices", "b.csv", "--due-by", "2026-11-30"];
		expect(await desk.run(due)).toMatchObject({
			output: "No invoice is open; nothing was written",
		});
	});

	it("proposes the vendor that may be meant", async () => {
		const { desk } = await openOffice();
		for (const vendor of ["steel t", "Harbour Cloud"]) {
			const args = ["open-invoices", "a.csv", "--vendor", vendor];
			const { exitCode, errors } = await desk.run(args);
			expect({ exitCode, errors }).toEqual({
				exitCode: 2,
				errors: `--vendor "${vendor}": no vendor has this name or id; there is "${vendor.startsWith("s") ? "Steel Traders" : "Harbor Cloud"}"`,
			});
		}
	});

	it("never writes over a file, which may have been filled in", async () => {
		const { desk } = await openOffice();
		desk.write("a.csv", "mine");
		const { exitCode, errors } = await desk.run(["open-invoices", "a.csv"]);
		expect({ exitCode, errors }).toEqual({
			exitCode: 2,
			errors: `${desk.path("a.csv")} exists already, and may be filled in. Name another file`,
		});
		expect(await desk.cells("a.csv")).toEqual([["mine"]]);
	});
});
