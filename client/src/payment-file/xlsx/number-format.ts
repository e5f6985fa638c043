import { Big } from "big.js";

/** How a cell shows a number or a text. */
export type Shown =
	| {
			text: string;
			/** The number is shown as it is, with as many decimals as the width of the column allows. */
			isUnformatted?: true;
	  }
	/** The cell shows a date, a time, or part of them. */
	| { date: DateParts }
	/** It is not certain what the cell shows. */
	| { problem: string };

/** Which parts of a moment are shown. */
export interface DateParts {
	year: boolean;
	month: boolean;
	day: boolean;
	time: boolean;
}

export interface NumberFormat {
	/** @param value A decimal with at most 15 digits. */
	showNumber(value: string): Shown;
	showText(text: string): Shown;
}

/**
 * Reads a number format of a workbook, such as `#,##0.00` or `"LF-"0000`. Formats that show numbers in other ways than
 * as digits, groups, decimals and fixed texts are problems of their cells.
 */
export function parseNumberFormat(code: string): NumberFormat {
	const sections = splitSections(code).map(parseSection);
	const textSection =
		sections.length === 4
			? sections[3]
			: sections.findLast(({ isText }) => isText);
	const numberSections = sections
		.slice(0, 3)
		.filter((section) => section !== textSection || section.hasGeneral);
	return {
		showNumber: (value) =>
			numberSections.length > 0
				? showNumber(value, numberSections)
				: showAsText(value, textSection),
		showText: (text) => (textSection ? showText(text, textSection) : { text }),
	};
}

type Token =
	| { type: "literal"; text: string }
	| { type: "digit"; mark: "0" | "#" | "?" }
	| { type: "point" | "comma" | "percent" | "general" | "text" };

interface Section {
	tokens: readonly Token[];
	isText: boolean;
	hasGeneral: boolean;
	condition?: (value: Big) => boolean;
	date?: DateParts;
	/** The section shows numbers in a way that this program does not read. */
	isUnknown: boolean;
}

function splitSections(code: string): string[] {
	const sections = [""];
	for (const [piece] of code.matchAll(/"[^"]*"|\\.|\[[^\]]*\]|[_*].|;|./gsu)) {
		if (piece === ";") sections.push("");
		else sections[sections.length - 1] += piece;
	}
	return sections;
}

const pieces =
	/"([^"]*)"|\\(.)|\[([^\]]*)\]|_(?:.)|\*(?:.)|(general)|(e[+-])|(am\/pm|a\/p|[ymdhsbeg])|([0#?])|(.)/gisu;

function parseSection(code: string): Section {
	const tokens: Token[] = [];
	const section: Section = {
		tokens,
		isText: false,
		hasGeneral: false,
		isUnknown: false,
	};
	let dateCode = "";
	for (const match of code.matchAll(pieces)) {
		const [
			whole,
			quoted,
			escaped,
			bracket,
			word,
			power,
			datePart,
			digit,
			other,
		] = match;
		if (bracket !== undefined)
			dateCode += readBracket(bracket, section, tokens);
		else if (quoted !== undefined || escaped !== undefined)
			tokens.push({ type: "literal", text: quoted ?? escaped ?? "" });
		else if (word !== undefined) tokens.push({ type: "general" });
		else if (power !== undefined) section.isUnknown = true;
		else if (datePart !== undefined) dateCode += toDateCode(datePart, dateCode);
		else if (digit === "0" || digit === "#" || digit === "?")
			tokens.push({ type: "digit", mark: digit });
		else if (other !== undefined) {
			tokens.push(toToken(other));
			// Programs differ in what a digit other than 0 means in a format.
			if (/[1-9]/.test(other)) section.isUnknown = true;
		} else if (whole.startsWith("_"))
			tokens.push({ type: "literal", text: " " });
	}
	section.isText = tokens.some(({ type }) => type === "text");
	section.hasGeneral = tokens.some(({ type }) => type === "general");
	const hasDigits = tokens.some(isDigit);
	// Fractions of a second are written with digits too.
	if (dateCode !== "" && (!hasDigits || dateCode.includes("t")))
		section.date = toDateParts(dateCode);
	else if (dateCode !== "" || isFraction(code, section))
		section.isUnknown = true;
	return section;
}

function toToken(character: string): Token {
	if (character === ".") return { type: "point" };
	if (character === ",") return { type: "comma" };
	if (character === "%") return { type: "percent" };
	if (character === "@") return { type: "text" };
	return { type: "literal", text: character };
}

/** @returns The part of a date that the brackets show, such as the hours for `[h]`. */
function readBracket(
	bracket: string,
	section: Section,
	tokens: Token[],
): string {
	const [, operator, limit] =
		/^\s*(<=|>=|<>|<|>|=)\s*(-?\d+(?:\.\d+)?)\s*$/.exec(bracket) ?? [];
	if (operator && limit) {
		section.condition = toCondition(operator, new Big(limit));
		return "";
	}
	if (/^(?:h+|m+|s+)$/i.test(bracket)) return "t";
	const [, symbol, locale = ""] = /^\$([^-]*)(?:-(.*))?$/.exec(bracket) ?? [];
	if (symbol !== undefined) {
		if (symbol !== "") tokens.push({ type: "literal", text: symbol });
		// A longer number stands for more than a language: the digits of another script, or another calendar.
		if (/[0-9a-f]{5,}|,/i.test(locale.replace(/^0+/, "")))
			section.isUnknown = true;
		return "";
	}
	if (!colors.test(bracket)) section.isUnknown = true;
	return "";
}

const colors =
	/^(?:black|blue|cyan|green|magenta|red|white|yellow|colou?r\s*\d+)$/i;

function toCondition(operator: string, limit: Big): (value: Big) => boolean {
	return (value) => {
		const order = value.cmp(limit);
		if (operator === "<>") return order !== 0;
		return (
			(operator.includes("=") && order === 0) ||
			(operator.includes("<") && order < 0) ||
			(operator.includes(">") && order > 0)
		);
	};
}

/** `m` means minutes after hours, and before seconds; in the latter case, the seconds show that it is a time anyway. */
function toDateCode(part: string, before: string): string {
	const letter = part.toLowerCase();
	if (letter === "e" || letter === "b" || letter === "g") return "y";
	if (/^(?:h|s|am\/pm|a\/p)$/.test(letter)) return "t";
	return letter === "m" && before.endsWith("t") ? "t" : letter;
}

const toDateParts = (code: string): DateParts => ({
	year: code.includes("y"),
	month: code.includes("m"),
	day: code.includes("d"),
	time: code.includes("t"),
});

const isFraction = (code: string, { tokens }: Section) =>
	tokens.some((token) => token.type === "literal" && token.text === "/") &&
	/[0#?]\s*\/\s*[0-9#?]/.test(code);

function showText(text: string, section: Section): Shown {
	if (section.date || section.isUnknown) return { text };
	return {
		text: section.tokens
			.map((token) =>
				token.type === "text"
					? text
					: token.type === "literal"
						? token.text
						: "",
			)
			.join(""),
	};
}

const unknown = {
	problem: "has a number format that is not read; format the cell as text",
};

/**
 * A cell that is formatted as text shows the number as it is. Programs differ in whether they add the format's own texts.
 */
const showAsText = (value: string, section: Section | undefined): Shown =>
	section?.tokens.some(({ type }) => type !== "text")
		? unknown
		: { text: value };

function showNumber(value: string, sections: readonly Section[]): Shown {
	const number = new Big(value);
	const index = findSection(number, sections);
	const section = sections[index];
	if (!section) return unknown;
	if (section.date) return { date: section.date };
	if (section.isUnknown || section.isText) return unknown;
	// The second section is for negative numbers, and itself says how they look.
	const isOwnSign = index === 1 && !section.condition;
	const sign = number.lt(0) && !isOwnSign ? "-" : "";
	if (section.hasGeneral)
		return {
			text: sign + fill(section.tokens, number.abs().toFixed()),
			isUnformatted: true,
		};
	return { text: sign + showDigits(number.abs(), section.tokens) };
}

const fill = (tokens: readonly Token[], number: string) =>
	tokens
		.map((token) =>
			token.type === "general"
				? number
				: token.type === "literal"
					? token.text
					: "",
		)
		.join("");

function findSection(value: Big, sections: readonly Section[]): number {
	if (sections.length === 1)
		return sections[0]?.condition?.(value) === false ? -1 : 0;
	return sections.findIndex(({ condition }, index) => {
		if (condition) return condition(value);
		const isLast = index === sections.length - 1;
		if (index === 0) return sections.length > 2 ? value.gt(0) : value.gte(0);
		return isLast || value.lt(0);
	});
}

/** The digits of a number in their places, with fixed texts between them. */
function showDigits(value: Big, tokens: readonly Token[]): string {
	const point = tokens.findIndex(({ type }) => type === "point");
	const end = point < 0 ? tokens.length : point;
	const lastDigit = tokens.findLastIndex(({ type }) => type === "digit");
	const lastWhole = tokens.slice(0, end).findLastIndex(isDigit);
	// Each comma after the last digit divides the number by a thousand.
	const scales = (from: number) => countCommas(tokens, from + 1);
	const thousands =
		scales(lastDigit) +
		(lastWhole === lastDigit || lastWhole < 0 ? 0 : scales(lastWhole));
	const percents = tokens.filter(({ type }) => type === "percent").length;
	const places = tokens.slice(end).filter(isDigit);
	const scaled = value
		.times(new Big(10).pow(2 * percents))
		.div(new Big(10).pow(3 * thousands));
	const [whole = "", decimals = ""] = scaled.toFixed(places.length).split(".");
	const isGrouped = tokens
		.slice(0, lastWhole)
		.some(
			({ type }, index) =>
				type === "comma" && tokens.slice(0, index).some(isDigit),
		);
	return (
		showWhole(whole, tokens.slice(0, end), isGrouped) +
		showDecimals(decimals, tokens.slice(end))
	);
}

const isDigit = (token: Token) => token.type === "digit";

function countCommas(tokens: readonly Token[], from: number): number {
	let count = 0;
	while (tokens[from + count]?.type === "comma") count++;
	return count;
}

/** Fills the places from the right; the first place takes all digits that are left. */
function showWhole(
	whole: string,
	tokens: readonly Token[],
	isGrouped: boolean,
): string {
	const digits = whole === "0" ? [] : [...whole];
	const first = tokens.findIndex(isDigit);
	const shown: string[] = [];
	let count = 0;
	const put = (digit: string) => {
		if (isGrouped && count > 0 && count % 3 === 0) shown.unshift(",");
		shown.unshift(digit);
		count++;
	};
	for (const [index, token] of [...tokens.entries()].reverse()) {
		if (token.type === "literal") shown.unshift(token.text);
		if (token.type === "percent") shown.unshift("%");
		if (token.type !== "digit") continue;
		const digit = digits.pop();
		if (digit !== undefined) put(digit);
		else if (token.mark === "0") put("0");
		if (index === first)
			for (const rest of digits.splice(0).reverse()) put(rest);
	}
	return shown.join("");
}

function showDecimals(decimals: string, tokens: readonly Token[]): string {
	const digits = [...decimals];
	let lastNeeded = digits.length - 1;
	const marks = tokens.flatMap((token) =>
		token.type === "digit" ? [token.mark] : [],
	);
	while (
		lastNeeded >= 0 &&
		digits[lastNeeded] === "0" &&
		marks[lastNeeded] !== "0"
	)
		lastNeeded--;
	let place = 0;
	return tokens
		.map((token) => {
			if (token.type === "point") return ".";
			if (token.type === "literal") return token.text;
			if (token.type === "percent") return "%";
			if (token.type !== "digit") return "";
			const index = place++;
			return index <= lastNeeded ? (digits[index] ?? "") : "";
		})
		.join("");
}
