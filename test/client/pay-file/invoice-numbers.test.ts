import { readFileSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { openInvoicesCommand } from "../../../client/src/pay-file/open-invoices.ts";
import { acme } from "../../support/acme.ts";
import { dueOf } from "../../support/invoices.ts";
import { passSeconds } from "../../support/pass-time.ts";
import { pay } from "../../support/pay.ts";
import { useWorld } from "../../support/use-world.ts";
import { deaths, mortal } from "./support/mortal.ts";
import { paymentsFileIn } from "./support/pay-in-world.ts";

const invoice = (slug: string, vendorId: string, invoiceNumber: string) => ({
	...{ slug, vendorId, invoiceNumber, state: "APPROVED", amount: 100 },
	...{ invoiceDate: "2026-11-01", dueDate: "2026-11-30" },
});

/** No more is known of it. */
const bare = { state: "APPROVED", amount: 5 };

const world = useWorld(() => {
	const file = acme({
		vendors: [
			{ id: "v-1", name: "Steel Traders" },
			{ id: "v-2", name: "=Tata & Sons" },
			{ id: "v-3", name: "Twin" },
			{ id: "v-4", name: "twin" },
		],
		invoices: [
			invoice("inv-a", "v-1", "ST/17"),
			invoice("inv-b", "v-1", "0018"),
			invoice("inv-c", "v-2", "0018"),
			{ ...invoice("inv-d", "v-2", "D-1"), dueDate: "2026-12-31" },
			{ ...invoice("inv-e", "v-2", "E-1"), state: "DRAFTED" },
			// Its number is another invoice's id.
			invoice("inv-f", "v-2", "inv-a"),
			invoice("inv-g", "v-3", "T-1"),
			{ ...invoice("inv-h", "v-1", "H 1"), amount: 10 },
			invoice("inv-i", "v-1", "H  1"),
			{ ...{ slug: "inv-j", vendorId: "v-9", currency: "USD" }, ...bare },
			{ slug: "inv-k", ...bare },
		],
	});
	file.apiKeys.push(
		...file.apiKeys.map((one) => ({
			...one,
			key: "no-vendors-key",
			permissions: [
				"payments:mark-paid" as const,
				"invoices:read" as const,
				"organization:read" as const,
			],
		})),
	);
	return file;
});

/** A list is sure to show what was stored two seconds before it. */
function fileOf(csv: string) {
	passSeconds(world, 5);
	return paymentsFileIn(world, csv);
}

describe("11.4: a row names its invoice", () => {
	it.each([
		["by the number", "Invoice No.,Amount\nst/17 ,10\n", "inv-a"],
		[
			"by number and vendor",
			"Bill no,Vendor,Amount\n0018,steel  traders,10\n",
			"inv-b",
		],
		[
			"by number and vendor id",
			"Invoice number,Vendor id,Amount\n0018,v-2,10\n",
			"inv-c",
		],
		[
			"by number and an id as the vendor",
			"Invoice number,Vendor,Amount\n0018,v-2,10\n",
			"inv-c",
		],
		[
			"by the number in a column Invoice",
			"Invoice,Amount\nST/17,10\n",
			"inv-a",
		],
		["by the id in a column Invoice", "Invoice,Amount\ninv-b,10\n", "inv-b"],
		[
			"by the id of its vendor in a column Invoice",
			"Invoice,Vendor,Amount\ninv-b,Steel Traders,10\n",
			"inv-b",
		],
		[
			"by the id of a vendor whose name another one has",
			"Invoice number,Vendor,Vendor id,Amount\nT-1,Twin,v-3,10\n",
			"inv-g",
		],
		[
			"by the id, with any number",
			"Invoice id,Invoice number,Amount\ninv-b,ST/17,10\n",
			"inv-b",
		],
		[
			"as a result file writes it",
			"Invoice number,Vendor id,Amount\n'0018,v-2,10\n",
			"inv-c",
		],
	])("%s", async (_, csv, slug) => {
		const file = fileOf(csv);
		const { exitCode, errors } = await file.run(["--yes"]);
		expect({ exitCode, errors }).toEqual({ exitCode: 0, errors: "" });
		expect(await dueOf(world, slug)).toBe("90");
		expect(file.results()).toMatchObject([{ invoiceId: slug, status: "DONE" }]);
	});

	it.each([
		[
			"that two vendors have",
			"Invoice number,Amount\n0018,10\n",
			'line 2: 2 open invoices have the number "0018", of the vendors "Steel Traders", "=Tata & Sons"; add a column "Vendor"',
		],
		[
			"of another vendor",
			"Invoice number,Vendor,Amount\nST/17,=Tata & Sons,10\n",
			'the open invoice with the number "ST/17" is of the vendor "Steel Traders", not of "=Tata & Sons"',
		],
		[
			"that is another invoice's id",
			"Invoice,Amount\ninv-a,10\n",
			'line 2: "inv-a" is the id of one invoice and the number of another; name the column "Invoice id" or "Invoice number"',
		],
		[
			"that is the id of another vendor's invoice",
			"Invoice,Vendor,Amount\ninv-b,=Tata & Sons,10\n",
			'line 2: the invoice with the id "inv-b" is of the vendor "Steel Traders", not of "=Tata & Sons"',
		],
		[
			"of a name that two vendors have",
			"Invoice number,Vendor,Amount\nT-1,Twin,10\n",
			'line 2: 2 vendors have the name "Twin", with the ids "v-3", "v-4"; add a column "Vendor id"',
		],
		[
			"that no invoice has",
			"Invoice number,Amount\nX,10\n",
			'no open invoice has the number "X"',
		],
		[
			"of a draft",
			"Invoice number,Amount\nE-1,10\n",
			"line 2: the invoice is DRAFTED, not APPROVED",
		],
		[
			"that is missing",
			"Invoice number,Amount\n,10\n",
			"the invoice number is missing",
		],
		[
			"that a spreadsheet has shortened",
			"Invoice number,Amount\n1.2E+15,10\n",
			"a spreadsheet has shortened this number",
		],
		[
			"once by number and once by id",
			"Invoice,Amount\nD-1,10\ninv-d,10\n",
			"line 2: line 3 has the same invoice and no UTR",
		],
	])("by a number %s: is refused", async (_, csv, message) => {
		const { exitCode, errors } = await fileOf(csv).run();
		expect(exitCode).toBe(2);
		expect(errors).toContain(message);
	});

	it.each(["Invoice", "Invoice number"])(
		"by a number that two vendors have, in the column %s: both are paid",
		async (column) => {
			await world.import({
				...acme(),
				invoices: [invoice("inv-h", "v-2", "ST/17")],
			});
			const file = fileOf(
				`${column},Vendor,Amount,UTR\nST/17,Steel Traders,10,\nST/17,=Tata & Sons,20,\n`,
			);
			expect(await file.run()).toMatchObject({ exitCode: 0, errors: "" });
			expect([
				await dueOf(world, "inv-a"),
				await dueOf(world, "inv-h"),
			]).toEqual(["90", "80"]);
		},
	);

	it("by the number of another vendor after it was sent: is refused", async () => {
		await world.import({
			...acme(),
			invoices: [invoice("inv-h", "v-2", "ST/17")],
		});
		const csv =
			"Invoice,Vendor,Amount,UTR\nST/17,Steel Traders,10,\nD-1,v-1,x,\nE,v-1,5,\n";
		const file = fileOf(csv);
		const { exitCode } = await file.run(["--skip-bad-rows"], {
			confirm: async () => {
				await pay(world, [{ slug: "inv-a", amount: 100 }]);
				return true;
			},
		});
		expect(exitCode).toBe(1);
		expect(file.results()[0]).toMatchObject({ status: "ERROR" });
		file.write(csv.replace("Steel Traders", "v-2").replace("x", "5"));
		expect((await file.run(["--skip-bad-rows"])).errors).toContain(
			"The file has changed since",
		);
		expect(await dueOf(world, "inv-h")).toBe("100");
	});

	it.each([
		["Vendor id", "v-1"],
		["Vendor", "steel traders"],
	])(
		"by the number of one that is paid: is reported, with the column %s",
		async (column, vendor) => {
			await pay(world, [{ slug: "inv-b", amount: 100, utr: "U" }]);
			const { errors } = await fileOf(
				`Invoice number,${column},Amount\n0018,${vendor},10\n`,
			).run();
			expect(errors).toMatch(
				/line 2: the invoice is paid in full, last by 100 on \S+, UTR U$/m,
			);
		},
	);

	it("by the number alone: a copy of a paid file does not pay another vendor's invoice of this number unless that is confirmed", async () => {
		const csv = "Invoice number,Amount\nST/17,100\n";
		expect((await fileOf(csv).run(["--yes"])).exitCode).toBe(0);
		await world.import({
			...acme(),
			invoices: [invoice("inv-d", "v-2", "ST/17")],
		});
		const copy = fileOf(csv);
		const { exitCode, errors } = await copy.run();
		expect(exitCode).toBe(2);
		expect(errors).toContain(
			'Warning: 1 row with an invoice number and no vendor, which was looked up among the open invoices of all vendors: line 2 (of the vendor "=Tata & Sons")',
		);
		expect(copy.results()).toMatchObject([{ vendorFound: "'=Tata & Sons" }]);
		const apiKey = "no-vendors-key";
		expect((await copy.run(["--dry-run"], { apiKey })).output).toContain(
			'line 2 (of the vendor "v-2")',
		);
		expect(copy.results("dry-run")).toMatchObject([{ vendorFound: "v-2" }]);
		const asked = await copy.run([], { confirm: async () => false });
		expect(asked.output).toContain("Warning: 1 row with an invoice number");
		expect([await dueOf(world, "inv-a"), await dueOf(world, "inv-d")]).toEqual([
			"0",
			"100",
		]);
		expect((await copy.run(["--yes"])).exitCode).toBe(0);
		expect(await dueOf(world, "inv-d")).toBe("0");
		await copy.run();
		expect(copy.results()).toMatchObject([{ vendorFound: "'=Tata & Sons" }]);
	});

	it.each([
		["by number", "Invoice number,Vendor id,Amount", "X-$,v-1,1"],
		["by id", "Invoice id,Vendor id,Amount", "unknown-$,v-1,1"],
	])(
		"%s: those that are not open are read no faster than 50 a second",
		async (_, header, row) => {
			const rows = [..."123456"].map((digit) => row.replace("$", digit));
			const pauses: number[] = [];
			await fileOf([header, ...rows].join("\n")).run(["--dry-run"], {
				onPause: async (milliseconds) => void pauses.push(milliseconds),
			});
			expect(pauses).toEqual(Array(pauses.length).fill(20));
			expect(pauses.length).toBeGreaterThanOrEqual(rows.length - 1);
		},
	);

	it.each(["", ",Steel Traders"])(
		"a copy of a paid file does not pay an invoice whose number differs in spaces%s",
		async (vendor) => {
			const columns = vendor && ",Vendor";
			const csv = `Invoice number,Amount${columns}\nH 1,10${vendor}\n`;
			await pay(world, [{ slug: "inv-h", amount: 10 }]);
			const copy = fileOf(csv);
			expect((await copy.run(["--yes"])).exitCode).toBe(2);
			expect(copy.results()).toMatchObject([{ invoiceId: "inv-h" }]);
			expect(await dueOf(world, "inv-i")).toBe("100");
		},
	);

	it("by the vendor's name: needs vendors:read, and says so", async () => {
		const csv = "Invoice number,Vendor,Amount\n0018,Steel Traders,10\n";
		const apiKey = "no-vendors-key";
		const { exitCode, errors } = await fileOf(csv).run([], { apiKey });
		expect(exitCode).toBe(4);
		expect(errors).toContain("the API key needs the permission vendors:read");
	});

	it.each(deaths)(
		"killed %s each write and request: pays it once, though the number leads to another invoice later",
		async (death) => {
			for (let at = 1; ; at++) {
				await world.reopen();
				const file = fileOf("Invoice number,Amount,UTR\nST/17,10,U0\n");
				const killed = await file.run(["--yes"], {
					process: mortal(at, death),
				});
				if (killed.exitCode !== undefined) break;
				// The number of an invoice can be changed while nothing is paid of it.
				if (killed.sent.some(({ method }) => method === "POST"))
					for (const one of [
						invoice("inv-a", "v-1", "A-0"),
						invoice("inv-d", "v-1", "ST/17"),
					])
						await world.import({ ...acme(), invoices: [one] });
				passSeconds(world, 5);
				const { exitCode, errors } = await file.run(["--yes"]);
				await killed.deliverLate();
				expect({ at, exitCode, errors }).toEqual({
					at,
					exitCode: 0,
					errors: "",
				});
				expect([
					await dueOf(world, "inv-a"),
					await dueOf(world, "inv-d"),
				]).toEqual(["90", "100"]);
			}
		},
	);
});

describe("11.4: open-invoices", () => {
	const notDate =
		'--due-by "soon": not a date such as 2026-11-21 or 21/11/2026; write it as 2026-11-30';
	const written = async (...args: string[]) => {
		const file = fileOf("");
		const path = `${file.path}.xls.csv`;
		const run = await file.runCommand(openInvoicesCommand, [path, ...args]);
		return { ...run, path, file };
	};

	it("writes the approved open invoices, which become payments when they are filled in", async () => {
		const { exitCode, output, path, file } = await written();
		expect({ exitCode, output }).toEqual({
			exitCode: 0,
			output: `10 open invoices are in ${path}. Fill in amounts and UTRs, delete the rows that are not to be paid, and pay the file`,
		});
		const [header, ...rows] = readFileSync(path, "utf8").split("\r\n");
		expect(header).toBe(
			"\uFEFFVendor,Vendor id,Invoice number,Invoice date,Due date,Due,Currency,Invoice id,Amount,UTR,Payment date",
		);
		const row = (id: string) => rows.find((one) => one.includes(`,${id},`));
		expect(["inv-c", "inv-j", "inv-k"].map(row)).toEqual([
			"'=Tata & Sons,v-2,'0018,2026-11-01,2026-11-30,100,,inv-c,,,",
			",v-9,,,,5,USD,inv-j,,,",
			",,,,,5,,inv-k,,,",
		]);
		const filled = rows
			.filter((row) => row.includes(",inv-c,"))
			.map((row) => row.replace(/,,,$/, ",12.5,U7,2026-11-21"));
		writeFileSync(file.path, [header, ...filled].join("\r\n"));
		expect((await file.run()).exitCode).toBe(0);
		expect(await dueOf(world, "inv-c")).toBe("87.5");
	});

	it.each([
		[
			["--vendor", "steel traders"],
			["inv-a", "inv-b", "inv-h", "inv-i"],
		],
		[
			["--vendor", "v-2", "--due-by", "2026-11-30"],
			["inv-c", "inv-f"],
		],
		[["--vendor", " v-3 "], ["inv-g"]],
		[["--vendor", "V-3"], ["inv-g"]],
		[["--vendor", " v-9 "], ["inv-j"]],
		[
			["--due-by", "30/11/2026"],
			["inv-a", "inv-b", "inv-c", "inv-f", "inv-g", "inv-h", "inv-i"],
		],
	])("%j: only those", async (args, slugs) => {
		const { path } = await written(...args);
		const ids = readFileSync(path, "utf8").match(/inv-[a-k](?=,,,)/g);
		expect(ids?.toSorted()).toEqual(slugs);
	});

	it("of a vendor without one: writes nothing", async () => {
		const { exitCode, output } = await written("--vendor", "v-4");
		expect({ exitCode, output }).toEqual({
			exitCode: 0,
			output: "No open invoice; nothing was written",
		});
	});

	it.each(["to-pay.xlsx", "TO-PAY.XLS", "to-pay.ods", "to-pay.numbers"])(
		"writes no %s, which would not be a workbook",
		async (name) => {
			const { exitCode, errors } = await fileOf("").runCommand(
				openInvoicesCommand,
				[name],
			);
			expect(exitCode).toBe(2);
			const csv = name.replace(/\..*/, ".csv");
			expect(errors).toBe(
				`${name}: the file is written as CSV, which is no workbook: name it ${csv}`,
			);
		},
	);

	it("never writes over a file that may be filled in", async () => {
		const { path, file } = await written();
		const again = await file.runCommand(openInvoicesCommand, [path]);
		expect(again.exitCode).toBe(2);
		expect(again.errors).toBe(
			`${path} exists already, and may be filled in: name another file`,
		);
		const inFile = `${path}/x.csv`;
		const none = await file.runCommand(openInvoicesCommand, [inFile]);
		expect(none.errors).toBe(
			`${inFile} cannot be written: there is no such folder`,
		);
	});

	it.each([
		[
			["--vendor", "absent"],
			'--vendor "absent": no vendor has this name or id',
		],
		[
			["--vendor", "absent", "--due-by", "2026-11-30"],
			'--vendor "absent": no vendor has this name or id',
		],
		[
			["--vendor", "TWIN"],
			'--vendor "TWIN" may be 2 vendors: use the id, v-3, v-4',
		],
		[
			["--due-by", "03/04/2026"],
			'--due-by "03/04/2026": it is unclear which number is the month; write it as 2026-11-30',
		],
		[["--due-by", "soon"], notDate],
		[["q.csv"], "Only one file can be named, the one to write"],
	])("%j: is reported", async (args, message) => {
		const { exitCode, errors } = await written(...args);
		expect({ exitCode, errors }).toEqual({ exitCode: 2, errors: message });
	});
});
