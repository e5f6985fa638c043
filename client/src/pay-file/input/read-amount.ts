import { shown } from "./shown.ts";

export type ReadAmount =
	| { amount: string; inRupees: boolean }
	| { problem: string };

/**
 * Reads an amount in the forms that are common in India: `100000`, `1,00,000.00`, `₹ 1,00,000`, `Rs. 500/-`. Groups of
 * three digits (`1,000,000`) have the same value in every country that uses the comma for groups. A form that could mean two
 * amounts is a problem, never a guess.
 */
export function readAmount(text: string): ReadAmount {
	const trimmed = text.trim();
	if (trimmed === "") return { problem: "the amount is missing" };
	const bare = trimmed.replace(rupeeSign, "").replace(rupeeEnd, "").trim();
	const problem = refuseForm(bare);
	if (problem) return { problem: `${shown(text)}: ${problem}` };
	return { amount: toShortest(bare), inRupees: bare !== trimmed };
}

const rupeeSign = /^(?:₹|Rs\.?|INR)\s*/i;
const rupeeEnd = /(?:\s*\/-|\s+INR|\s*₹)$/i;

const plain = /^\d+(?:\.\d+)?$/;
const indianGroups = /^\d{1,2}(?:,\d{2})*,\d{3}(?:\.\d+)?$/;
const groupsOfThree = /^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/;

const signed = /^(?:[-+−].*|\(.*\)|.*-)$/;
const scientific = /^\d+(?:\.\d+)?e[-+]?\d+$/i;
const decimalComma = /^\d+(?:\.\d{3})*,\d+$/;
const groupsOfPoints = /^\d{1,3}(?:\.\d{3}){2,}$/;
/** Written with points for groups it would be a thousand times as much. */
const pointOrGroup = /^[1-9]\d{0,2}\.\d{3}$/;

/** The service keeps numbers of up to 15 digits exactly. */
const digitsMax = 15;

function refuseForm(text: string): string | undefined {
	if (signed.test(text)) return "an amount has no sign and no brackets";
	if (scientific.test(text))
		return "a spreadsheet has shortened this number; write all its digits";
	if (pointOrGroup.test(text))
		return `it is unclear whether the point separates decimals or thousands; write ${text.slice(0, -1)} or ${text.replace(".", "")}, or all decimals but three`;
	if ([plain, indianGroups, groupsOfThree].some((form) => form.test(text)))
		return refuseSize(toShortest(text));
	if (decimalComma.test(text) || groupsOfPoints.test(text))
		return "the comma must separate groups (1,00,000 or 100,000) and the point decimals";
	if (/^[?\uFFFD]/.test(text))
		return 'the sign of the rupee is damaged; save the file as "CSV UTF-8"';
	return "not an amount such as 100000, 1,00,000.00 or ₹ 1,00,000";
}

function refuseSize(amount: string): string | undefined {
	if (amount === "0") return "the amount must be above 0";
	const digits = amount.replace(".", "").replace(/^0+/, "");
	if (digits.length > digitsMax)
		return `an amount has at most ${digitsMax} digits`;
	if ((amount.split(".")[1] ?? "").length > digitsMax)
		return `an amount has at most ${digitsMax} decimals`;
	return undefined;
}

function toShortest(text: string): string {
	const [whole = "", decimals = ""] = text.replaceAll(",", "").split(".");
	const fraction = decimals.replace(/0+$/, "");
	return `${whole.replace(/^0+(?=\d)/, "")}${fraction && `.${fraction}`}`;
}
