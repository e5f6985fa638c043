import type { Cell } from "../sheets/sheet.ts";
import { isCurrencyCode } from "./currency.ts";

export type ReadAmount =
	| {
			/** A decimal in its shortest form, such as `100000.1`, with at most 15 digits. */
			amount: string;
			/** The currency that the cell shows: a code such as `INR`, or a sign that several currencies have. */
			currency?: string;
	  }
	| {
			/** A predicate, such as "is not an amount". */
			problem: string;
	  };

/**
 * Reads an amount in the forms that are common in India: `100000`, `1,00,000.00`, `₹ 1,00,000`, `Rs. 500/-`. Groups of
 * three digits (`1,000,000`) have the same value in every country that uses the comma for groups. A form that could
 * mean two amounts is a problem, never a guess.
 */
export function readAmount({ text, number, isUnformatted }: Cell): ReadAmount {
	const shown = text
		.replace(/\p{Cf}/gu, "")
		.replace(/\p{Z}+/gu, " ")
		.trim();
	if (shown === "") return { problem: "is missing" };
	const { digits, currency, problem } = splitCurrency(shown);
	const read = problem
		? { problem }
		: number === undefined
			? readDigits(digits)
			: readNumber(digits, { stored: number, isUnformatted });
	if ("problem" in read) return read;
	return { ...read, ...(currency !== undefined && { currency }) };
}

const signs: Readonly<Record<string, string>> = {
	"₹": "INR",
	RS: "INR",
	"RS.": "INR",
	"/-": "INR",
	US$: "USD",
	"€": "EUR",
	"£": "GBP",
};

const currencyPattern = String.raw`\/-|Rs\.?|US\$|\p{Sc}|[A-Za-z]{3}`;
const before = new RegExp(`^(${currencyPattern}) ?`, "iu");
const behind = new RegExp(` ?(${currencyPattern})$`, "iu");

function splitCurrency(text: string): {
	digits: string;
	currency?: string;
	problem?: string;
} {
	let digits = text;
	const found = new Set<string>();
	for (const pattern of [before, behind, behind]) {
		const [whole, sign] = pattern.exec(digits) ?? [];
		if (whole === undefined || sign === undefined) continue;
		const currency = toCurrency(sign);
		if (currency === undefined) continue;
		found.add(currency);
		digits = digits.replace(pattern, "").trim();
	}
	const [currency, other] = found;
	if (other !== undefined) return { digits, problem: "names two currencies" };
	return { digits, ...(currency !== undefined && { currency }) };
}

function toCurrency(sign: string): string | undefined {
	const upper = sign.toUpperCase();
	if (signs[upper]) return signs[upper];
	if (/^\p{Sc}$/u.test(sign)) return sign;
	return isCurrencyCode(upper) ? upper : undefined;
}

const plain = /^\d+(?:\.\d+)?$/;
/** The first group cannot be 0, since 0,500 may be half a rupee. */
const indianGroups = /^[1-9]\d?(?:,\d{2})*,\d{3}(?:\.\d+)?$/;
const groupsOfThree = /^[1-9]\d{0,2}(?:,\d{3})+(?:\.\d+)?$/;

const signed = /^(?:[-+−].*|\(.*\)|.*-)$/;
const scientific = /^\d+(?:\.\d+)?e[-+]?\d+$/i;
const decimalComma = /^\d+(?:\.\d{3})*,\d+$/;
const groupsOfPoints = /^\d{1,3}(?:\.\d{3}){2,}$/;
/** If the point separates groups, the amount is a thousand times as much. */
const pointOrGroup = /^[1-9]\d{0,2}\.\d{3}$/;

function readDigits(text: string): ReadAmount {
	// Blanks separate groups of digits in some countries.
	const digits = text.replace(/(?<=\d) (?=\d)/g, ",");
	const isMixed = digits !== text && text.includes(",");
	if (signed.test(text))
		return { problem: "has a sign or brackets, which an amount does not have" };
	if (scientific.test(text))
		return {
			problem: "was shortened by a spreadsheet; write all its digits",
		};
	if (pointOrGroup.test(text))
		return {
			problem: `may mean two amounts, since its point may separate decimals or thousands; write ${text}0 or ${text.replace(".", "")}`,
		};
	if (
		!isMixed &&
		[plain, indianGroups, groupsOfThree].some((form) => form.test(digits))
	)
		return toAmount(digits);
	if (decimalComma.test(text) || groupsOfPoints.test(text))
		return {
			problem:
				"must have commas between groups (1,00,000 or 100,000) and a point in front of decimals",
		};
	if (/^[?\uFFFD]/.test(text))
		return {
			problem: 'has a damaged sign of the rupee; save the file as "CSV UTF-8"',
		};
	return {
		problem: "is not an amount such as 100000, 1,00,000.00 or ₹ 1,00,000",
	};
}

/** Reads a number that the spreadsheet shows with these digits. */
function readNumber(
	shown: string,
	{
		stored,
		isUnformatted,
	}: { stored: string; isUnformatted?: true | undefined },
): ReadAmount {
	if (stored.startsWith("-") || signed.test(shown))
		return { problem: "has a sign or brackets, which an amount does not have" };
	const digits = shown.replaceAll(",", "");
	if (!/^\d*\.?\d*$/.test(digits) || !/\d/.test(digits))
		return {
			problem: `is shown for the number ${stored}, and is not an amount`,
		};
	const decimals = digits.split(".")[1]?.length ?? 0;
	const difference = Math.abs(Number(digits) - Number(stored));
	// The format may hide further decimals: 39.333333 is shown and paid as 39.33.
	const isRounded =
		decimals >= 2 && difference <= 0.5 * 10 ** -decimals * 1.000001;
	if (Number(digits) !== Number(stored) && !isRounded)
		return {
			problem: `is shown for the number ${stored}; format the cell so that it shows the whole amount`,
		};
	if (isUnformatted && decimals > 2)
		return {
			problem:
				"has more decimals than two, which its cell may not show; round it in the sheet",
		};
	return toAmount(digits.startsWith(".") ? `0${digits}` : digits);
}

/** The service keeps numbers of up to 15 digits exactly. */
const digitsMax = 15;

function toAmount(text: string): ReadAmount {
	const [whole = "", decimals = ""] = text.replaceAll(",", "").split(".");
	const fraction = decimals.replace(/0+$/, "");
	const amount = `${whole.replace(/^0+(?=\d)/, "")}${fraction && `.${fraction}`}`;
	if (amount === "0") return { problem: "is not above 0" };
	const digits = amount.replace(".", "").replace(/^0+/, "");
	if (digits.length > digitsMax || fraction.length > digitsMax)
		return { problem: `has more than ${digitsMax} digits` };
	return { amount };
}
