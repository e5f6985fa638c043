import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import {
	type FileRow,
	noCells,
	type Payment,
} from "../../../../client/src/pay-file/input/file-row.ts";
import type { RowState } from "../../../../client/src/pay-file/journal/entries.ts";
import {
	readResultFile,
	resultHeader,
	toRowResult,
} from "../../../../client/src/pay-file/output/results.ts";

const header = `Amount,${resultHeader}`;
const read = (text: string) => readResultFile(Buffer.from(text));
const rowOf = ({
	invoiceId = "i",
	amount = "5",
	status = "DONE",
	paymentId = "1-0",
}) => `x,2,${invoiceId},${amount},,,${status},,,k,,${paymentId}`;

const toProblems = ({ problems }: FileRow) =>
	problems.map(({ reason, message }) => `${reason}: ${message}`);
const noPaymentId =
	"NO_PAYMENT_ID: the payment's id is missing: run pay on its file again, which looks it up, and pays nothing if you answer no";

it.each([
	[
		"that is not known yet",
		{ status: "OPEN" },
		"NOT_KNOWN: it is not known whether this row was paid: run pay on its file first",
	],
	[
		"that is unknown",
		{ status: "UNKNOWN" },
		"NOT_KNOWN: it cannot be found out whether this row was paid: see the payments of its invoice",
	],
	[
		"of no amount",
		{ amount: "x" },
		'AMOUNT: "x": not an amount such as 100000, 1,00,000.00 or ₹ 1,00,000',
	],
	[
		"of an unclear amount",
		{ amount: "₹ 100.005" },
		'AMOUNT: "₹ 100.005": it is unclear whether the point separates decimals or thousands; write 100.0050 or 100005',
	],
	[
		"of an unclear amount with a mark behind it",
		{ amount: "100.005/-" },
		'AMOUNT: "100.005/-": it is unclear whether the point separates decimals or thousands; write 100.0050 or 100005',
	],
	["without an id", { paymentId: "" }, noPaymentId],
	["without an invoice", { invoiceId: "" }, noPaymentId],
])("11.4: a row of a result file %s is bad", async (_, row, problem) => {
	const file = await read([header, rowOf(row)].join("\n"));
	expect(file.rows.map(toProblems)).toEqual([[problem]]);
	expect(file.rows[0]?.payment).toBeUndefined();
});

it("11.4: the paid rows of a result file have a payment to reverse, each once; the others ask for nothing", async () => {
	const { rows, description, readings, sha256, doubts } = await read(
		[
			header,
			rowOf({ amount: "100.005", status: " DONE " }),
			rowOf({ status: "ERROR" }),
			rowOf({ paymentId: "1-1" }),
			rowOf({}),
			`"x"y${rowOf({ paymentId: "1-2" })}`,
			// A spreadsheet leaves out the last cells that are empty.
			"x,2,i,5,,,DONE",
		].join("\n"),
	);
	expect(description).toBe("6 rows, of which 3 have a payment to reverse");
	expect(
		rows.map(({ payment, paymentId }) => payment && [payment, paymentId]),
	).toEqual([
		[{ slug: "i", amount: "100.005", inRupees: false }, "1-0"],
		undefined,
		[{ slug: "i", amount: "5", inRupees: false }, "1-1"],
		[{ slug: "i", amount: "5", inRupees: false }, "1-0"],
		undefined,
		undefined,
	]);
	expect(rows[0]?.cells).toEqual({
		...{ invoiceId: "i", invoiceNumber: "", vendorId: "", vendor: "" },
		...{ amount: "100.005", utr: "", narration: "", paymentDate: "" },
	});
	const [first, third] = ['["i","1-0"]', '["i","1-1"]'];
	const expected = [first, undefined, third, first, undefined, undefined];
	expect(readings).toEqual(expected);
	const hashed = expected.map((one) => one ?? "null").join("\n");
	expect(sha256).toBe(createHash("sha256").update(hashed).digest("hex"));
	expect(doubts).toEqual([]);
	expect(rows.map(toProblems)).toEqual([
		[],
		[],
		[],
		["REPEATED: line 2 has the same payment; delete one of the two"],
		[expect.stringMatching(/^ROW: ./)],
		[noPaymentId],
	]);
	// Without the columns of the file that was paid.
	const alone = `${resultHeader}\n${rowOf({}).slice(2)}`;
	const { description: ofOne } = await read(alone);
	expect(ofOne).toBe("1 row, of which 1 has a payment to reverse");
});

it.each([
	["slug,amount", "This is not a result file"],
	[header.replace("status", "state"), "This is not a result file"],
	[header.replace(",paymentId", ""), "This is not a result file"],
])("11.4: a file with the header %s is refused", async (names, message) => {
	await expect(read(`${names}\n${rowOf({})}\n`)).rejects.toThrow(message);
});

it("11.4: the header of a result file", () => {
	expect(resultHeader.join()).toBe(
		"line,invoiceId,amount,utr,paymentDate,status,reason,message,idempotencyKey,batch,paymentId",
	);
});

const payment: Payment = { slug: "i", amount: "5", inRupees: false };
const bad = ["A: one", "B: two", "A: three"].map((text) => {
	const [reason = "", message = ""] = text.split(": ");
	return { reason, message };
});
const sent = { key: "k", bulkActionSlug: "b", paymentId: "1-0" };
const askOperators = "ask the people who run the service";

it.each<[string, Partial<FileRow>, Partial<RowState> | undefined, object]>([
	["is done", { payment, problems: bad }, { ...sent, status: "DONE" }, {}],
	[
		"is sent",
		{ payment, problems: bad },
		{ status: "OPEN", key: "k" },
		{ key: "k", message: "Wait" },
	],
	["is not known", { payment }, { status: "UNKNOWN", ...sent }, { ...sent }],
	[
		"is bad",
		{ payment, problems: bad },
		undefined,
		{ status: "INVALID", reason: "A B", message: "one; two; three" },
	],
	[
		"asks for nothing",
		{},
		undefined,
		{ status: "NOTHING_TO_DO", message: "It was not paid" },
	],
	[
		"was done by others",
		{ payment, doneBefore: "By others" },
		undefined,
		{ status: "DONE", message: "By others" },
	],
	[
		"has not been sent",
		{ payment },
		undefined,
		{ status: "NOT_SENT", message: "Not sent: run the same command again" },
	],
	[
		"has a reason that is known",
		{ payment },
		{ status: "ERROR", reason: "KNOWN", key: "k" },
		{ reason: "KNOWN", key: "k", message: "In words" },
	],
	[
		"has a reason that is not known",
		{ payment },
		{ status: "SKIPPED", reason: "NOT REFUSED: x" },
		{
			reason: "NOT REFUSED: x",
			message: `The service refused this row; ${askOperators}`,
		},
	],
	[
		"is refused",
		{ payment },
		{ status: "ERROR", reason: "REFUSED: /resources/3/utr or /key is a/b" },
		{
			reason: "REFUSED",
			message: `The service refused the request with this row and did nothing of it: utr or key is a/b; ${askOperators}`,
		},
	],
])("11.4: the result of a row that %s", (_, row, state, expected) => {
	const none = { reason: "", message: "", key: "", bulkActionSlug: "" };
	const all = { line: 2, cells: noCells, texts: [], problems: [], ...row };
	const messages = { OPEN: "Wait", KNOWN: "In words" };
	const result = (isDryRun: boolean) =>
		// Unchecked cast: a state without a key is one of a row that was never sent.
		toRowResult(all, state as RowState | undefined, messages, isDryRun);
	expect(result(false)).toEqual({
		...{ ...none, paymentId: "", status: state?.status },
		...(state?.status === "DONE" && sent),
		...expected,
	});
	const isReady = row.payment && !row.problems && !row.doneBefore;
	if (isReady && state?.status !== "UNKNOWN")
		expect(result(true)).toMatchObject({ status: "READY", reason: "" });
	else expect(result(true)).toEqual(result(false));
});
