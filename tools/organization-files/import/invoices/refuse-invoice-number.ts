import type { Item } from "../../../../shared/dynamodb/reads/batch-get.ts";
import {
	isInvoiceId,
	toInvoiceId,
} from "../../../../shared/invoices/invoice-id.ts";
import { toInvoiceDetails } from "../../../../shared/invoices/invoices.store.ts";
import { pointedSlug } from "../../../../shared/invoices/item/number-pointers.store.ts";
import { refused } from "../../organization-file-error.ts";
import type { EntryOf } from "../../schema.ts";

/**
 * Refuses an entry whose slug is the id of another number, or that would change the number its slug is derived from
 * (R5).
 *
 * @param existing The item with the slug.
 * @throws OrganizationFileError
 */
export function refuseInvoiceNumber(
	entry: EntryOf<"invoices">,
	existing: Item | undefined,
	pointer: string,
) {
	if (existing && pointedSlug(existing) !== undefined) {
		throw refused(`${pointer}/slug`, idOfAnotherNumber);
	}
	const stored = existing && storedNumber(existing);
	if (stored) return refuseChange(entry, stored, pointer);
	const wanted = numberOf(entry);
	if (wanted && isInvoiceId(entry.slug) && entry.slug !== idOf(wanted)) {
		throw refused(`${pointer}/slug`, idOfAnotherNumber);
	}
}

const idOfAnotherNumber =
	"must NOT be the id of another invoice number: choose a slug of your own";

interface InvoiceNumber {
	vendorId: string;
	invoiceNumber: string;
}

function storedNumber(existing: Item): InvoiceNumber | undefined {
	const { vendorId, facts } = toInvoiceDetails(existing);
	return numberOf({ vendorId, invoiceNumber: facts.invoiceNumber });
}

/** Undefined when the invoice has no number. An invoice with a number always has a vendor. */
function numberOf({
	vendorId,
	invoiceNumber,
}: {
	[Name in keyof InvoiceNumber]?: string | null | undefined;
}): InvoiceNumber | undefined {
	return vendorId && invoiceNumber ? { vendorId, invoiceNumber } : undefined;
}

/** The vendor and number of an invoice created over the API never change: its id is derived from them. */
function refuseChange(
	entry: EntryOf<"invoices">,
	stored: InvoiceNumber,
	pointer: string,
) {
	const { vendorId, invoiceNumber } = { ...stored, ...entry };
	const isOtherVendor = vendorId !== stored.vendorId;
	const isIdOfNumber = entry.slug === idOf(stored);
	if (isOtherVendor && isIdOfNumber) {
		throw refused(
			`${pointer}/vendorId`,
			"must NOT change: the slug follows from it",
		);
	}
	if (isIdOfNumber && entry.slug !== idOf({ vendorId, invoiceNumber })) {
		throw refused(
			`${pointer}/invoiceNumber`,
			"must NOT change: the slug follows from it",
		);
	}
	if (isOtherVendor && entry.invoiceNumber === undefined) {
		throw refused(
			`${pointer}/vendorId`,
			"must NOT change without an invoiceNumber of the new vendor",
		);
	}
}

const idOf = ({ vendorId, invoiceNumber }: InvoiceNumber) =>
	toInvoiceId(vendorId, invoiceNumber);
