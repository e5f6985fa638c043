import { Big } from "big.js";
import { damaged } from "../archive/unzip.ts";
import { fromSafeText } from "../sheets/safe-text.ts";
import type { Cell } from "../sheets/sheet.ts";
import type { DateParts } from "./number-format.ts";
import type { RichText } from "./shared-text.ts";
import type { CellStyle } from "./styles.ts";

/** A cell as the workbook stores it. */
export interface StoredCell {
	/** What kind of value it is: `n` for a number, `s` for a shared text, and others. */
	type: string;
	/** Undefined when the cell has no value. */
	value: string | undefined;
	/** The text that is written in the cell itself. */
	inline: RichText | undefined;
	formula: string | undefined;
	style: CellStyle;
}

export interface CellContext {
	sharedTexts: readonly RichText[];
	/** Days are counted from 1904, as Excel for the Mac did. */
	isFrom1904: boolean;
	/** The results of formulas in the file are not those that the spreadsheet will show. */
	isUncalculated: boolean;
}

/** What a person sees in the cell, with why that is not certain. */
export function toCell(stored: StoredCell, context: CellContext): Cell {
	const cell = toShownCell(stored, context);
	const problem = refuseFormula(stored, context) ?? cell.problem;
	if (problem !== undefined) return { ...cell, problem };
	const isStruck = stored.style.isStruck || toText(stored, context)?.isStruck;
	return isStruck && cell.text.trim() !== ""
		? { ...cell, problem: "is struck through" }
		: cell;
}

function refuseFormula(
	{ type, value, formula, inline }: StoredCell,
	{ isUncalculated }: CellContext,
): string | undefined {
	if (formula === undefined) return undefined;
	if (value === undefined && !inline && type !== "str") return uncalculated;
	if (value === "" && type !== "str") return uncalculated;
	if (isUncalculated) return uncalculated;
	if (changingFunction.test(formula))
		return "is a formula whose result changes from day to day; write the value itself";
	return undefined;
}

const uncalculated =
	"is a formula whose result is not in the file; open the file in a spreadsheet and save it";

const changingFunction = /\b(?:TODAY|NOW|RAND|RANDBETWEEN|RANDARRAY)\s*\(/i;

function toShownCell(stored: StoredCell, context: CellContext): Cell {
	const { type, value, style } = stored;
	const text = toText(stored, context);
	if (text) {
		const shown = style.format.showText(text.text);
		return toTextCell(text.text, "text" in shown ? shown.text : text.text);
	}
	if (value === undefined || value === "") return { text: "" };
	if (type === "b") return { text: value === "1" ? "TRUE" : "FALSE" };
	if (type === "e")
		return {
			text: value,
			problem: `shows ${value}, because the spreadsheet could not calculate it`,
		};
	if (type === "d") return toIsoDateCell(value);
	return toNumberCell(value, style, context.isFrom1904);
}

/** The text of the cell; undefined when the cell is not a text. */
function toText(
	{ type, value, inline }: StoredCell,
	{ sharedTexts }: CellContext,
): RichText | undefined {
	if (type === "inlineStr") return inline ?? { text: "", isStruck: false };
	if (type === "str") return { text: value ?? "", isStruck: false };
	if (type !== "s" || value === undefined) return undefined;
	const shared = sharedTexts[Number(value)];
	if (!shared) throw damaged();
	return shared;
}

function toTextCell(stored: string, shown: string): Cell {
	if (shown === stored) return { text: fromSafeText(stored) };
	return shown.trim() === "" && stored.trim() !== ""
		? { text: stored, problem: hidden }
		: { text: shown };
}

const hidden = "holds something that its format hides";

function toIsoDateCell(value: string): Cell {
	const [, day] = /^(\d{4}-\d{2}-\d{2})(?:T.*)?$/.exec(value) ?? [];
	return day === undefined
		? { text: value }
		: { text: value.replace("T", " "), day };
}

/** A spreadsheet keeps 15 digits of a number. */
const digitsMax = 15;

function toNumberCell(
	value: string,
	{ format }: CellStyle,
	isFrom1904: boolean,
): Cell {
	const stored = Number(value);
	if (value.trim() === "" || !Number.isFinite(stored))
		return {
			text: value,
			problem: "is not a number, although it is stored as one",
		};
	const number = new Big(stored.toPrecision(digitsMax)).toFixed();
	const shown = format.showNumber(number);
	if ("date" in shown) return toDateCell(stored, shown.date, isFrom1904);
	if ("problem" in shown) return { text: number, number, ...shown };
	if (Math.abs(stored) >= 10 ** digitsMax)
		return {
			text: shown.text,
			number,
			problem: `has more digits than the ${digitsMax} that a spreadsheet keeps of a number; format the cell as text and enter it again`,
		};
	const text = shown.text.trim();
	return text === ""
		? { text: number, number, problem: hidden }
		: { text, number, ...(shown.isUnformatted && { isUnformatted: true }) };
}

const daysFrom1900To1904 = 1_462;
const dayMs = 86_400_000;
/** Half a second. Spreadsheets differ in whether they show a moment so close to midnight as the next day. */
const nearMidnight = 0.5 / 86_400;
/** The number of 9999-12-31. */
const lastDay = 2_958_465;

/** Day 0 of the calendar of spreadsheets. They agree on it only from March 1900, which is `firstDay`. */
const dayZeroMs = Date.UTC(1899, 11, 30);
const firstDay = 61;

function toDateCell(
	stored: number,
	parts: DateParts,
	isFrom1904: boolean,
): Cell {
	const serial = stored + (isFrom1904 ? daysFrom1900To1904 : 0);
	if (serial < firstDay || serial >= lastDay + 1)
		return parts.day
			? {
					text: "####",
					problem: "is formatted as a date, but its number is not one",
				}
			: { text: String(stored), problem: "shows a time, not a date" };
	const days = Math.floor(serial);
	const seconds = Math.round((serial - days) * 86_400);
	const moment = new Date(dayZeroMs + days * dayMs + seconds * 1_000);
	const day = new Date(dayZeroMs + days * dayMs).toISOString().slice(0, 10);
	const text = moment.toISOString().slice(0, 19).replace("T", " ");
	if (serial - days > 1 - nearMidnight)
		return { text, problem: "is a moment just before midnight; write the day" };
	if (!parts.day || !parts.month)
		return {
			text,
			problem: parts.time
				? "shows a time without a date"
				: "does not show which day it is; format it with day, month and year",
		};
	return { text: parts.time ? text : day, day };
}
