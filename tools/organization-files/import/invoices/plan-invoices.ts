import { inGroups } from "../../../../shared/collections/in-groups.ts";
import { invoiceKey } from "../../../../shared/dynamodb/keys.ts";
import {
	batchGet,
	type Item,
} from "../../../../shared/dynamodb/reads/batch-get.ts";
import { readWhole } from "../../../../shared/dynamodb/reads/read-whole.ts";
import {
	deletion,
	type ItemWrite,
	requireUnchanged,
} from "../../../../shared/dynamodb/writes/item-write.ts";
import { toInvoiceId } from "../../../../shared/invoices/invoice-id.ts";
import { toInvoiceDetails } from "../../../../shared/invoices/invoices.store.ts";
import {
	type NumberedInvoice,
	pointedSlug,
	toNumberPointerItem,
} from "../../../../shared/invoices/item/number-pointers.store.ts";
import { shorten } from "../../../../shared/text/shorten.ts";
import { type Report, refused } from "../../organization-file-error.ts";
import type { OrganizationFile } from "../../schema.ts";
import {
	type EntryUnit,
	entriesPerRead,
	type ImportContext,
	reported,
} from "../file-entry.ts";
import { type FileInvoice, invoiceWrite } from "./invoice-write.ts";

/**
 * Plans the invoices of the file. An invoice that gets a number, the pointer that reserves the number, and the deletion
 * of the pointer of a former number are one unit (R5): an import that was interrupted between them would reserve a
 * number for ever, for an invoice that does not exist or no longer has it.
 */
export async function planInvoices(
	context: ImportContext,
	{ invoices = [] }: OrganizationFile,
	report: Report,
): Promise<EntryUnit[]> {
	const units: EntryUnit[] = [];
	const entries = invoices.map((entry, index) => ({
		entry,
		pointer: `/invoices/${index}`,
	}));
	for (const group of inGroups(entries, entriesPerRead)) {
		const stored = await readInvoices(context, group);
		const decided = stored.map((one) => decideInvoice(context, one, report));
		units.push(...decided.filter(({ length }) => length > 0));
	}
	return units;
}

/** An invoice of the file with what is stored about it. */
interface ReadInvoice extends FileInvoice {
	existing: Item | undefined;
	/** The number after the import, with its pointer; undefined if none is needed, as when the slug is the number's id. */
	wanted: ReadNumber | undefined;
	/** The number that the invoice gives up. */
	former: ReadNumber | undefined;
}

interface ReadNumber {
	number: NumberedInvoice;
	/** The item under the key of the number's pointer. */
	holder: Item | undefined;
}

async function readInvoices(
	{ table, organizationId }: ImportContext,
	entries: readonly FileInvoice[],
): Promise<ReadInvoice[]> {
	const items = await batchGet(
		table,
		entries.map(({ entry }) => invoiceKey(organizationId, entry.slug)),
	);
	const numbers = entries.map((invoice, index) => {
		const wanted = wantedNumber(invoice);
		return { wanted, former: wanted && formerNumber(wanted, items[index]) };
	});
	const toPointer = (number: NumberedInvoice) =>
		toNumberPointerItem(organizationId, number);
	const keys = numbers
		.flatMap(({ wanted, former }) => [wanted, former])
		.flatMap((number) => (number ? toPointer(number) : []));
	const readHolders = async () => {
		const found = await batchGet(table, keys);
		return new Map(found.flatMap((item) => (item ? [[item.pk, item]] : [])));
	};
	// An invoice with a number promises its pointer, which may not be visible yet (ADR 20).
	const holders = await readWhole(table, readHolders, (found) =>
		numbers.every(({ former }) => !former || found.has(toPointer(former).pk)),
	);
	const toRead = (number: NumberedInvoice | undefined) =>
		number && { number, holder: holders.get(toPointer(number).pk) };
	return entries.map((invoice, index) => ({
		...invoice,
		existing: items[index],
		wanted: toRead(numbers[index]?.wanted),
		former: toRead(numbers[index]?.former),
	}));
}

const idOf = ({ vendorId, invoiceNumber }: NumberedInvoice) =>
	toInvoiceId(vendorId, invoiceNumber);

/** Undefined when the invoice has no number, or needs no pointer since its slug is the id of its number. */
function wantedNumber({ entry }: FileInvoice): NumberedInvoice | undefined {
	const { slug, vendorId, invoiceNumber } = entry;
	if (vendorId === undefined || invoiceNumber === undefined) return undefined;
	const number = { slug, vendorId, invoiceNumber };
	return idOf(number) === slug ? undefined : number;
}

function formerNumber(
	wanted: NumberedInvoice,
	existing: Item | undefined,
): NumberedInvoice | undefined {
	if (!existing || pointedSlug(existing) !== undefined) return undefined;
	const { vendorId, facts } = toInvoiceDetails(existing);
	const { invoiceNumber } = facts;
	if (!vendorId || invoiceNumber === null) return undefined;
	const former = { slug: wanted.slug, vendorId, invoiceNumber };
	return idOf(former) === idOf(wanted) ? undefined : former;
}

function decideInvoice(
	context: ImportContext,
	invoice: ReadInvoice,
	report: Report,
): EntryUnit {
	const { pointer, existing } = invoice;
	const write = reported(report, () =>
		invoiceWrite(context, invoice, existing),
	);
	const pointers = [
		...(reported(report, () => claimNumber(context, invoice)) ?? []),
		...releaseNumber(invoice),
	];
	return write
		? [{ ...write, record: { pointer, existing } }, ...pointers]
		: [];
}

function claimNumber(
	{ organizationId }: ImportContext,
	{ wanted, former, pointer }: ReadInvoice,
): ItemWrite[] {
	if (!wanted) return [];
	const { number, holder } = wanted;
	if (!holder)
		return [
			{ kind: "INSERT", item: toNumberPointerItem(organizationId, number) },
		];
	const owner = pointedSlug(holder) ?? idOf(number);
	// If the invoice has another number now, the deletion of the pointer may not be visible yet (ADR 20).
	if (owner === number.slug)
		return former ? [requireUnchanged(holder, ["pointsTo"])] : [];
	throw refused(
		`${pointer}/invoiceNumber`,
		`must NOT be the number of another invoice of the vendor: ${shorten(owner)}`,
	);
}

function releaseNumber({ former }: ReadInvoice): ItemWrite[] {
	if (!former?.holder) return [];
	const { number, holder } = former;
	return pointedSlug(holder) === number.slug
		? [deletion(holder, ["pointsTo"])]
		: [];
}
