import type { RowProblem } from "../../payment-file/payments/payment.ts";
import { count } from "./figures.ts";

/** Why a payment cannot be made, or was not: what the file says, or what the service answers. */
export type ProblemCode = RowProblem["code"] | ServiceReason;

export const serviceReasons = [
	...(["NOT_FOUND", "INVALID_STATE", "PLATFORM_PAYMENT_IN_FLIGHT"] as const),
	...(["AMOUNT_EXCEEDS", "LOCK_HELD", "ALREADY_RECORDED", "REPEATED"] as const),
	...(["BATCH_STOPPED", "PROCESSING_FAILED", "OTHER"] as const),
] as const;

export type ServiceReason = (typeof serviceReasons)[number];

export interface Problem {
	code: ProblemCode;
	message: string;
}

const titles: Readonly<Record<ProblemCode, string>> = {
	ROW: "The row cannot be read",
	INVOICE: "The invoice number",
	VENDOR: "The vendor",
	AMOUNT: "The amount",
	CURRENCY: "The currency",
	UTR: "The UTR",
	DATE: "The payment date",
	DATE_ORDER:
		"The payment date may be two days (--date-format day-first or month-first says which)",
	NARRATION: "The narration",
	TOTAL: "The total",
	HIDDEN: "Hidden or filtered out",
	NOT_FOUND: "There is no such invoice",
	INVALID_STATE: "The invoice is not approved",
	PLATFORM_PAYMENT_IN_FLIGHT:
		"A payment of the invoice on the platform has not settled yet",
	AMOUNT_EXCEEDS: "The amount is more than is due",
	LOCK_HELD: "Another action on the invoice is in progress",
	ALREADY_RECORDED: "The payment is recorded already",
	REPEATED: "The same payment is in an earlier row",
	BATCH_STOPPED: "The run was stopped before",
	PROCESSING_FAILED: "The service gave up",
	OTHER: "The service refused",
};

/** The code of a reason of the service. A reason that is newer than this program is `OTHER`. */
export const toProblemCode = (reason: string): ProblemCode =>
	serviceReasons.find((one) => one === reason) ?? "OTHER";

export interface RowWithProblems {
	number: number;
	problems: readonly Problem[];
}

const linesMax = 10;

/** Lists rows by what is wrong with them: a title for each kind, then its rows. */
export function describeProblems(rows: readonly RowWithProblems[]): string[] {
	const kinds = new Map<ProblemCode, { number: number; message: string }[]>();
	for (const { number, problems } of rows)
		for (const { code, message } of problems) {
			const kind = kinds.get(code) ?? [];
			kinds.set(code, kind);
			kind.push({ number, message });
		}
	return [...kinds].flatMap(([code, lines]) => [
		`  ${titles[code]} (${count(lines.length, "row")})`,
		...lines
			.slice(0, linesMax)
			.map(({ number, message }) => `    row ${number}: ${message}`),
		...describeMore(lines.slice(linesMax)),
	]);
}

const numbersMax = 40;

function describeMore(lines: readonly { number: number }[]): string[] {
	if (lines.length === 0) return [];
	const numbers = lines.slice(0, numbersMax).map(({ number }) => number);
	const more = lines.length > numbersMax ? ", …" : "";
	return [`    and rows ${numbers.join(", ")}${more}`];
}
