import {
	type Field,
	labels,
	toHeading,
} from "../../payment-file/table/headings.ts";
import {
	type FieldPositions,
	type Question,
	suggestFields,
} from "../../payment-file/table/suggest-fields.ts";
import type { Column, Table } from "../../payment-file/table/table.ts";
import { InputError } from "../command-line/errors.ts";
import { confirm, type Terminal } from "../command-line/terminal.ts";
import type { ReadingOptions } from "./reading-options.ts";

type Chosen = Partial<Record<Field, number | undefined>>;

/**
 * Finds out which column is which: by what the options say, by headings that are recognised, and by asking the user
 * about everything else.
 *
 * @throws InputError When nobody can be asked. It says which options answer the questions.
 */
export async function askColumns(
	table: Table,
	options: ReadingOptions,
	terminal: Terminal,
): Promise<FieldPositions> {
	const chosen = toChosen(table, options);
	const notUsed = options.notUsed.map((heading) =>
		findColumn(table, heading, "--not-used"),
	);
	for (;;) {
		const { fields, questions } = suggestFields(table, chosen, notUsed);
		// Which columns are not used is known only when all fields have their columns, so that it is asked last.
		const question =
			questions.find(({ code }) => code !== "NOT_USED") ?? questions[0];
		if (!question) return fields;
		if (!terminal.ask) throw toInputError(table, questions);
		if (question.code !== "NOT_USED")
			await askField(table, question, chosen, terminal);
		else notUsed.push(...(await askUnused(questions, terminal)));
	}
}

function toChosen(table: Table, { columns }: ReadingOptions): Chosen {
	const chosen: Chosen = {};
	// Unchecked cast: the keys of `columns` are fields.
	for (const [field, heading] of Object.entries(columns))
		chosen[field as Field] =
			heading === "" ? undefined : findColumn(table, heading, "--columns");
	const positions = Object.values(chosen).filter((one) => one !== undefined);
	if (new Set(positions).size < positions.length)
		throw new InputError("--columns names one column for two fields");
	return chosen;
}

function findColumn(
	{ columns }: Table,
	heading: string,
	option: string,
): number {
	const found = columns.filter(
		(column) => toHeading(column.heading) === toHeading(heading),
	);
	const byLetters = columns.filter(
		({ heading: own, letters }) =>
			own === "" && letters === heading.toUpperCase(),
	);
	const [column, other] = found.length > 0 ? found : byLetters;
	if (!column)
		throw new InputError(
			`${option}: the file has no column ${JSON.stringify(heading)}. It has ${columns.map(toName).join(", ")}`,
		);
	if (other)
		throw new InputError(
			`${option}: the file has several columns ${JSON.stringify(heading)}. Give them different headings`,
		);
	return column.position;
}

/** A column without a heading is called by its letters. */
const toName = ({ heading, letters }: Column) =>
	heading === "" ? letters : JSON.stringify(heading);

function toInputError(
	{ columns }: Table,
	questions: readonly Question[],
): InputError {
	const nameAt = (position: number) => {
		const column = columns.find((one) => one.position === position);
		return column ? toName(column) : "";
	};
	const unused = questions.filter(({ code }) => code === "NOT_USED");
	const names = unused.flatMap(({ positions }) => positions.map(nameAt));
	return new InputError(
		[
			"The file has columns that this program does not read without your word. Nothing was paid.",
			...questions.map(
				({ message, field }) =>
					`  ${message}${field ? ` Say so with --columns ${field}=…${isOptional(field) ? `, or with --columns ${field}= if no column has it` : ""}` : ""}`,
			),
			...(names.length > 0
				? [
						`  If these columns are not to be read, say so with --not-used '${names.join(",")}'`,
					]
				: []),
		].join("\n"),
	);
}

const isOptional = (field: Field) =>
	field !== "amount" && field !== "invoiceNumber";

async function askField(
	{ columns }: Table,
	{ field, positions, message }: Question,
	chosen: Chosen,
	terminal: Terminal,
) {
	if (!field) return;
	const offered =
		positions.length > 0
			? columns.filter(({ position }) => positions.includes(position))
			: columns.filter(({ filled }) => filled > 0);
	terminal.print(
		[
			message,
			...offered.map(
				(column, index) =>
					`  ${index + 1}  ${toName(column)}: ${column.samples.join(", ")}`,
			),
			...(isOptional(field)
				? [`  0  none: the file has no ${labels[field]}`]
				: []),
		].join("\n"),
	);
	const answer = (await terminal.ask?.("Type its number: "))?.trim() ?? "";
	const column = offered[Number(answer) - 1];
	if (isOptional(field) && answer === "0") chosen[field] = undefined;
	else if (column && /^\d+$/.test(answer)) chosen[field] = column.position;
	else throw new InputError("No column was chosen. Nothing was paid");
}

async function askUnused(
	questions: readonly Question[],
	terminal: Terminal,
): Promise<number[]> {
	const unused = questions.filter(({ code }) => code === "NOT_USED");
	terminal.print(unused.map(({ message }) => message).join("\n"));
	if (!(await confirm(terminal, "Are these columns not to be read?")))
		throw new InputError(
			"Say which column is what with --columns, such as --columns utr=Reference. Nothing was paid",
		);
	return unused.flatMap(({ positions }) => positions);
}
