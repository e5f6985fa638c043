import { expect, it } from "vitest";
import {
	readResultFile,
	resultHeader,
} from "../../../../client/src/pay-file/output/results.ts";

const header = `Amount,${resultHeader}`;
const read = (text: string) => readResultFile(Buffer.from(text));
const rowOf = ({
	invoiceId = "i",
	amount = "5",
	status = "DONE",
	paymentId = "1-0",
}) => `x,2,${invoiceId},${amount},,,${status},,,k,,${paymentId}`;

it.each([
	["that is not known yet", { status: "OPEN" }, "run pay on its file first"],
	["that is unknown", { status: "UNKNOWN" }, "see the payments of its invoice"],
	["of no amount", { amount: "x" }, "not an amount"],
	["without an id", { paymentId: "" }, "the payment's id is missing"],
	["without an invoice", { invoiceId: "" }, "the payment's id is missing"],
])("11.4: a row of a result file %s is bad", async (_, row, message) => {
	const file = await read([header, rowOf(row)].join("\n"));
	expect(file.rows).toMatchObject([
		{ problems: [{ message: expect.stringContaining(message) }] },
	]);
	expect(file.rows[0]?.payment).toBeUndefined();
});

it("11.4: the paid rows of a result file have a payment to reverse, each once; the others ask for nothing", async () => {
	const { rows, description } = await read(
		[
			header,
			rowOf({ amount: "100.005" }),
			rowOf({ status: "ERROR" }),
			rowOf({ paymentId: "1-1" }),
			rowOf({}),
			`"x"y${rowOf({ paymentId: "1-2" })}`,
		].join("\n"),
	);
	expect(description).toBe("5 rows, of which 3 have a payment to reverse");
	expect(
		rows.map(({ payment, paymentId }) => payment && [payment, paymentId]),
	).toEqual([
		[{ slug: "i", amount: "100.005", inRupees: false }, "1-0"],
		undefined,
		[{ slug: "i", amount: "5", inRupees: false }, "1-1"],
		[{ slug: "i", amount: "5", inRupees: false }, "1-0"],
		undefined,
	]);
	expect(
		rows.map(({ problems }) =>
			problems.map(({ reason, message }) => `${reason}: ${message}`),
		),
	).toEqual([
		[],
		[],
		[],
		["REPEATED: line 2 has the same payment; delete one of the two"],
		[expect.stringMatching(/^ROW: ./)],
	]);
	const { description: ofOne } = await read([header, rowOf({})].join("\n"));
	expect(ofOne).toBe("1 row, of which 1 has a payment to reverse");
});

it.each([
	["slug,amount", "This is not a result file"],
	[header.replace(",paymentId", ""), "of an earlier version"],
])("11.4: a file with the header %s is refused", async (names, message) => {
	await expect(read(`${names}\n${rowOf({})}\n`)).rejects.toThrow(message);
});
