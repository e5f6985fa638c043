import { toComparable } from "../../../client/src/payment-file/payments/vendors.ts";
import { type CheckedRow, slugOf } from "../runs/checked-row.ts";
import { answers } from "./flow.ts";
import {
	invoiceOf,
	isLeftOutOnPurpose,
	type PayRow,
	problemsOf,
	textsOf,
	vendorOf,
} from "./rows.ts";

/** A row of the file as the check shows it. */
export function toCheckedRow(
	row: PayRow,
	/** Of a row that names none, and whose invoice is not known. */
	onlyCurrency: string | null,
): CheckedRow {
	const { number, isLeftOut, isTotal, isChanged, payment, check } = row;
	const problems = problemsOf(row);
	const texts = textsOf(row);
	const isSkipped = check && isLeftOutOnPurpose(check) && !isChanged;
	return {
		number,
		invoice: invoiceOf(row),
		slug: check && !isChanged ? slugOf(check) : undefined,
		vendor: vendorOf(row) || vendorText(texts.vendor),
		amount: payment?.amount ?? texts.amount ?? "",
		isUnread: !payment,
		currency: check?.currency ?? payment?.currency ?? onlyCurrency,
		utr: payment?.utr ?? texts.utr ?? "",
		paymentDate: payment?.paymentDate ?? texts.paymentDate ?? "",
		narration: payment?.narration ?? texts.narration ?? "",
		state: isLeftOut
			? "LEFT_OUT"
			: problems.length > 0
				? "PROBLEM"
				: isTotal
					? "TOTAL"
					: isChanged || !check
						? "CHANGED"
						: isSkipped
							? "LEFT_OUT"
							: "PAY",
		problems,
		warnings: check?.warnings ?? [],
		reason: isSkipped && !isLeftOut ? (check?.reason ?? null) : null,
		similar: row.similar,
	};
}

/** A vendor that a person has chosen for a text of the file. */
const vendorText = (text = "") =>
	answers.value.vendors.get(toComparable(text)) ?? text;
