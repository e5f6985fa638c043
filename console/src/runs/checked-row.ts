import type { PaymentRunCheckItem } from "../../../client/src/generated/openapi.ts";
import {
	isLeftOutOnPurpose,
	type Problem,
	problemOfCheck,
} from "../pay/rows.ts";

/** A payment of a run, or a row of a file, as the check shows it. */
export interface CheckedRow {
	/** The number of the row in the file, or the place in the run. */
	number: number;
	invoice: string;
	/** The invoice's id, if there is one. */
	slug?: string | undefined;
	vendor: string;
	/** The amount to be paid; of a row that cannot be read, the text in the file. */
	amount: string;
	/** Whether the amount is a text of the file, which may mean another amount. */
	isUnread?: boolean;
	/** Null when it is not known. */
	currency: string | null;
	utr: string;
	paymentDate: string;
	narration: string;
	/** `PAY` means that the row can be paid as it is. */
	state: "PAY" | "PROBLEM" | "LEFT_OUT" | "TOTAL" | "CHANGED" | "LOCKED";
	problems: readonly Problem[];
	warnings: readonly string[];
	/** Why the service leaves the row out. */
	reason: string | null;
	/** The open invoice that may be meant. */
	similar?: string | undefined;
}

export const slugOf = ({ slug, reason }: PaymentRunCheckItem) =>
	reason === "NOT_FOUND" ? undefined : slug;

/** A payment of a run that somebody has prepared. */
export function toCheckedRow(check: PaymentRunCheckItem): CheckedRow {
	const problems = problemOfCheck(check);
	const { ref, position, warnings, reason } = check;
	const isLeftOut = isLeftOutOnPurpose(check);
	return {
		number: /^\d{1,9}$/.test(ref ?? "") ? Number(ref) : position + 1,
		invoice: check.invoiceNumber ?? check.slug,
		slug: slugOf(check),
		vendor: check.vendorName ?? check.vendorId ?? "",
		amount: String(check.amount),
		currency: check.currency,
		utr: check.utr ?? "",
		paymentDate: check.paymentDate ?? "",
		narration: check.narration ?? "",
		state: isLeftOut ? "LEFT_OUT" : problems.length > 0 ? "PROBLEM" : "PAY",
		problems,
		warnings,
		reason: isLeftOut ? reason : null,
	};
}
