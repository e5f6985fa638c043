import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import {
	groupByInvoice,
	noteRepeats,
} from "../../../../client/src/pay-file/input/file-row.ts";
import {
	type ReadingOptions,
	readPayments,
} from "../../../../client/src/pay-file/input/read-payments.ts";
import { resultHeader } from "../../../../client/src/pay-file/output/results.ts";

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
			"Bill,Amount, Given ,UTR\ninv-1,900,5,U1\n",
			{ columns: { invoiceId: " bill", amount: "Given" } },
		);
		expect(rows[0]?.payment).toMatchObject({ amount: "5", utr: "U1" });
		expect(columns).toEqual({
			...{ invoiceId: "Bill", amount: " Given ", utr: "UTR" },
		});
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
		[
			"slug,amount,utr,Ref of due date,Due date UTR",
			['not read: "Ref of due date", "Due date UTR"'],
		],
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
		["By,Asha,Ravi\nBill Ref,Amount, \nST/17,500,\n", ["Bill Ref", "Amount"]],
		[
			"Lot 1,Lot 2,Lot 3,1st,2nd,3rd\nAcme,Pune\n((Bill)),Amt,Q\nST/17,500,4\n",
			["((Bill))", "Amt", "Q"],
		],
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
		[
			"a,b, \ni,1",
			undefined,
			'No column has the invoice number or the amount; the file has "a", "b". Name it: --columns invoiceNumber=<column>,amount=<column>',
		],
		["a,b,c,d,e,f,g,h,i,j,k,l", undefined, '"k", "l". Name it'],
		["a,b,c,d,e,f,g,h,i,j,k,l,m", undefined, '"k", "l", …. Name it'],
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
		[
			"slug,Amount,Paid,Lot;Box\ni,1,2,3",
			undefined,
			'Several columns could have the amount: "Amount", "Paid"',
		],
		[
			`x,${resultHeader}\nslug,amount\ni,1`,
			undefined,
			"This is a result file: its rows are those of a file of payments that was run already",
		],
		["slug,amount\ni,1", { delimiter: ";" }, "No column has the invoice"],
		[
			'slug,amount,"utr"x\n1,1,1',
			undefined,
			"a double quote inside a value must be written twice",
		],
		[
			`slug,amount\ni,"${"1".repeat(100_001)}"`,
			undefined,
			"line 2: the row is too long; a double quote may be missing",
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

	it.each([
		[
			"slug,amount\ni,1\nj,2",
			'2 rows, columns invoice id = "slug", amount = "amount"',
		],
		[
			"Invoice no,Vendor code,Payee,Paid,UTR,Notes,Date,A,B\ni,,,1,,,,,",
			'1 row, columns invoice number = "Invoice no", vendor id = "Vendor code", vendor = "Payee", amount = "Paid", UTR = "UTR", narration = "Notes", payment date = "Date"; ignored: "A", "B"',
		],
		[
			`slug,amount,${"A,".repeat(20)}B\ni,1${",".repeat(21)}`,
			`1 row, columns invoice id = "slug", amount = "amount"; ignored: ${Array(20).fill('"A"').join(", ")}`,
		],
	])("%j: is described", async (text, description) => {
		expect((await read(text)).description).toBe(description);
	});

	it("columns of ids and numbers: a row with an id is named by it", async () => {
		const { rows } = await read(
			"Invoice,Invoice number,Vendor id,Vendor,Amount\n inv-1 ,ST/1,,,5\ninv-2,,,,5\n , ST/2 , v-1 , Acme ,5\n,ST/3, , ,5\ninv-1,,,,x\n",
		);
		const amount = { amount: "5", inRupees: false };
		expect(rows.map(({ payment }) => payment)).toEqual([
			{ slug: "inv-1", ...amount },
			{ slug: "inv-2", ...amount },
			{
				invoice: { number: "ST/2", vendorId: "v-1", vendor: "Acme" },
				...amount,
			},
			{ invoice: { number: "ST/3" }, ...amount },
			undefined,
		]);
		expect([...groupByInvoice(rows)]).toEqual([
			["inv-1", rows.slice(0, 1)],
			["inv-2", rows.slice(1, 2)],
		]);
	});

	it("a column that is named as that of the ids has no numbers", async () => {
		const csv = "Invoice,Amount\n inv-1 ,5\n";
		const payment = { slug: "inv-1", amount: "5", inRupees: false };
		const named = await read(csv, { columns: { invoiceId: "Invoice" } });
		expect(named.rows[0]?.payment).toEqual(payment);
		const { rows } = await read(csv);
		expect(rows[0]?.payment).toEqual({
			...payment,
			invoice: { number: "inv-1" },
		});
	});

	it("digests tell other bytes, and other readings of the same bytes", async () => {
		const csv = "slug,amount,date\ni,1,03/04/2026\nj,x,\n";
		const dayFirst = await read(csv, { dateFormat: "day-first" });
		expect(dayFirst.readings).toEqual([
			'[2,{"slug":"i","amount":"1","inRupees":false,"paymentDate":"2026-04-03"}]',
			undefined,
		]);
		expect(dayFirst.sha256).toBe(
			createHash("sha256").update(csv).digest("hex"),
		);
		const readingOf = async (text: string, options?: ReadingOptions) =>
			(await read(text, options)).readingSha256;
		expect(await readingOf(csv, { dateFormat: "month-first" })).not.toBe(
			dayFirst.readingSha256,
		);
		expect(await readingOf("Invoice,Amount\ni,1\n")).toBe(
			await readingOf("slug,amount\ni,1\n"),
		);
		expect(await readingOf("Invoice no,Amount\ni,1\n")).not.toBe(
			await readingOf("Invoice no,Amount\nj,1\n"),
		);
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
				'slug,amount,narration\r\n\r\n, ,\r\ninv-1,x,\ninv-2,1,"two\nlines"\n\ninv-3,y,\rinv-4,,\n',
			),
		).toEqual(["4 AMOUNT", "5 ROW", "8 AMOUNT", "9 AMOUNT"]);
	});

	it.each([
		[
			"an amount with commas that is not quoted",
			"inv-1,1,00,000.00",
			'ROW: "00", which follows the amount, may be its end; an amount with commas must be in double quotes, one without them may have decimals (5.00)',
		],
		[
			"the same, where the row has as many values",
			"inv-1,1,000,",
			'ROW: "000", which follows the amount, may be its end; an amount with commas must be in double quotes, one without them may have decimals (5.00)',
		],
		[
			"too few values",
			"inv-1,5",
			"ROW: the row has 2 values, the header 4; an amount with commas must be in double quotes",
		],
		[
			"too many values",
			"inv-1,5,U1,,x",
			"ROW: the row has 5 values, the header 4; an amount with commas must be in double quotes",
		],
		[
			"a quote in a value",
			'inv"1,5,U1,',
			"ROW: a double quote inside a value must be written twice, and the value be in double quotes",
		],
		[
			"text behind a quoted value",
			'"inv-1"x,5,U1,',
			"ROW: a double quote inside a value must be written twice, and the value be in double quotes",
		],
		["no id", " ,5,U1,", "INVOICE: the invoice's id is missing"],
		[
			"an id of 1,025 bytes",
			`${"x".repeat(1_025)},5,U1,`,
			"INVOICE: an invoice's id has at most 1024 bytes",
		],
		[
			"a UTR of 65 characters",
			`inv-1,5,${"9".repeat(65)},`,
			"UTR: a UTR has at most 64 characters",
		],
		[
			"a UTR that a spreadsheet shortened",
			"inv-1,5,1.23E+15,",
			'UTR: "1.23E+15": a spreadsheet has shortened this number; format the column as text',
		],
		[
			"a narration of 501",
			`inv-1,5,U1,${"x".repeat(501)}`,
			"NARRATION: a narration has at most 500 characters",
		],
		[
			"a damaged character",
			"inv-\uFFFD,5,U1,",
			'ROW: invoice id "inv-\uFFFD": a line break, a tab or a damaged character is in it; a double quote may be missing',
		],
	])("%s", async (_, row, problem) => {
		const file = `slug,amount,utr,narration\ninv-0,1,U0,\n${row}\ninv-9,1,U9,\n`;
		const { rows } = await read(file);
		expect(
			rows.flatMap(({ line, problems }) =>
				problems.map(({ reason, message }) => `${line} ${reason}: ${message}`),
			),
		).toEqual([`3 ${problem}`]);
	});

	it("spaces around values, and behind the last one, mean nothing", async () => {
		const { rows } = await read(
			"slug,amount,utr,note,date\n i , 5 , U1 , Two words , 2026-11-21 , \nj,5, ,, \n",
		);
		const amount = { amount: "5", inRupees: false };
		const texts = { utr: "U1", narration: "Two words" };
		expect(rows.map(({ payment }) => payment)).toEqual([
			{ slug: "i", ...amount, ...texts, paymentDate: "2026-11-21" },
			{ slug: "j", ...amount },
		]);
	});

	it("accepts texts of the greatest length", async () => {
		const [utr, note] = ["U".repeat(64), "x".repeat(500)];
		const longest = ["x".repeat(1_024), 1, ` ${utr} `, `"${note}\n"`];
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
		["Invoice ID,Amount,Remarks", "inv-1,12 , 000"],
		["slug,amount,utr", "inv-1,1000,500"],
		["slug,amount,utr", "inv-1,5,500 Rs"],
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
		const { rows } = await read(file);
		const [sameUtr, noUtr] = ["UTR", "no UTR either"].map(
			(utr) =>
				`has the same invoice and ${utr}; if both are to be paid, use --allow-repeats`,
		);
		const expected = [
			[`line 4 ${sameUtr}`],
			[],
			[`line 2 ${sameUtr}`],
			[`line 6 ${noUtr}`],
			[`line 5 ${noUtr}`],
			[],
		];
		const messages = () =>
			rows.map(({ problems }) => problems.map(({ message }) => message));
		expect(messages()).toEqual(expected);
		// They are compared again when the invoices are found.
		noteRepeats(rows, ({ slug }) => slug);
		expect(messages()).toEqual(expected);
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
			"a title that is a header with commas, and semicolons",
			"Invoice,Amount,Paid\nslug;amount\ni;1\nj;2\n",
		],
		[
			"title lines",
			"Payment run November 2026,,\n\nAcme Ltd,,\nslug,amount,\ni,1,\nj,2,\n",
		],
		["title lines and semicolons", "Run 7\nslug;amount\ni;1\nj;2\n"],
		["a total", "slug,amount\ni,1\nj,2\n Total ,3.00\n"],
		[
			"a total in another column",
			"slug,amount,remarks\ni,1,\nj,2,\n,3,Grand Total:\n",
		],
		["a total without a name", "slug,amount\ni,1\nj,2\n ,3\n"],
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
		[
			"that is no amount",
			"i,1\nTotal,x\n",
			"looks like a total, but the rows above add up to 1.00",
		],
		[
			"of a row whose amount is bad",
			"i,x\nj,2\nTotal,3\n",
			"looks like a total, but the rows above add up to 2.00",
		],
		[
			"that is called so behind the columns",
			"i,1\n ,4, Total \n",
			"looks like a total, but the rows above add up to 1.00",
		],
		["that is the only row", "Total,1\n", undefined],
		["that is one invoice's payment", "i,1\nTotal-17,1\n", undefined],
		["that is the invoice My total", "i,1\nMy total,1\n", undefined],
		["that is the invoice Total A", "i,1\nTotal A,1\n", undefined],
		["that is the invoice Sum 1", "i,1\nSum 1,1\n", undefined],
		[
			"below a sub-total, which is not counted twice",
			"i,1\nSub total,1\nj,2\nSub total,2\nTotal,4\n",
			"the rows above add up to 3.00",
		],
		["of a bad row", "i,1\n,3\n", "the invoice's id is missing"],
	])("a total %s", async (_, rows, message) => {
		const file = await read(`slug,amount\n${rows}`);
		const problems = file.rows.flatMap((row) => row.problems);
		expect(file.total).toBeUndefined();
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
		const message = "this looks like a total; delete it";
		expect(rows.map(({ problems }) => problems)).toEqual([
			[],
			[{ reason: "TOTAL", message, isToLeaveOut: true }],
			[],
		]);
	});

	it.each([
		[" 2 , Total ,3", "this looks like a total; delete it"],
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

	it("names of which one is the count of the rows, or the label of a total, are an invoice's", async () => {
		for (const names of ["1,X,Total", "Total,X,"]) {
			const { rows, total } = await read(
				`Invoice,Invoice number,Vendor,Amount\nA,,v,3\n${names},3\n`,
			);
			expect([total, rows[1]?.problems]).toEqual([undefined, []]);
		}
	});

	it.each([
		...["Subtotal", "Total payment", "Totals(2)  :", " Total "],
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
				...["#GETTING_DATA", "Err:502", " #N/A ", " Err:502 "],
			],
		],
		[narrow, ["##", "###", "##########", " ## "]],
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

	it.each([
		...["#117", "#NAME", "Err:5021", "#", "N/A 117", "xErr:502", "x##", "##7"],
		...["U1E5", "1E5U"],
	])("a UTR that only resembles a failed formula: %s", async (text) => {
		const { rows } = await read(`slug,amount,utr\ni,1,${text}\n`);
		expect(rows[0]?.payment?.utr).toBe(text);
	});

	it("the sign of the rupee in a damaged file", async () => {
		const {
			rows: [row],
		} = await read('slug,amount\ni,"?1,000.00"\n');
		expect(row?.problems[0]?.message).toContain('save the file as "CSV UTF-8"');
	});
});
