import { quote } from "../../../client/src/payment-file/cells/quote.ts";
import {
	type FindVendors,
	indexVendors,
	type NamedVendor,
	toComparable,
} from "../../../client/src/payment-file/payments/vendors.ts";
import type { FilePayment } from "../reader/messages.ts";
import { may, type Session } from "../service/session.ts";
import {
	type InvoiceName,
	type PayRow,
	type Problem,
	unknownVendor,
} from "./rows.ts";

interface OpenInvoice {
	id: string;
	invoiceNumber: string;
	vendorId: string | null;
}

/** The vendors and invoices that texts of the file can mean. */
export interface KnownNames {
	vendors: readonly NamedVendor[];
	find: FindVendors;
	/** Open invoices by the numbers that rows name without a vendor. */
	open: ReadonlyMap<string, readonly OpenInvoice[]>;
	/** Whether there are more open invoices than were looked at. */
	isIncomplete: boolean;
}

/** What a person has said. */
export interface NameAnswers {
	/** Vendors by the text of the file. */
	vendors: ReadonlyMap<string, string>;
	/** Whether the vendors that were proposed for rows without one are right. */
	confirmsProposals: boolean;
}

/** It would take too long to look through more open invoices than these. */
export const openInvoicesMax = 5_000;

/** Reads the vendors, and the open invoices for rows that name no vendor. */
export async function readNames(
	session: Session,
	rows: readonly PayRow[],
	onProgress: (read: number) => void,
): Promise<KnownNames> {
	const payments = rows.flatMap(({ payment }) => payment ?? []);
	const byNumber = payments.filter((one) => one.invoiceId === undefined);
	const vendors: NamedVendor[] = [];
	if (may(session, "vendors:read") && byNumber.length > 0)
		for await (const { vendorId, name } of session.client.listVendors({
			limit: 100,
		})) {
			vendors.push({ vendorId, name });
			onProgress(vendors.length);
		}
	const wanted = new Map<string, OpenInvoice[]>();
	for (const { vendor, invoiceNumber } of byNumber)
		if (!vendor && invoiceNumber) wanted.set(toComparable(invoiceNumber), []);
	let read = 0;
	if (wanted.size > 0 && may(session, "invoices:read"))
		for await (const {
			id,
			invoiceNumber,
			vendorId,
		} of session.client.listInvoices({ open: true, limit: 100 })) {
			if (invoiceNumber !== null)
				wanted
					.get(toComparable(invoiceNumber))
					?.push({ id, invoiceNumber, vendorId });
			onProgress(++read);
			if (read >= openInvoicesMax) break;
		}
	return {
		vendors,
		find: indexVendors(vendors),
		open: wanted,
		isIncomplete: read >= openInvoicesMax,
	};
}

/** A vendor of the file that is not certain. */
export interface VendorQuestion {
	text: string;
	/** Empty when no vendor has the name. */
	candidates: readonly NamedVendor[];
	rows: number;
}

export function findVendorQuestions(
	rows: readonly PayRow[],
	names: KnownNames,
): VendorQuestion[] {
	const questions = new Map<string, VendorQuestion>();
	for (const { payment, isLeftOut } of rows) {
		const text = payment?.vendor;
		if (!text || isLeftOut || payment.invoiceId !== undefined) continue;
		const key = toComparable(text);
		const candidates = names.find(text);
		if (candidates.length === 1) continue;
		const known = questions.get(key);
		if (known) known.rows += 1;
		else questions.set(key, { text, candidates, rows: 1 });
	}
	return [...questions.values()];
}

/** A row that names no vendor, with the one open invoice that has its number. */
export interface Proposal {
	row: PayRow;
	invoice: OpenInvoice;
}

export const findProposals = (
	rows: readonly PayRow[],
	names: KnownNames,
): Proposal[] =>
	rows.flatMap((row) => {
		const { payment, isLeftOut } = row;
		if (!payment || isLeftOut || payment.vendor) return [];
		if (payment.invoiceId !== undefined) return [];
		const found = names.open.get(toComparable(payment.invoiceNumber ?? ""));
		const [invoice, other] = found ?? [];
		return invoice && !other ? [{ row, invoice }] : [];
	});

/** The invoice that a row means, or why that is not certain. */
export function nameInvoice(
	{ invoiceId, invoiceNumber = "", vendor }: FilePayment,
	names: KnownNames,
	answers: NameAnswers,
): InvoiceName | Problem {
	if (invoiceId !== undefined) return { slug: invoiceId };
	if (vendor === undefined) return nameByNumber(invoiceNumber, names, answers);
	const answered = answers.vendors.get(toComparable(vendor));
	if (answered) return { vendorId: answered, invoiceNumber };
	const [found, other] = names.find(vendor);
	if (found && !other) return { vendorId: found.vendorId, invoiceNumber };
	return other
		? {
				code: "VENDOR",
				message: `${quote(vendor)} may be several vendors; write the vendor's id`,
			}
		: unknownVendor(vendor);
}

function nameByNumber(
	number: string,
	{ open, isIncomplete }: KnownNames,
	{ confirmsProposals }: NameAnswers,
): InvoiceName | Problem {
	const [invoice, other] = open.get(toComparable(number)) ?? [];
	const problem = (message: string) => ({ code: "VENDOR", message });
	if (!invoice)
		return problem(
			`the vendor is missing, and no open invoice has the number ${quote(number)}${isIncomplete ? ` among the ${openInvoicesMax} that were looked at` : ""}`,
		);
	if (other)
		return problem(
			`the vendor is missing, and several open invoices have the number ${quote(number)}`,
		);
	if (!confirmsProposals)
		return problem(
			"the vendor is missing, and the one that was proposed is not confirmed",
		);
	return { slug: invoice.id };
}
