import { isCurrencyCode } from "../cells/currency.ts";
import { quote } from "../cells/quote.ts";
import { readAmount } from "../cells/read-amount.ts";
import { type DateOrder, readDate } from "../cells/read-date.ts";
import { countCharacters, readName, readWords } from "../cells/read-text.ts";
import { type Cell, emptyCell, type Row } from "../sheets/sheet.ts";
import { type Field, fields, labels } from "../table/headings.ts";
import type { FieldPositions } from "../table/suggest-fields.ts";
import type { FilePayment, PaymentRow, RowProblem } from "./payment.ts";

/** What is known about the columns. */
export interface ColumnFacts {
	positions: FieldPositions;
	/** Whether the row was split at separators. */
	isSplitText: boolean;
	dateOrder: DateOrder | undefined;
	/** The currency that the heading of the amounts names. */
	currency: string | undefined;
	/** Whether the heading says that amounts are in thousands, lakhs or the like. */
	isScaled: boolean;
}

/** Limits of the service for texts of a payment. */
const charactersMax = {
	invoiceId: 1_024,
	invoiceNumber: 128,
	vendor: 255,
	utr: 64,
	narration: 500,
} as const;

/** Reads the cells of a row. Everything that is wrong with it is reported together. */
export function readRow(
	row: Row,
	facts: ColumnFacts,
): Pick<PaymentRow, "payment" | "problems"> {
	if (row.problem !== undefined)
		return { problems: [{ code: "ROW", message: row.problem }] };
	const reader = new RowReader(row, facts);
	const payment = reader.read();
	return reader.problems.length > 0
		? { problems: reader.problems }
		: { payment, problems: [] };
}

const codes: Readonly<Record<Field, RowProblem["code"]>> = {
	invoiceNumber: "INVOICE",
	invoiceId: "INVOICE",
	vendor: "VENDOR",
	amount: "AMOUNT",
	currency: "CURRENCY",
	utr: "UTR",
	paymentDate: "DATE",
	narration: "NARRATION",
};

class RowReader {
	readonly problems: RowProblem[] = [];
	readonly #row: Row;
	readonly #facts: ColumnFacts;

	constructor(row: Row, facts: ColumnFacts) {
		this.#row = row;
		this.#facts = facts;
		for (const field of fields) {
			const { problem } = this.#cell(field);
			if (problem !== undefined) this.#noteCell(field, problem);
		}
		const split = facts.isSplitText
			? refuseSplitAmount(row, facts.positions)
			: undefined;
		if (split !== undefined) this.#note("amount", split);
	}

	read(): FilePayment {
		const invoiceId = this.#readText("invoiceId");
		const invoiceNumber = this.#readText("invoiceNumber");
		if (
			!invoiceId &&
			!invoiceNumber &&
			this.#isReadable("invoiceId", "invoiceNumber")
		)
			this.#note(
				"invoiceNumber",
				this.#facts.positions.invoiceNumber === undefined
					? "the invoice id is missing"
					: "the invoice number is missing",
			);
		const vendor = this.#readText("vendor");
		const { amount, currency } = this.#readAmount();
		const utr = this.#readText("utr");
		const narration = this.#readText("narration");
		const paymentDate = this.#readDate();
		return {
			...(invoiceId && { invoiceId }),
			...(invoiceNumber && { invoiceNumber }),
			...(vendor && { vendor }),
			amount,
			...(currency && { currency }),
			...(utr && { utr }),
			...(narration && { narration }),
			...(paymentDate && { paymentDate }),
		};
	}

	#cell(field: Field): Cell {
		const position = this.#facts.positions[field];
		return (
			(position === undefined ? undefined : this.#row.cells[position]) ??
			emptyCell
		);
	}

	#note(field: Field, message: string, code = codes[field]) {
		this.problems.push({ code, message });
	}

	/** @param problem A predicate whose subject is the cell. */
	#noteCell(field: Field, problem: string, code = codes[field]) {
		const { text } = this.#cell(field);
		const subject =
			text.trim() === ""
				? `the ${labels[field]}`
				: `${labels[field]} ${quote(text)}`;
		this.#note(field, `${subject} ${problem}`, code);
	}

	#isReadable = (...wanted: Field[]) =>
		wanted.every((field) => this.#cell(field).problem === undefined) &&
		!this.problems.some(({ code }) =>
			wanted.some((field) => codes[field] === code),
		);

	#readText(field: keyof typeof charactersMax): string {
		const cell = this.#cell(field);
		if (cell.problem !== undefined) return "";
		const read = field === "narration" ? readWords(cell) : readName(cell);
		if ("problem" in read) {
			this.#noteCell(field, read.problem);
			return "";
		}
		const max = charactersMax[field];
		if (countCharacters(read.text) > max)
			this.#noteCell(field, `has more than ${max} characters`);
		return read.text;
	}

	#readAmount(): { amount: string; currency?: string | undefined } {
		const cell = this.#cell("amount");
		if (cell.problem !== undefined) return { amount: "" };
		if (cell.isMerged) {
			this.#noteCell(
				"amount",
				`is merged over several rows, so that it is not certain which invoice gets how much`,
			);
			return { amount: "" };
		}
		if (this.#facts.isScaled)
			this.#note(
				"amount",
				"the heading says that amounts are in thousands, lakhs or the like; write whole amounts",
			);
		const read = readAmount(cell);
		if ("problem" in read) {
			this.#noteCell("amount", read.problem);
			return { amount: "" };
		}
		return { amount: read.amount, currency: this.#readCurrency(read.currency) };
	}

	/** The cell, its heading and the column of currencies must not contradict each other. */
	#readCurrency(ofAmount: string | undefined): string | undefined {
		const cell = this.#cell("currency");
		if (cell.problem !== undefined) return undefined;
		const read = readName(cell);
		if ("problem" in read) {
			this.#noteCell("currency", read.problem);
			return undefined;
		}
		const ofColumn = toCode(read.text);
		const said = [ofAmount, this.#facts.currency, ofColumn].filter(
			(one) => one !== undefined && one !== "",
		);
		const different = [...new Set(said)];
		if (different.length > 1)
			this.#note(
				"currency",
				`the row names several currencies: ${different.map((one) => quote(one ?? "")).join(", ")}`,
			);
		else if (ofColumn && !isKnown(ofColumn))
			this.#noteCell("currency", "is not the code of a currency, such as INR");
		return different[0];
	}

	#readDate(): string | undefined {
		const cell = this.#cell("paymentDate");
		if (cell.problem !== undefined || cell.text.trim() === "") return undefined;
		const read = readDate(cell, this.#facts.dateOrder);
		if ("date" in read) return read.date;
		this.#noteCell(
			"paymentDate",
			read.problem,
			read.isAmbiguous ? "DATE_ORDER" : "DATE",
		);
		return undefined;
	}
}

const toCode = (text: string) =>
	text === "₹" || /^rs\.?$/i.test(text) ? "INR" : text.toUpperCase();

const isKnown = (code: string) =>
	isCurrencyCode(code) || /^\p{Sc}$/u.test(code);

/** The last group of an amount, which may have a mark of the rupee behind it. */
const lastGroup = /^\d{3}(?:\.\d+)?\s*(?:\/-|₹|INR|Rs\.?)?$/i;
const middleGroup = /^\d{2}$/;

/**
 * In a text file, an amount with commas that is not in quotes is split. The row still has as many values as the headings
 * when its last values were left out. A UTR that could be a group of digits is always refused; the value of another
 * column is refused only after what could be the first group.
 */
function refuseSplitAmount(
	{ cells }: Row,
	{ amount, utr }: FieldPositions,
): string | undefined {
	if (amount === undefined) return undefined;
	const [first = "", second = "", third = ""] = cells
		.slice(amount, amount + 3)
		.map(({ text }) => text.trim());
	const isGroup = lastGroup.test(second) || middleGroup.test(second);
	const isSplit =
		utr === amount + 1
			? isGroup
			: (/^\D*\d{1,3}$/.test(first) && lastGroup.test(second)) ||
				(/^\D*\d{1,2}$/.test(first) &&
					middleGroup.test(second) &&
					(middleGroup.test(third) || lastGroup.test(third)));
	if (!isSplit) return undefined;
	return `${quote(second)}, which follows the amount, may be its end; an amount with commas must be in double quotes, and one without them may have decimals (5.00)`;
}
