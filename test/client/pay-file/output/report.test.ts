import { Big } from "big.js";
import { describe, expect, it } from "vitest";
import {
	type FileRow,
	noCells,
} from "../../../../client/src/pay-file/input/file-row.ts";
import {
	describeFigures,
	describeProblems,
	describeResults,
	describeUnknown,
	formatMoney,
	localTime,
} from "../../../../client/src/pay-file/output/report.ts";

const rowOf = (line: number, rest: Partial<FileRow> = {}): FileRow => ({
	...{ line, cells: noCells, texts: [], problems: [] },
	payment: { slug: `i-${line}`, amount: "1000.5", inRupees: false },
	record: { vendorId: "v", currency: "INR" },
	...rest,
});
const rowsOf = (count: number, rest?: Partial<FileRow>) =>
	Array.from({ length: count }, (_, index) => rowOf(index + 2, rest));

describe("11.4: the figures of rows", () => {
	it.each([
		["123", "INR", "₹ 123.00"],
		["100000.5", "INR", "₹ 1,00,000.50"],
		["12345678.125", "", "1,23,45,678.125"],
		["1234567.25", "USD", "USD 1,234,567.25"],
	])("%s %s is %s", (amount, currency, text) => {
		expect(formatMoney(new Big(amount), currency)).toBe(text);
	});

	it("are their number, their vendors and the total of each currency", () => {
		const dollars = { vendorId: null, currency: "USD" };
		const { payment, record, ...blank } = rowOf(9);
		const rows = [...rowsOf(2), rowOf(4, { record: dollars }), blank];
		expect(describeFigures(rows)).toBe(
			"4 rows, 1 vendor, ₹ 2,001.00, USD 1,000.50",
		);
		expect(describeFigures([blank])).toBe("1 row");
		const unknown = { ...blank, ...(payment && { payment }) };
		expect(describeFigures([unknown])).toBe("1 row, 1,000.50");
	});
});

const figures = "1 row, 1 vendor, ₹ 1,000.50";
const others = ["OPEN", "UNKNOWN", "ERROR", "NOTHING_TO_DO"];
it.each<[string[], number[], number | undefined, string[]]>([
	[["DONE"], [], undefined, [`Paid: ${figures}`]],
	[["DONE"], [0], undefined, [`Paid: ${figures}; nothing was paid now`]],
	[
		["DONE"],
		[0],
		0,
		[`Paid: ${figures}; last on ${localTime(0)}, nothing was paid now`],
	],
	[["SKIPPED"], [], 0, [`Not paid: ${figures}`]],
	[["NOTHING_TO_DO"], [], 0, []],
	[
		["DONE", "DONE", "DONE", ...others],
		[0],
		0,
		[
			"Paid: 3 rows, 1 vendor, ₹ 3,001.50; of it now: 2 rows, 1 vendor, ₹ 2,001.00",
			`Not paid: ${figures}`,
			`Not known yet whether paid: ${figures}; run the same command again`,
			`Not known whether paid: ${figures}`,
		],
	],
])(
	"11.4: at the end, rows are counted by what is known of them: %j",
	(statuses, before, paidAt, expected) => {
		const results = statuses.map((status) => ({ status, key: "k" }));
		const paid = { paidBefore: new Set(before), paidAt };
		const rows = rowsOf(statuses.length);
		expect(describeResults("paid", rows, results, paid)).toBe(
			expected.join("\n"),
		);
	},
);

it("11.4: what others have done is not counted as done now", () => {
	const rows = [...rowsOf(1), rowOf(3, { doneBefore: "By others" })];
	const results = rows.map(() => ({ status: "DONE", key: "" }));
	const paid = { paidBefore: new Set<number>(), paidAt: 0 };
	expect(describeResults("reversed", rows, results, paid)).toBe(
		`Reversed: 2 rows, 1 vendor, ₹ 2,001.00; of it now: ${figures}`,
	);
});

it("11.4: twenty bad rows are shown, and how many more there are", () => {
	const problems = ["one", "two"].map((message) => ({ reason: "X", message }));
	const shown = (count: number) =>
		describeProblems([...rowsOf(count, { problems }), rowOf(99)]).split("\n");
	expect(shown(1)).toEqual(["1 bad row:", "  line 2: one; two"]);
	expect(shown(20).slice(-1)).toEqual(["  line 21: one; two"]);
	expect(shown(22).slice(-2)).toEqual([
		"  line 21: one; two",
		"  and 2 more, in the result file",
	]);
});

it("11.4: the rows of which it cannot be known whether they are paid are shown, with their keys", () => {
	const described = (count: number) => {
		const results = Array.from({ length: count }, () => "UNKNOWN");
		return describeUnknown(
			rowsOf(count + 1),
			[...results, "DONE"].map((status) => ({ status, key: "k" })),
		).split("\n");
	};
	expect(described(1).slice(0, -1)).toEqual([
		"It cannot be found out whether 1 row was paid, and this program will not pay it again:",
		'  line 2: "i-2", 1000.5, key k',
	]);
	const many = described(22);
	expect(many[0]).toBe(
		"It cannot be found out whether 22 rows were paid, and this program will not pay them again:",
	);
	expect(many.slice(-3)).toEqual([
		'  line 21: "i-21", 1000.5, key k',
		"  and 2 more, in the result file",
		"Ask the operator of the service to look among the payments of these invoices, by key, amount and UTR. Pay what is missing with a new file.",
	]);
});
