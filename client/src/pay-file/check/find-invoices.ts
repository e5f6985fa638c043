import type { ClientContext } from "../../client-context.ts";
import type { Invoice } from "../../generated/openapi.ts";
import { PermissionError } from "../../http/errors.ts";
import { RecordsClient } from "../../operations/records-client.ts";
import { pacingReads } from "../../payments/find-recorded.ts";
import { isRecordNotFound, ServiceError } from "../errors.ts";
import {
	type FileRow,
	groupBy,
	type InvoiceName,
	listed,
	type Problem,
	shown,
} from "../input/file-row.ts";

/** Up to so many invoices are read one by one. */
const singleReadsMax = 100;
/** Not found among the open invoices: read one by one for the reason, up to so many. */
const missingReadsMax = 1_000;

/**
 * Finds the invoices of a file by walking through the open invoices of the organization, a hundred to a request. A few
 * ids are read one by one, and so are those that the walk does not meet: they are closed, unknown, or were stored
 * before the lists existed. A row that names its invoice by the number gets its id, or a problem.
 */
export async function findInvoices(
	client: ClientContext,
	rows: readonly FileRow[],
	onFound: (count: number) => void,
): Promise<{ invoices: FoundInvoices; vendorNames: VendorNames }> {
	const records = new RecordsClient(client);
	const paced = new RecordsClient(pacingReads(client));
	const slugs = new Set(rows.flatMap(({ payment }) => payment?.slug ?? []));
	const named = rows.filter(({ payment }) => payment?.invoice);
	const invoices: FoundInvoices = new Map();
	const open: Invoice[] = [];
	if (slugs.size > singleReadsMax || named.length > 0)
		for await (const one of records.listInvoices({ open: true, limit: 100 })) {
			if (named.length > 0) open.push(one);
			else if (!slugs.has(one.id)) continue;
			invoices.set(one.id, one);
			onFound(Math.min(invoices.size, rows.length));
			if (named.length === 0 && invoices.size === slugs.size) break;
		}
	const missing = [...slugs].filter((slug) => !invoices.has(slug));
	for (const slug of missing.slice(0, missingReadsMax)) {
		invoices.set(slug, await readInvoice(paced, slug));
		onFound(Math.min(invoices.size, rows.length));
	}
	const vendorNames = await nameInvoices(paced, named, { invoices, open });
	return { invoices, vendorNames };
}

const readInvoice = (records: RecordsClient, slug: string) =>
	records.getInvoice(slug).catch((error: unknown) => {
		if (isRecordNotFound(error)) return null;
		throw error;
	});

/** Numbers that no open invoice has are looked up one by one for the reason, up to so many. */
const closedReadsMax = 1_000;

/** The keys are slugs. null: there is no such invoice. Absent: it is not open; why was not looked up. */
export type FoundInvoices = Map<string, Invoice | null>;

/**
 * Gives each row that names its invoice by the number the invoice's id, or a problem. The number is looked up among the
 * open invoices, and with a vendor among all of the vendor.
 *
 * @param found What is found here is added to the invoices.
 * @returns The names of the vendors, as far as they were read.
 */
async function nameInvoices(
	records: RecordsClient,
	rows: readonly FileRow[],
	found: { invoices: FoundInvoices; open: readonly Invoice[] },
): Promise<VendorNames> {
	const byNumber = groupBy(found.open, ({ invoiceNumber }) => [
		toComparable(invoiceNumber ?? ""),
	]);
	const vendorNames = await readVendorNames(records, rows);
	const vendors = groupBy(vendorNames, (one) => one.map(toComparable));
	let closedReads = 0;
	for (const row of rows) {
		const { payment } = row;
		if (!payment?.invoice) continue;
		const name = payment.invoice;
		const named = {
			name,
			ofId: found.invoices.get(payment.slug ?? "") ?? undefined,
			ofNumber: byNumber.get(toComparable(name.number)) ?? [],
			vendors: vendors.get(toComparable(name.vendor ?? "")) ?? [],
		};
		const chosen = choose(named, vendorNames);
		const isToReadClosed =
			"reason" in chosen
				? chosen.reason === "NOT_FOUND" && closedReads++ < closedReadsMax
				: !hasNumber(chosen, name.number);
		const invoice =
			isToReadClosed && !named.ofId
				? ((await readClosed(records, named, vendorNames, chosen)) ?? chosen)
				: chosen;
		if ("reason" in invoice) {
			delete payment.slug;
			row.problems.push(invoice);
			continue;
		}
		// An id says enough.
		if (named.ofId) delete payment.invoice;
		payment.slug = invoice.id;
		found.invoices.set(invoice.id, invoice);
	}
	return vendorNames;
}

/** What the name of an invoice may mean. */
interface Named {
	name: InvoiceName;
	/** The text is this invoice's id. */
	ofId: Invoice | undefined;
	/** Open invoices whose number it is. */
	ofNumber: readonly Invoice[];
	/** Ids and names of the vendors that the vendor's name may mean. */
	vendors: readonly VendorName[];
}

type VendorName = readonly [id: string, name: string];
type VendorNames = ReadonlyMap<string, string>;

/**
 * The invoice of the vendor that has the very number, spaces included: a copy of a paid file does not pay another
 * invoice whose number looks alike. Why it cannot be paid is for the checks of the invoice to say.
 */
async function readClosed(
	records: RecordsClient,
	{ name, vendors }: Named,
	vendorNames: VendorNames,
	chosen: Invoice | Problem,
): Promise<Invoice | undefined> {
	const vendorId =
		"reason" in chosen
			? (name.vendorId ?? vendors[0]?.[0])
			: (chosen.vendorId ?? undefined);
	if (vendorId === undefined) return undefined;
	const query = { vendorId, invoiceNumber: name.number };
	for await (const one of records.listInvoices(query))
		return isOf(one, name, vendorNames) ? one : undefined;
	return undefined;
}

/** As the service compares numbers. */
const hasNumber = ({ invoiceNumber }: Invoice, number: string) =>
	invoiceNumber?.toLowerCase() === number.toLowerCase();

/** A text that may mean two invoices, or a name two vendors, is a problem, never a guess. */
function choose(
	{ name, ofId, ofNumber, vendors }: Named,
	vendorNames: VendorNames,
): Invoice | Problem {
	const number = shown(name.number);
	if (ofId && ofNumber.some(({ id }) => id !== ofId.id))
		return {
			reason: "SEVERAL_INVOICES",
			message: `${number} is the id of one invoice and the number of another; name the column "Invoice id" or "Invoice number"`,
		};
	if (vendors.length > 1 && name.vendorId === undefined && !ofId)
		return {
			reason: "SEVERAL_INVOICES",
			message: `${vendors.length} vendors have the name ${shown(name.vendor ?? "")}, with the ids ${list(vendors.map(([id]) => shown(id)).toSorted())}; add a column "Vendor id", or use the invoice's id`,
		};
	const named = ofId ? [ofId] : ofNumber;
	const matching = named.filter((one) => isOf(one, name, vendorNames));
	const toNames = (invoices: readonly Invoice[]) =>
		list(invoices.map(({ vendorId }) => toVendor(vendorId, vendorNames)));
	const [invoice, other] = matching;
	if (invoice && !other) return invoice;
	if (invoice)
		return {
			reason: "SEVERAL_INVOICES",
			message: `${matching.length} open invoices have the number ${number}, of the vendors ${toNames(matching)}; add a column "Vendor" or "Vendor id", or use the invoice's id`,
		};
	return {
		reason: "NOT_FOUND",
		message:
			named.length > 0
				? `the ${ofId ? "invoice with the id" : "open invoice with the number"} ${number} is of the vendor ${toNames(named)}, not of ${shown(name.vendor ?? name.vendorId ?? "")}`
				: `no open invoice has the number ${number}: it is unknown, void or paid in full`,
	};
}

function isOf(
	{ vendorId }: Invoice,
	name: InvoiceName,
	vendorNames: VendorNames,
): boolean {
	if (name.vendorId !== undefined && name.vendorId !== vendorId) return false;
	if (name.vendor === undefined) return true;
	const [vendor, known] = [name.vendor, vendorNames.get(vendorId ?? "") ?? ""];
	return [vendorId ?? "", known]
		.map(toComparable)
		.includes(toComparable(vendor));
}

/** Without a column of vendors, the names only tell the user which vendor was found: the ids do too. */
async function readVendorNames(
	records: RecordsClient,
	rows: readonly FileRow[],
): Promise<VendorNames> {
	const names = new Map<string, string>();
	if (rows.length === 0) return names;
	const isNeeded = rows.some(({ payment }) => payment?.invoice?.vendor);
	try {
		for await (const { vendorId, name } of records.listVendors({ limit: 100 }))
			names.set(vendorId, name);
		return names;
	} catch (error) {
		if (
			!(error instanceof ServiceError && error.cause instanceof PermissionError)
		)
			throw error;
		if (!isNeeded) return names;
		throw new ServiceError(
			'The column of vendors is compared with the vendors\' names: for that the API key needs the permission vendors:read. Use a column "Vendor id" otherwise',
			{ cause: error },
		);
	}
}

/** Capitals and the width of spaces make no difference for a reader. */
export const toComparable = (text: string) =>
	text.trim().replaceAll(/\s+/g, " ").toLowerCase();

const toVendor = (vendorId: string | null, names: VendorNames) =>
	shown(names.get(vendorId ?? "") ?? vendorId ?? "unknown");

const shownMax = 3;
const list = (texts: readonly string[]) => listed(texts, shownMax);
