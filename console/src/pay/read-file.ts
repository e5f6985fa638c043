/** Reads the file that was dropped into rows, while a person says what is in its columns. */
import { batch, computed } from "@preact/signals";
import { formatCount } from "../parts/money.tsx";
import type {
	Delimiter,
	Field,
	FieldPositions,
	ReadTable,
} from "../reader/messages.ts";
import { askReader } from "../reader/reader.ts";
import type { Session } from "../service/session.ts";
import {
	type ColumnUse,
	recallColumns,
	rememberColumns,
} from "./column-memory.ts";
import {
	book,
	dateOrder,
	fileName,
	hiddenRows,
	insist,
	isRemembered,
	names,
	notes,
	perform,
	report,
	rows,
	startAnew,
	table,
	unasked,
	uses,
} from "./flow.ts";
import { readNames } from "./names.ts";
import { type PayRow, toPayRow } from "./rows.ts";

export async function openFile(session: Session, file: File) {
	startAnew();
	return perform(`Reading ${file.name}`, async () => {
		const opened = await askReader("open", { file });
		batch(() => {
			fileName.value = file.name;
			book.value = opened;
		});
		dropped = file;
		if (opened.sheet !== undefined) await readSheet(session, opened.sheet);
	});
}

let dropped: File | undefined;

/** A text file can be split in several ways. */
export const splitAt = (session: Session, delimiter: Delimiter) =>
	perform("Reading the file", async () => {
		if (!dropped) return;
		book.value = await askReader("open", { file: dropped, delimiter });
		await readSheet(session, 0);
	});

export const chooseSheet = (
	session: Session,
	sheet: number,
	headingRow?: number,
) => perform("Reading the sheet", () => readSheet(session, sheet, headingRow));

async function readSheet(
	{ organization }: Session,
	sheet: number,
	headingRow?: number,
) {
	const read = await askReader(
		"read",
		{ sheet, headingRow },
		{
			onProgress: (share) =>
				report("Reading the file", Math.round(share * 100), 100),
		},
	);
	const recalled = recallColumns(organization.id, read);
	batch(() => {
		table.value = read;
		uses.value = recalled ?? presetUses(read);
		isRemembered.value = recalled !== undefined;
		unasked.value = new Set(recalled ? [] : positionsNotUsed(read));
		rows.value = [];
		names.value = undefined;
	});
}

/** Sets what the headings say for certain. A column about which there is a question is left for the person to choose. */
function presetUses({
	columns,
	fields,
	questions,
}: ReadTable): Record<number, ColumnUse> {
	const preset: Record<number, ColumnUse> = {};
	for (const { position } of columns) preset[position] = "NOT_USED";
	// Unchecked cast: the keys of positions are fields.
	for (const [field, position] of Object.entries(fields))
		preset[position] = field as Field;
	for (const { code, positions } of questions)
		if (code !== "NOT_USED")
			for (const position of positions) preset[position] = "";
	return preset;
}

const positionsNotUsed = ({ questions }: ReadTable) =>
	questions
		.filter(({ code }) => code === "NOT_USED")
		.flatMap(({ positions }) => positions);

export function setUse(position: number, use: ColumnUse) {
	batch(() => {
		uses.value = { ...uses.value, [position]: use };
		unasked.value = new Set(
			[...unasked.value].filter((one) => one !== position),
		);
		rows.value = [];
		names.value = undefined;
	});
}

export const fieldPositions = computed<FieldPositions>(() =>
	Object.fromEntries(
		Object.entries(uses.value).flatMap(([position, use]) =>
			use === "NOT_USED" || use === "" ? [] : [[use, Number(position)]],
		),
	),
);

/** Reads the rows from the columns that were chosen, and finds what the names in them mean. */
export const readRows = (session: Session) =>
	perform("Reading the rows", async () => {
		const { value: read } = table;
		if (!read) return;
		rememberColumns(session.organization.id, read, uses.value);
		const found: PayRow[] = [];
		const { notes: described } = await askReader(
			"payments",
			{
				fields: fieldPositions.value,
				dateOrder: dateOrder.value,
				hiddenRows: hiddenRows.value,
			},
			{
				onRows(part) {
					for (const row of part) found.push(toPayRow(row));
					report("Reading the rows", found.length, read.rowCount);
				},
			},
		);
		const known = await insist(() =>
			readNames(session, found, (count) =>
				report(`Reading vendors and invoices (${formatCount(count)})`, 0, 0),
			),
		);
		batch(() => {
			rows.value = found;
			notes.value = described;
			names.value = known;
		});
	});
