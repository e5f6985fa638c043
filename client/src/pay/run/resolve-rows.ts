import type { ProcurementPaymentsClient } from "../../client.ts";
import { quote } from "../../payment-file/cells/quote.ts";
import type {
	FilePayment,
	RowProblem,
} from "../../payment-file/payments/payment.ts";
import {
	type FindVendors,
	indexVendors,
	type NamedVendor,
	toComparable,
} from "../../payment-file/payments/vendors.ts";
import type { Terminal } from "../command-line/terminal.ts";
import type { LoadedRow } from "../file/load-file.ts";
import { nearest } from "../output/nearest.ts";
import type { PayRow, RunEntry } from "./pay-row.ts";

/**
 * Finds the vendors and the invoices that rows name by texts, and makes an entry of each row. The entry depends only on
 * the records of vendors and invoices, not on what was paid, so that the same file is the same run before and after.
 */
export async function resolveRows(
	client: ProcurementPaymentsClient,
	rows: readonly LoadedRow[],
	terminal: Terminal,
): Promise<PayRow[]> {
	const byNumber = rows.flatMap(({ payment }) =>
		payment && payment.invoiceId === undefined ? payment : [],
	);
	const vendors = byNumber.some(({ vendor }) => vendor)
		? await readVendors(client, terminal)
		: [];
	const context: Context = {
		findVendors: indexVendors(vendors),
		vendors,
		invoices: await findByNumberAlone(client, byNumber, terminal),
	};
	return rows.map((row) => resolveRow(row, context));
}

interface Context {
	findVendors: FindVendors;
	vendors: readonly NamedVendor[];
	/** The invoices of each number that a row names without a vendor. */
	invoices: ReadonlyMap<string, readonly string[]>;
}

async function readVendors(
	client: ProcurementPaymentsClient,
	{ progress }: Terminal,
): Promise<NamedVendor[]> {
	const vendors: NamedVendor[] = [];
	progress.start("Reading vendors", 0);
	for await (const { vendorId, name } of client.listVendors({ limit: 100 }))
		vendors.push({ vendorId, name });
	progress.stop();
	return vendors;
}

/** Reading more invoices takes too long, so that such rows must name the vendor. */
const invoicesMax = 20_000;

async function findByNumberAlone(
	client: ProcurementPaymentsClient,
	payments: readonly FilePayment[],
	{ progress }: Terminal,
): Promise<ReadonlyMap<string, readonly string[]>> {
	const found = new Map<string, string[]>();
	for (const { vendor, invoiceNumber } of payments)
		if (!vendor && invoiceNumber) found.set(toComparable(invoiceNumber), []);
	if (found.size === 0) return found;
	let read = 0;
	progress.start("Looking for invoices without a vendor", invoicesMax);
	for await (const { id, invoiceNumber } of client.listInvoices({
		limit: 100,
	})) {
		if (invoiceNumber !== null)
			found.get(toComparable(invoiceNumber))?.push(id);
		progress.update(++read);
		if (read >= invoicesMax) break;
	}
	progress.stop();
	return read >= invoicesMax ? new Map() : found;
}

function resolveRow(row: LoadedRow, context: Context): PayRow {
	const { payment, problems } = row;
	if (!payment) return { row, problems };
	const named = nameInvoice(payment, context);
	if ("message" in named) return { row, problems: [named] };
	const { amount, utr, narration, paymentDate } = payment;
	const entry: RunEntry = {
		...named,
		// Numbers of up to 15 digits are sent with exactly these digits.
		amount: Number(amount),
		...(utr !== undefined && { utr }),
		...(narration !== undefined && { narration }),
		...(paymentDate !== undefined && { paymentDate }),
		ref: String(row.number),
	};
	return { row, entry, problems: [] };
}

type InvoiceName = Pick<RunEntry, "slug" | "vendorId" | "invoiceNumber">;

function nameInvoice(
	{ invoiceId, invoiceNumber = "", vendor }: FilePayment,
	{ findVendors, vendors, invoices }: Context,
): InvoiceName | RowProblem {
	if (invoiceId !== undefined) return { slug: invoiceId };
	if (vendor === undefined) return nameByNumber(invoiceNumber, invoices);
	const [found, other] = findVendors(vendor);
	if (found && !other) return { vendorId: found.vendorId, invoiceNumber };
	const message = other
		? `${quote(vendor)} may be several vendors; write the vendor's id, such as ${quote(other.vendorId)}`
		: `no vendor has the name or id ${quote(vendor)}${suggest(vendor, vendors)}`;
	return { code: "VENDOR", message };
}

function suggest(text: string, vendors: readonly NamedVendor[]): string {
	const similar = nearest(
		text,
		vendors.map(({ name }) => name),
	);
	return similar === undefined ? "" : `; there is ${quote(similar)}`;
}

function nameByNumber(
	invoiceNumber: string,
	invoices: Context["invoices"],
): InvoiceName | RowProblem {
	const [slug, other] = invoices.get(toComparable(invoiceNumber)) ?? [];
	if (slug !== undefined && other === undefined) return { slug };
	return {
		code: "VENDOR",
		message:
			other === undefined
				? `the vendor is missing, and no invoice was found that has the number ${quote(invoiceNumber)}`
				: `the vendor is missing, and several invoices have the number ${quote(invoiceNumber)}`,
	};
}
