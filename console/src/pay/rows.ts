import type { PaymentRunCheckItem } from "../../../client/src/generated/openapi.ts";
import type { RequestBody } from "../../../client/src/operations/operation-types.ts";
import { quote } from "../../../client/src/payment-file/cells/quote.ts";
import { findContradictions } from "../../../client/src/payment-file/payments/agreement.ts";
import { formatAmount } from "../parts/money.tsx";
import type {
	FilePayment,
	FileRow,
	RowProblem,
	RowTexts,
} from "../reader/messages.ts";

export type RunEntry = RequestBody<"createPaymentRun">["resources"][number];

export interface Problem {
	code: string;
	message: string;
}

/** A row of the file on its way to a payment. */
export interface PayRow extends FileRow {
	/** What a person has typed in place of what the file says. */
	correction?: RowTexts;
	/** A person has said that this row is not to be paid. */
	isLeftOut: boolean;
	/** Whether the row was changed since the last check. */
	isChanged: boolean;
	/** What the check says about the payment of the row. */
	check?: PaymentRunCheckItem;
	/** The open invoice that may be meant in place of one that does not exist. */
	similar?: string;
	/** Why the row cannot be sent, although it could be read: its vendor is not certain. */
	nameProblem?: Problem;
}

export const toPayRow = (row: FileRow): PayRow => ({
	...row,
	isLeftOut: false,
	isChanged: false,
});

/** Why the row cannot be paid as it is; empty when it can, or is left out. */
export function problemsOf(row: PayRow): readonly Problem[] {
	if (row.isLeftOut) return [];
	if (row.problems.length > 0) return row.problems;
	if (row.nameProblem) return [row.nameProblem];
	const { check, payment } = row;
	if (!check || row.isChanged) return [];
	return [
		...(payment ? findContradictions(saidOfInvoice(payment), check) : []),
		...problemOfCheck(check),
	];
}

/** An invoice that was found by its vendor has that vendor, whatever name the file uses for it. */
function saidOfInvoice({ vendor, ...said }: FilePayment): FilePayment {
	const isFoundById = said.invoiceId !== undefined;
	return isFoundById && vendor !== undefined ? { ...said, vendor } : said;
}

/** Why the service says that a payment cannot be made; empty when it can. */
export function problemOfCheck(check: PaymentRunCheckItem): Problem[] {
	const { status, reason, due, currency } = check;
	if (status === null || status === "DONE" || isLeftOutOnPurpose(check))
		return [];
	const code = reason ?? "OTHER";
	const message =
		reason === "AMOUNT_EXCEEDS" && due !== null
			? `${formatAmount(currency, due)} is due`
			: (problemTexts[code] ?? code);
	return [{ code, message }];
}

/** The run leaves such payments out on purpose (runs P2). A payment that is skipped for another reason should be made. */
export const isLeftOutOnPurpose = ({
	status,
	reason,
}: Pick<PaymentRunCheckItem, "status" | "reason">): boolean =>
	status === "SKIPPED" &&
	(reason === "ALREADY_RECORDED" || reason === "REPEATED");

const problemTexts: Readonly<Record<string, string>> = {
	NOT_FOUND: "no invoice has this number",
	INVALID_STATE: "the invoice is not approved",
	PLATFORM_PAYMENT_IN_FLIGHT: "a payment of it is under way on the platform",
	LOCK_HELD: "somebody else works on it at the moment",
};

/** Problems as titles of groups of rows. */
export const problemTitles: Readonly<Record<string, string>> = {
	ROW: "The row cannot be read",
	INVOICE: "The invoice number is not certain",
	VENDOR: "The vendor is not certain",
	AMOUNT: "The amount is not certain",
	CURRENCY: "The currency is another one",
	UTR: "The UTR is not certain",
	DATE: "The payment date cannot be read",
	DATE_ORDER: "The payment date may be two days",
	NARRATION: "The narration cannot be read",
	TOTAL: "A total is not the sum of its rows",
	HIDDEN: "The row is hidden or filtered out",
	NOT_FOUND: "There is no such invoice",
	INVALID_STATE: "The invoice is not approved",
	PLATFORM_PAYMENT_IN_FLIGHT: "A payment is under way on the platform",
	AMOUNT_EXCEEDS: "The amount is more than is due",
	LOCK_HELD: "Somebody else works on the invoice",
	ALREADY_RECORDED: "Recorded already",
	REPEATED: "The same as an earlier row",
	BATCH_STOPPED: "The run was stopped before",
	PROCESSING_FAILED: "The service gave up",
};

export const warningTitles: Readonly<Record<string, string>> = {
	ALREADY_RECORDED: "Recorded already",
	REPEATED: "The same as an earlier row",
	DATE_IN_FUTURE: "The date is in the future",
	DATE_LONG_AGO: "The date is more than a year ago",
};

/** Whether a row is meant to be a payment, and not the total of others. */
export const isPayment = ({ isTotal, problems }: PayRow) =>
	!isTotal || problems.length > 0;

/** The texts of the file, or what a person has typed in their place. */
export const textsOf = ({ texts, correction }: PayRow): RowTexts =>
	correction ?? texts;

export function invoiceOf(row: PayRow): string {
	const { invoiceNumber, invoiceId } = textsOf(row);
	return row.check?.invoiceNumber ?? invoiceNumber ?? invoiceId ?? "";
}

export function vendorOf(row: PayRow): string {
	const { check } = row;
	return check?.vendorName ?? textsOf(row).vendor ?? check?.vendorId ?? "";
}

/** How the service finds the invoice. */
export type InvoiceName = Pick<RunEntry, "slug" | "vendorId" | "invoiceNumber">;

export const toEntry = (
	row: PayRow,
	payment: FilePayment,
	name: InvoiceName,
): RunEntry => ({
	...name,
	// The reader takes amounts of up to 15 digits, which are sent with exactly these digits.
	amount: Number(payment.amount),
	...(payment.utr !== undefined && { utr: payment.utr }),
	...(payment.narration !== undefined && { narration: payment.narration }),
	...(payment.paymentDate !== undefined && {
		paymentDate: payment.paymentDate,
	}),
	ref: String(row.number),
});

export const unknownVendor = (text: string): RowProblem => ({
	code: "VENDOR",
	message: `no vendor has the name or id ${quote(text)}`,
});
