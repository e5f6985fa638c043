/** One payment, as a row of a file describes it. */
export interface FilePayment {
	/** The id of the invoice; absent when the row names it by vendor and number. */
	invoiceId?: string;
	invoiceNumber?: string;
	/** The name or the id of the vendor. */
	vendor?: string;
	/** A decimal in its shortest form, such as `100000.1`. */
	amount: string;
	/** What the row says about the currency: a code such as `INR`, or a sign that several currencies have. */
	currency?: string;
	utr?: string;
	narration?: string;
	/** The day as `YYYY-MM-DD`. */
	paymentDate?: string;
}

export interface RowProblem {
	code:
		| "ROW"
		| "INVOICE"
		| "VENDOR"
		| "AMOUNT"
		| "CURRENCY"
		| "UTR"
		| "DATE"
		| "DATE_ORDER"
		| "NARRATION"
		| "TOTAL"
		| "HIDDEN";
	message: string;
}

/** A row of the file that holds something. */
export interface PaymentRow {
	/** The number of the row in the file, as a spreadsheet shows it. */
	number: number;
	isHidden: boolean;
	/** Absent when something is wrong with the row, or the row is a total. */
	payment?: FilePayment;
	/** The row is the sum of others, and not a payment. */
	isTotal?: true;
	/** Why the row cannot be paid as it is; empty when nothing is wrong. */
	problems: readonly RowProblem[];
}
