import {
	type Field,
	findField,
	labels,
	openInvoicesHeadings,
	toHeading,
} from "./headings.ts";
import type { Column, Table } from "./table.ts";

/** The position of the column of each field. A column that is not among them is not used. */
export type FieldPositions = Readonly<Partial<Record<Field, number>>>;

/** What only a person can say about the columns. */
export interface Question {
	code:
		| "NO_COLUMN"
		| "SEVERAL_COLUMNS"
		| "OTHER_AMOUNTS"
		| "OTHER_DATES"
		| "NOT_USED";
	field?: Field;
	/** The columns that the question is about. */
	positions: readonly number[];
	message: string;
}

export interface Suggestion {
	fields: FieldPositions;
	questions: readonly Question[];
}

/**
 * Says which columns have headings that are recognised, and asks about everything else: a field whose column is not
 * certain, and each column that holds something and is not used.
 *
 * @param chosen What a person has said already. A field that is `undefined` has no column.
 * @param notUsed Columns that a person has said are not used.
 */
export function suggestFields(
	{ columns }: Table,
	chosen: Readonly<Partial<Record<Field, number | undefined>>> = {},
	notUsed: readonly number[] = [],
): Suggestion {
	const taken = new Set([...Object.values(chosen), ...notUsed]);
	const free = columns.filter(({ position }) => !taken.has(position));
	const others = free.filter(
		(column) =>
			fieldOf(column) === undefined && !isOfOpenInvoices(column, columns),
	);
	const fields: Partial<Record<Field, number>> = {};
	const questions: Question[] = [];
	for (const field of Object.keys(labels) as Field[]) {
		if (field in chosen) {
			if (chosen[field] !== undefined) fields[field] = chosen[field];
			continue;
		}
		const found = free.filter((column) => fieldOf(column) === field);
		const rivals = findRivals(field, found, others);
		const [column] = found;
		if (found.length > 1 || (column && rivals.length > 0))
			questions.push(askWhich(field, found, rivals));
		else if (column) fields[field] = column.position;
	}
	const used = new Set(Object.values(fields));
	const asked = new Set(questions.flatMap(({ positions }) => positions));
	questions.push(
		...askMissing(fields, questions),
		...free
			.filter(
				(column) =>
					column.filled > 0 &&
					!used.has(column.position) &&
					!asked.has(column.position) &&
					!isOfOpenInvoices(column, columns),
			)
			.map((column) => askUnused(column, fields)),
	);
	return { fields, questions };
}

/** A hidden column is not recognised, because the person who has the file does not see it. */
const fieldOf = ({ heading, isHidden }: Column) =>
	isHidden ? undefined : findField(heading);

/** The other columns of the file that `open-invoices` writes are known, so that nobody is asked about them. */
function isOfOpenInvoices(column: Column, columns: readonly Column[]): boolean {
	const headings = new Set(columns.map(({ heading }) => toHeading(heading)));
	const own = openInvoicesHeadings.map(toHeading);
	return (
		own.every((heading) => headings.has(heading)) &&
		own.includes(toHeading(column.heading))
	);
}

/** Columns without a recognised heading that may be what the field means. */
function findRivals(
	field: Field,
	found: readonly Column[],
	others: readonly Column[],
): Column[] {
	if (field === "amount")
		return others.filter(
			(column) => column.holds === "AMOUNTS" && !isCounter(column),
		);
	const isPlainDate = found.some(
		({ heading }) => toHeading(heading) === "date",
	);
	if (field === "paymentDate" && isPlainDate)
		return others.filter(({ holds }) => holds === "DATES");
	return [];
}

/** Whether the column only numbers the rows: 1, 2, 3. */
const isCounter = ({ samples }: Column) =>
	samples.length > 1 &&
	samples.every((text, index) => text === String(index + 1));

const name = ({ heading, letters }: Column) =>
	heading === "" ? `column ${letters}` : JSON.stringify(heading);

function askWhich(
	field: Field,
	found: readonly Column[],
	rivals: readonly Column[],
): Question {
	const all = [...found, ...rivals];
	return {
		code:
			found.length > 1
				? "SEVERAL_COLUMNS"
				: field === "amount"
					? "OTHER_AMOUNTS"
					: "OTHER_DATES",
		field,
		positions: all.map(({ position }) => position),
		message: `Several columns could have the ${labels[field]}: ${all.map(name).join(", ")}. Which one is it?`,
	};
}

function askMissing(
	fields: FieldPositions,
	questions: readonly Question[],
): Question[] {
	const isAsked = (...wanted: Field[]) =>
		wanted.some(
			(one) =>
				fields[one] !== undefined ||
				questions.some(({ field }) => field === one),
		);
	const missing: Field[] = [];
	if (!isAsked("invoiceNumber", "invoiceId")) missing.push("invoiceNumber");
	if (!isAsked("amount")) missing.push("amount");
	return missing.map((field) => ({
		code: "NO_COLUMN",
		field,
		positions: [],
		message: `No column has a heading that says "${labels[field]}". Which one is it?`,
	}));
}

function askUnused(column: Column, fields: FieldPositions): Question {
	const { position, holds, isHidden } = column;
	const hidden = isHidden ? ", which is hidden," : "";
	if (holds === "DATES" && fields.paymentDate === undefined)
		return {
			code: "OTHER_DATES",
			field: "paymentDate",
			positions: [position],
			message: `${name(column)}${hidden} has dates. Is it the payment date? Without one, payments have the day on which they are recorded.`,
		};
	return {
		code: "NOT_USED",
		positions: [position],
		message: `${name(column)}${hidden} is not used. Its first values are ${column.samples.map((text) => JSON.stringify(text)).join(", ")}.`,
	};
}
