import { describe, expect, it } from "vitest";
import {
	type ReadingOptions,
	readPayments,
} from "../../../../client/src/pay-file/input/read-payments.ts";

const read = (text: string, options?: ReadingOptions) =>
	readPayments(Buffer.from(text), options);

const refusal = (text: string | Buffer, options?: ReadingOptions) =>
	readPayments(Buffer.from(text), options).then(
		() => undefined,
		(error: Error) => error.message,
	);

describe("11.4: columns are found by their headers", () => {
	it.each([
		["slug,amount,utr,narration,paymentDate"],
		["Invoice ID,Amount (INR),UTR No.,Remarks,Payment Date"],
		["INVOICE,Paid,Bank Reference,Notes,Date"],
		["\uFEFF id , AMOUNT PAID ,Ref No,Description,Paid on"],
	])("%s", async (header) => {
		const { rows } = await read(`${header}\ninv-1,5,U1,Text,2026-11-21\n`);
		expect(rows[0]?.payment).toEqual({
			slug: "inv-1",
			...(header.startsWith("INVOICE") && { invoice: { number: "inv-1" } }),
			amount: "5",
			inRupees: false,
			utr: "U1",
			narration: "Text",
			paymentDate: "2026-11-21",
		});
	});

	it("--columns names them, and the others are found all the same", async () => {
		const { rows, columns, ignoredColumns } = await read(
			"Bill,Amount,Given,UTR\ninv-1,900,5,U1\n",
			{ columns: { invoiceId: "bill", amount: "Given" } },
		);
		expect(rows[0]?.payment).toMatchObject({ amount: "5", utr: "U1" });
		expect(columns).toEqual({ invoiceId: "Bill", amount: "Given", utr: "UTR" });
		expect(ignoredColumns).toEqual(["Amount"]);
	});

	it.each([
		["UTR/Ref No", "Value date"],
		["Bank Ref. No.", "Transaction Date"],
	])("a UTR in %s and a date in %s", async (utr, date) => {
		const file = await read(
			`slug,amount,${utr},${date}\ninv-1,5,U1,2026-11-21\n`,
		);
		expect(file.rows[0]?.payment).toMatchObject({
			...{ utr: "U1", paymentDate: "2026-11-21" },
		});
		expect(file.doubts).toEqual([]);
	});

	it.each([
		["slug,amount,Branch", ["no column has the UTR"]],
		["slug,amount,My UTR", ["no column has the UTR", 'not read: "My UTR"']],
		["slug,amount,utr,Posted on date", ['not read: "Posted on date"']],
		["slug,amount,utr,Our ref", ['not read: "Our ref"']],
		["slug,amount,utr,Paid dt", ['not read: "Paid dt"']],
		["slug,amount,utr,Invoice date,Due date,PO ref no,Refund,Updated by", []],
	])("%s: what is to be confirmed is %j", async (header, expected) => {
		const values = header
			.split(",")
			.slice(2)
			.map(() => "");
		const { doubts } = await read(`${header}\n${["i", "1", ...values]}\n`);
		expect(doubts).toEqual(
			expected.map((text) => expect.stringContaining(`Warning: ${text}`)),
		);
	});

	it("a serial number is no invoice's id where the file has the numbers", async () => {
		const file = await read("Id,Invoice number,Amount,UTR\n1,ST/17,5,U1\n");
		expect(file.rows[0]?.payment).toMatchObject({
			invoice: { number: "ST/17" },
		});
		expect(file.ignoredColumns).toEqual(["Id"]);
	});

	it.each([
		[
			"Payment run November 2026,\n\nBill Ref,Amt\nST/17,500\n",
			["Bill Ref", "Amt"],
		],
		["Run 7;\nBill Ref;Amount paid\nST/17;500\n", ["Bill Ref", "Amount paid"]],
		["Acme, Pune,,\nBill Ref,Amount,,\nST/17,500,,\n", ["Bill Ref", "Amount"]],
	])(
		"%j: the message shows the row that is most like a header",
		async (text, names) => {
			expect(await refusal(text)).toContain(
				`; the file has ${names.map((name) => JSON.stringify(name)).join(", ")}. Name it`,
			);
		},
	);

	it.each<[string, ReadingOptions | undefined, string]>([
		[
			"Bill,Amount\ni,1",
			undefined,
			'No column has the invoice number; the file has "Bill"',
		],
		["a,b\ni,1", undefined, "No column has the invoice number or the amount"],
		[
			"slug,Amount,Paid\ni,1,2",
			undefined,
			'Several columns could have the amount: "Amount", "Paid"',
		],
		[
			"slug,Amount,Paid\ni,1,2\n\nslug,Amount\nj,1",
			undefined,
			'Several columns could have the amount: "Amount", "Paid"',
		],
		["slug,amount\ni,1", { columns: { utr: "X" } }, "has no such column"],
		[
			"slug,amount\ni,1",
			{ columns: { invoiceId: "amount", amount: "amount" } },
			"one column for two fields",
		],
		["", undefined, "The file is empty"],
		["slug,amount\n", undefined, "a header and no rows"],
		['slug,amount\ni,1\nj,"1\n', undefined, "line 3: a double quote opens"],
	])("%j, %j: %s", async (text, options, message) => {
		expect(await refusal(text, options)).toContain(message);
	});

	it("the header is among the first 30 rows", async () => {
		const below = (lines: number) =>
			`${"Acme\n".repeat(lines)}slug,amount\ni,1\n`;
		expect((await read(below(29))).headerLine).toBe(30);
		expect(await refusal(below(30))).toContain("No column has the invoice");
	});

	it("several vendor columns are ignored in a file that has invoice ids", async () => {
		const { ignoredColumns } = await read(
			"Invoice id,Invoice no,Bill no,Vendor,Party,Vendor id,Supplier id,Amount\ni,,,,,,,1\n",
		);
		expect(ignoredColumns).toHaveLength(6);
	});

	it("a title that names two columns of remarks is not the header", async () => {
		const { rows } = await read("Remarks,Notes\nslug,amount\ni,1\n");
		expect(rows.map(({ payment }) => payment?.slug)).toEqual(["i"]);
	});

	it.each([
		["UTF-16", Buffer.from("\uFEFFslug,amount", "utf16le"), "UTF-16"],
		["Windows-1252", Buffer.from([0x73, 0xe9, 0x2c]), "not UTF-8"],
		["a damaged workbook", Buffer.from("PK\u0003\u0004"), "it is damaged"],
		[
			"an old or protected workbook",
			Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1]),
			"protected with a password, or an old workbook",
		],
	])("a file in %s is refused", async (_, bytes, message) => {
		expect(await refusal(bytes)).toContain(message);
	});
});

describe("11.4: all bad rows are reported at once, with their lines", () => {
	const problemsOf = async (text: string, options?: ReadingOptions) =>
		(await read(text, options)).rows.flatMap(({ line, problems }) =>
			problems.map(({ reason }) => `${line} ${reason}`),
		);

	it("counts lines as an editor does, with any line ending", async () => {
		expect(
			await problemsOf(
				'slug,amount,narration\r\n\r\n,,\r\ninv-1,x,\ninv-2,1,"two\nlines"\n\ninv-3,y,\rinv-4,,\n',
			),
		).toEqual(["4 AMOUNT", "5 ROW", "8 AMOUNT", "9 AMOUNT"]);
	});

	it.each([
		["an amount with commas that is not quoted", "inv-1,1,00,000.00", "ROW"],
		["the same, where the row has as many values", "inv-1,1,000,", "ROW"],
		["too few values", "inv-1,5", "ROW"],
		["a quote in a value", 'inv"1,5,U1,', "ROW"],
		["text behind a quoted value", '"inv-1"x,5,U1,', "ROW"],
		["no id", " ,5,U1,", "INVOICE"],
		["an id of 1,025 bytes", `${"x".repeat(1_025)},5,U1,`, "INVOICE"],
		["a UTR of 65 characters", `inv-1,5,${"9".repeat(65)},`, "UTR"],
		["a UTR that a spreadsheet shortened", "inv-1,5,1.23E+15,", "UTR"],
		["a narration of 501", `inv-1,5,U1,${"x".repeat(501)}`, "NARRATION"],
		["a damaged character", "inv-\uFFFD,5,U1,", "ROW"],
	])("%s", async (_, row, reason) => {
		const file = `slug,amount,utr,narration\ninv-0,1,U0,\n${row}\ninv-9,1,U9,\n`;
		expect(await problemsOf(file)).toEqual([`3 ${reason}`]);
	});

	it("accepts texts of the greatest length", async () => {
		const longest = ["x".repeat(1_024), 1, "U".repeat(64), "x".repeat(500)];
		expect(await problemsOf(`slug,amount,utr,note\n${longest}\n`)).toEqual([]);
	});

	it("reports everything that is wrong with a row", async () => {
		expect(
			await problemsOf("slug,amount,utr,date\n,-1,1E5,03/04/2026\n"),
		).toEqual(["2 INVOICE", "2 UTR", "2 AMOUNT", "2 DATE"]);
	});

	it.each([
		["Invoice ID,Amount,Remarks", "inv-1,1,000,"],
		["Invoice ID,Amount,Remarks", "inv-1,1,000"],
		["Invoice ID,Amount,Remarks", "inv-1,₹1,000.00"],
		["Invoice ID,Amount,Remarks", "inv-1,Rs. 5,500/-"],
		["slug,amount,utr", "inv-1,5,500/-,"],
		["slug,amount,utr,note", "inv-1,5,500 INR,U1"],
		["slug,amount,utr,note", "inv-1,5,500.50₹,U1"],
		["slug,amount,utr,note", "inv-1,5,500 Rs.,U1"],
		["slug,amount,vendor,utr", "inv-1,1,00,000"],
	])("an amount with commas under the header %s: %s", async (header, row) => {
		expect(await problemsOf(`${header}\n${row}\n`)).toEqual(["2 ROW"]);
	});

	it.each(["inv-1,5.00,117", "inv-1,1000,117", "inv-1,5,Lot 117"])(
		"an amount before another column: %s",
		async (row) => {
			expect(await problemsOf(`slug,amount,narration\n${row}\n`)).toEqual([]);
		},
	);

	it("flags rows that repeat an invoice and UTR, in any case", async () => {
		const file = "slug,amount,utr\na,1,u1\nb,1,u1\na,2,U1\na,1,\na,2,\nb,1,\n";
		expect(await problemsOf(file)).toEqual(
			[2, 4, 5, 6].map((line) => `${line} REPEATED`),
		);
		expect(await problemsOf(file, { allowRepeats: true })).toEqual([]);
	});

	it("a quoted value may have quotes, commas and another delimiter", async () => {
		const { rows } = await read(
			'slug;amount;narration\n"inv-1";"1,00,000";"He said ""yes""; twice"\n',
			{ delimiter: ";" },
		);
		expect(rows[0]?.payment).toMatchObject({
			amount: "100000",
			narration: 'He said "yes"; twice',
		});
	});
});

describe("11.4: a file as a spreadsheet saves it", () => {
	const slugs = async (text: string) =>
		(await read(text)).rows.map(({ payment }) => payment?.slug);

	it.each([
		["semicolons", "slug;amount\ni;1\nj;2\n"],
		["tabs", "slug\tamount\ni\t1\nj\t2\n"],
		["bars", "slug|amount\ni|1\nj|2\n"],
		[
			"title lines",
			"Payment run November 2026,,\n\nAcme Ltd,,\nslug,amount,\ni,1,\nj,2,\n",
		],
		["title lines and semicolons", "Run 7\nslug;amount\ni;1\nj;2\n"],
		["a total", "slug,amount\ni,1\nj,2\nTotal,3.00\n"],
		[
			"a total in another column",
			"slug,amount,remarks\ni,1,\nj,2,\n,3,Grand Total:\n",
		],
		["a total without a name", "slug,amount\ni,1\nj,2\n,3\n"],
	])("%s", async (_, text) => {
		expect(await slugs(text)).toEqual(["i", "j"]);
	});

	it("a total is said, and so is where the header is", async () => {
		const file = await read(
			"Run 7\nslug,amount\ni,1\nj,200000\nTotal,200001\n",
		);
		expect(file.description).toContain(
			"The header is line 2; what is above it is not read\nLine 5 is the total of the rows, 2,00,001.00; it is not paid",
		);
	});

	it.each([
		[
			"that is not the sum",
			"i,1\nj,2\nTotal,4\n",
			"looks like a total, but the rows above add up to 3.00",
		],
		[
			"in the middle",
			"i,1\nSub total,1\nj,2\n",
			"this looks like a total; delete it",
		],
		["that is one invoice's payment", "i,1\nTotal-17,1\n", undefined],
		["that is the invoice Sum 1", "i,1\nSum 1,1\n", undefined],
		[
			"below a sub-total, which is not counted twice",
			"i,1\nSub total,1\nj,2\nSub total,2\nTotal,4\n",
			"the rows above add up to 3.00",
		],
		["of a bad row", "i,1\n,3\n", "the invoice's id is missing"],
	])("a total %s", async (_, rows, message) => {
		const problems = (await read(`slug,amount\n${rows}`)).rows.flatMap(
			(row) => row.problems,
		);
		expect(problems.at(-1)?.message ?? "").toContain(message ?? "");
		expect(problems.length > 0).toBe(message !== undefined);
	});

	it.each([
		["a vendor", "Acme,,5,"],
		["a date", ",,5,2026-11-21"],
	])(
		"no total: a row with %s that lacks its invoice, though its amount is that of the others",
		async (_, last) => {
			const { rows, total } = await read(
				`Vendor,Invoice number,Amount,Date\nAcme,ST/1,5,2026-11-21\n${last}\n`,
			);
			expect(total).toBeUndefined();
			expect(rows[1]?.problems).toMatchObject([
				{ message: "the invoice number is missing" },
			]);
		},
	);

	it("a total below sub-totals is one, and they are bad rows", async () => {
		const { rows, total } = await read(
			"slug,amount\ni,1\nSub total,1\nj,2\nTotal,3\n",
		);
		expect(total).toEqual({ line: 5, amount: "3" });
		expect(rows.map(({ problems }) => problems.length)).toEqual([0, 1, 0]);
	});

	it.each([
		["2,Total,3", "this looks like a total; delete it"],
		["2,Total,4", undefined],
		["7,Total,3", undefined],
		["2,Acme,3", undefined],
	])(
		"the count of the rows and the label of a total, %s: %s",
		async (last, message) => {
			const { rows, total } = await read(
				`Invoice number,Vendor,Amount\nA,v,1\nB,v,2\n${last}\n`,
			);
			expect(total).toBeUndefined();
			expect(rows[2]?.problems[0]?.message).toBe(message);
		},
	);

	it.each([
		...["Total", "Total payable (INR):", "GRAND TOTAL DUE", "Sum", "Net Total"],
		...["Total Rs.", "Total Amt.", "Total ₹", "Totals (2 invoices)", "TOTAL."],
	])("a total that is called %j in the column of vendors", async (name) => {
		const { total } = await read(
			`Vendor,Invoice number,Amount\nAcme,ST/1,5\n${name},,5\n`,
		);
		expect(total).toEqual({ line: 3, amount: "5" });
	});

	const failed = "the spreadsheet could not calculate this cell";
	const narrow = "the column of this cell is too narrow";
	it.each<[string, string[]]>([
		[
			failed,
			[
				...["#N/A", "#REF!", "#VALUE!", "#NAME?", "#DIV/0!", "#NULL!", "#NUM!"],
				...["#CALC!", "#SPILL!", "#FIELD!", "#BLOCKED!", "#BUSY!", "#CONNECT!"],
				...["#EXTERNAL!", "#PYTHON!", "#TIMEOUT!", "#UNKNOWN!", "#ERROR!"],
				...["#GETTING_DATA", "Err:502"],
			],
		],
		[narrow, ["##", "###", "##########"]],
	])("no UTR: %s", async (message, texts) => {
		for (const text of texts) {
			const { rows } = await read(`slug,amount,utr\ni,1,${text}\n`);
			expect(rows[0]?.problems).toEqual([
				{
					reason: "ROW",
					message: expect.stringContaining(`UTR "${text}": ${message}`),
				},
			]);
		}
	});

	it.each(["#117", "#NAME", "Err:5021", "#", "N/A 117"])(
		"a UTR that only resembles a failed formula: %s",
		async (text) => {
			const { rows } = await read(`slug,amount,utr\ni,1,${text}\n`);
			expect(rows[0]?.payment?.utr).toBe(text);
		},
	);

	it("the sign of the rupee in a damaged file", async () => {
		const {
			rows: [row],
		} = await read('slug,amount\ni,"?1,000.00"\n');
		expect(row?.problems[0]?.message).toContain('save the file as "CSV UTF-8"');
	});
});
