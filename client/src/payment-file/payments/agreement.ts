import { mayBeCurrency } from "../cells/currency.ts";
import { quote } from "../cells/quote.ts";
import type { FilePayment, RowProblem } from "./payment.ts";
import { toComparable } from "./vendors.ts";

/** What the service knows about the invoice of a payment. */
export interface KnownInvoice {
	vendorId: string | null;
	vendorName: string | null;
	invoiceNumber: string | null;
	currency: string | null;
}

/** Finds where the file contradicts the invoice of a row. */
export function findContradictions(
	payment: FilePayment,
	invoice: KnownInvoice,
): RowProblem[] {
	const problems: RowProblem[] = [];
	const { currency, vendor, invoiceNumber } = payment;
	if (
		currency &&
		invoice.currency !== null &&
		!mayBeCurrency(currency, invoice.currency)
	)
		problems.push({
			code: "CURRENCY",
			message: `the file says ${quote(currency)}, and the currency of the invoice is ${invoice.currency}`,
		});
	const { vendorId, vendorName } = invoice;
	// Without the name of the invoice's vendor, nobody can say whether the file names another one.
	if (
		vendor &&
		vendorName !== null &&
		!isSame(vendorName, vendor) &&
		!isSame(vendorId ?? "", vendor)
	)
		problems.push({
			code: "VENDOR",
			message: `the file says ${quote(vendor)}, and the vendor of the invoice is ${quote(vendorName)}`,
		});
	if (
		invoiceNumber &&
		invoice.invoiceNumber !== null &&
		!isSame(invoice.invoiceNumber, invoiceNumber)
	)
		problems.push({
			code: "INVOICE",
			message: `the file says number ${quote(invoiceNumber)}, and the number of the invoice is ${quote(invoice.invoiceNumber)}`,
		});
	return problems;
}

const isSame = (one: string, other: string) =>
	toComparable(one) === toComparable(other);
