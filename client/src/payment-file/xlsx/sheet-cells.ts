import { damaged } from "../archive/unzip.ts";
import { FileProblem } from "../sheets/file-problem.ts";
import { limits } from "../sheets/limits.ts";
import { type Cell, emptyCell, type Row } from "../sheets/sheet.ts";
import { type CellContext, type StoredCell, toCell } from "./cell-value.ts";
import { type Attributes, isTrue, parseXml } from "./parse-xml.ts";
import { TextCollector } from "./shared-text.ts";
import { plainStyle, type Styles } from "./styles.ts";

export interface SheetContext extends CellContext {
	styles: Styles;
}

/** What a sheet of a workbook stores. */
export interface StoredSheet {
	rows: Row[];
	hiddenColumns: Set<number>;
	/** The references of merged cells, such as `D2:D4`. */
	merged: string[];
	/** The references of cells whose number format depends on a condition. */
	reformatted: string[];
	hasPictures: boolean;
}

/**
 * Reads a sheet in one pass.
 *
 * @param rowsMax Stops soon after this many rows.
 */
export async function readSheetCells(
	pieces: AsyncIterable<Uint8Array>,
	context: SheetContext,
	rowsMax = Number.POSITIVE_INFINITY,
): Promise<StoredSheet> {
	const reader = new SheetReader(context);
	const isDone = () => reader.sheet.rows.length >= rowsMax;
	await parseXml(pieces, {
		open: (name, attributes) => reader.open(name, attributes),
		close: (name) => reader.close(name),
		text: (text) => reader.text(text),
		isDone,
	});
	return reader.sheet;
}

/** Whether any cell has a value. Reading stops at the first one. */
export async function holdsSomething(
	pieces: AsyncIterable<Uint8Array>,
): Promise<boolean> {
	let isFound = false;
	await parseXml(pieces, {
		open(name) {
			if (name === "v" || name === "is" || name === "f") isFound = true;
		},
		close() {},
		isDone: () => isFound,
	});
	return isFound;
}

/** Hidden columns to the right of these are empty in any payment file. */
const columnsMax = 16_384;

class SheetReader {
	readonly sheet: StoredSheet = {
		rows: [],
		hiddenColumns: new Set(),
		merged: [],
		reformatted: [],
		hasPictures: false,
	};
	readonly #context: SheetContext;
	readonly #collector = new TextCollector();
	/** The formula that cells share is written in the first of them. */
	readonly #sharedFormulas = new Map<string, string>();
	#areRowsHidden = false;
	#cellCount = 0;
	#row: { number: number; cells: Cell[]; isHidden: boolean } | undefined;
	#rowNumber = 0;
	#position = -1;
	#cell: StoredCell | undefined;
	#sharedFormula: string | undefined;
	/** The parts of a value or a formula that is being read; undefined outside of both. */
	#parts: string[] | undefined;
	#isInInline = false;
	#conditionalCells: string[] = [];

	constructor(context: SheetContext) {
		this.#context = context;
	}

	open(name: string, attributes: Attributes) {
		switch (name) {
			case "sheetFormatPr":
				this.#areRowsHidden = isTrue(attributes.zeroHeight);
				break;
			case "col":
				this.#openColumns(attributes);
				break;
			case "row":
				this.#openRow(attributes);
				break;
			case "c":
				this.#openCell(attributes);
				break;
			case "v":
			case "f":
				this.#parts = [];
				this.#sharedFormula =
					name === "f" && attributes.t === "shared" ? attributes.si : undefined;
				break;
			case "is":
				this.#isInInline = true;
				break;
			case "mergeCell":
				this.#merge(attributes.ref ?? "");
				break;
			case "conditionalFormatting":
				this.#conditionalCells = attributes.sqref?.split(" ") ?? [];
				break;
			case "cfRule":
				this.#openCondition(attributes);
				break;
			case "drawing":
			case "picture":
				this.sheet.hasPictures = true;
				break;
			default:
		}
		if (this.#isInInline) this.#collector.open(name, attributes);
	}

	text(text: string) {
		if (this.#isInInline) this.#collector.text(text);
		else this.#parts?.push(text);
	}

	close(name: string) {
		if (this.#isInInline) this.#collector.close(name);
		switch (name) {
			case "v":
				if (this.#cell) this.#cell.value = this.#takeParts();
				break;
			case "f":
				this.#closeFormula();
				break;
			case "is":
				this.#isInInline = false;
				if (this.#cell) this.#cell.inline = this.#collector.take();
				break;
			case "c":
				this.#closeCell();
				break;
			case "row":
				this.#closeRow();
				break;
			default:
		}
	}

	#openColumns({ min, max, hidden, width }: Attributes) {
		if (!isTrue(hidden) && Number(width ?? 1) !== 0) return;
		const last = Math.min(Number(max), columnsMax);
		for (let column = Number(min); column <= last; column++)
			this.sheet.hiddenColumns.add(column - 1);
	}

	#openRow({ r, hidden, ht }: Attributes) {
		const number = r === undefined ? this.#rowNumber + 1 : Number(r);
		if (!(number > this.#rowNumber)) throw damaged();
		this.#rowNumber = number;
		this.#position = -1;
		const isHidden =
			hidden === undefined
				? this.#areRowsHidden || Number(ht ?? 1) === 0
				: isTrue(hidden);
		this.#row = { number, cells: [], isHidden };
	}

	#openCell({ r, t = "n", s }: Attributes) {
		const position = r === undefined ? this.#position + 1 : toPosition(r);
		if (position <= this.#position || position >= columnsMax) throw damaged();
		this.#position = position;
		this.#cell = {
			type: t,
			value: undefined,
			inline: undefined,
			formula: undefined,
			style:
				(s !== undefined && this.#context.styles.cells[Number(s)]) ||
				plainStyle,
		};
	}

	#takeParts(): string {
		const text = this.#parts?.join("") ?? "";
		this.#parts = undefined;
		return text;
	}

	#closeFormula() {
		const formula = this.#takeParts();
		if (!this.#cell) return;
		const shared = this.#sharedFormula;
		if (shared !== undefined && formula !== "")
			this.#sharedFormulas.set(shared, formula);
		this.#cell.formula =
			formula || (shared && this.#sharedFormulas.get(shared)) || "";
	}

	#closeCell() {
		if (!this.#cell || !this.#row) throw damaged();
		const cell = toCell(this.#cell, this.#context);
		this.#cell = undefined;
		if (cell.text.length > limits.cellCharacters) throw damaged();
		if (cell.text === "" && cell.problem === undefined) return;
		const { cells } = this.#row;
		this.#cellCount += this.#position + 1 - cells.length;
		if (this.#cellCount > limits.cells) throw tooLarge();
		while (cells.length < this.#position) cells.push(emptyCell);
		cells.push(cell);
	}

	#closeRow() {
		const row = this.#row;
		this.#row = undefined;
		if (!row || row.cells.length === 0) return;
		if (this.sheet.rows.length >= limits.rows) throw tooLarge();
		const { number, cells, isHidden } = row;
		this.sheet.rows.push({ number, cells, ...(isHidden && { isHidden }) });
	}

	#openCondition({ dxfId }: Attributes) {
		if (!this.#context.styles.reformatting.has(Number(dxfId))) return;
		this.sheet.reformatted.push(...this.#conditionalCells);
		if (this.sheet.reformatted.length > limits.conditionalRanges)
			throw tooLarge();
	}

	#merge(reference: string) {
		if (this.sheet.merged.length >= limits.mergedRanges) throw tooLarge();
		this.sheet.merged.push(reference);
	}
}

const tooLarge = () =>
	new FileProblem(
		`The sheet is too large: it has more than ${limits.rows} rows, ${limits.cells} cells or many formats. Copy the payments into a workbook of their own`,
	);

/** The column of a reference such as `AB12`. */
export function toPosition(reference: string): number {
	let position = 0;
	for (const character of reference) {
		const letter = character.charCodeAt(0) - 64;
		if (letter < 1 || letter > 26) break;
		position = position * 26 + letter;
	}
	return position - 1;
}
