import { toComparable } from "./vendors.ts";

/**
 * Finds the number that may be meant. Spreadsheets turn 000002 into 2, and 31.10 into 31.1; people leave out or add
 * blanks and punctuation.
 */
export function findSimilarNumber(
	number: string,
	candidates: readonly string[],
): string | undefined {
	const wanted = toCore(number);
	return wanted === ""
		? undefined
		: candidates.find((one) => toCore(one) === wanted);
}

/** Letters and digits without zeros at the start of the number, and at the end of its decimals. */
const toCore = (number: string): string =>
	toComparable(number)
		.replace(/(\.\d*?)0+$/, "$1")
		.replace(/[^\p{L}\p{N}]/gu, "")
		.replace(/(?<!\d)0+(?=\d)/g, "");
