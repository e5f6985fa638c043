import { isDeepStrictEqual } from "node:util";
import { invoiceKey } from "../../../../shared/dynamodb/keys.ts";
import type { Item } from "../../../../shared/dynamodb/reads/batch-get.ts";
import {
	fromStoredNumber,
	toStoredNumber,
} from "../../../../shared/dynamodb/stored-values.ts";
import type { ItemWrite } from "../../../../shared/dynamodb/writes/item-write.ts";
import type { InvoiceFacts } from "../../../../shared/invoices/invoice.ts";
import { toInvoiceDetails } from "../../../../shared/invoices/invoices.store.ts";
import {
	packFacts,
	unpackFacts,
} from "../../../../shared/invoices/item/invoice-facts.store.ts";
import { touchFacts } from "../../../../shared/invoices/item/invoice-history.store.ts";
import { asInvoiceItem } from "../../../../shared/invoices/item/invoice-item.store.ts";
import {
	type Decimal,
	toDecimal,
	ZERO,
} from "../../../../shared/money/decimal.ts";
import { refused } from "../../organization-file-error.ts";
import type { EntryOf } from "../../schema.ts";
import {
	entryWrite,
	type ImportContext,
	isUnchanged,
	toImportDigest,
} from "../file-entry.ts";
import { refuseInvoiceNumber } from "./refuse-invoice-number.ts";

type InvoiceEntry = EntryOf<"invoices">;

/** An invoice of the file. */
export interface FileInvoice {
	entry: InvoiceEntry;
	/** JSON pointer of the entry. */
	pointer: string;
}

/**
 * The write of an invoice without the pointers of its number.
 *
 * @returns undefined when the invoice is as the entry describes it.
 * @throws OrganizationFileError when the change is refused.
 */
export function invoiceWrite(
	context: ImportContext,
	{ entry, pointer }: FileInvoice,
	existing: Item | undefined,
): ItemWrite | undefined {
	const importDigest = toImportDigest(entry);
	if (isUnchanged(existing, importDigest)) return undefined;
	refuseInvoiceNumber(entry, existing, pointer);
	const due = remainingDue(entry, paidHere(existing), pointer);
	const described = toAttributes(entry, due, existing);
	const facts = mergeFacts(entry, existing);
	const createdAt = context.now.toISOString();
	const change = { at: createdAt, by: null };
	const touched = existing && {
		facts: packFacts(
			touchFacts({ ...toInvoiceDetails(existing), facts }, change),
		),
	};
	const areFactsSame = isDeepStrictEqual(facts, factsOf(existing));
	return entryWrite(context, existing, {
		key: invoiceKey(context.organizationId, entry.slug),
		importDigest,
		initial: newInvoice({ ...facts, createdAt }),
		...(areFactsSame || !existing
			? { described, changed: touched }
			: { described: { ...described, ...touched }, changed: {} }),
	});
}

const newInvoice = (facts: InvoiceFacts) => ({
	paid: toStoredNumber(ZERO),
	payments: [],
	paymentPages: 0,
	version: 1,
	facts: packFacts(facts),
});

const factsOf = (existing: Item | undefined): InvoiceFacts =>
	unpackFacts(existing && asInvoiceItem(existing).facts);

/** Facts that the file omits are not changed. */
function mergeFacts(
	{ invoiceNumber, currency, invoiceDate, dueDate, description }: InvoiceEntry,
	existing: Item | undefined,
): InvoiceFacts {
	return {
		...factsOf(existing),
		...(invoiceNumber !== undefined && { invoiceNumber }),
		...(currency !== undefined && { currency }),
		...(invoiceDate !== undefined && { invoiceDate }),
		...(dueDate !== undefined && { dueDate }),
		...(description !== undefined && { description }),
	};
}

/** Contract 2: the file's due minus the payments recorded by this service. */
function remainingDue(
	{ amount, due = amount }: InvoiceEntry,
	paid: Decimal,
	pointer: string,
): Decimal {
	const remaining = toDecimal(due).minus(paid);
	if (remaining.gte(ZERO)) return remaining;
	throw refused(
		`${pointer}/due`,
		`must be >= ${paid.toFixed()}, which has been paid here`,
	);
}

function paidHere(existing: Item | undefined): Decimal {
	if (!existing) return ZERO;
	return fromStoredNumber(asInvoiceItem(existing).paid);
}

/** A `lock` that the file omits is not changed, nor is the vendor of an invoice with a number. */
function toAttributes(
	entry: InvoiceEntry,
	due: Decimal,
	existing: Item | undefined,
) {
	const { slug, vendorId, state, amount, lock } = entry;
	const { platformPaymentInFlight = false } = entry;
	const stored = existing && asInvoiceItem(existing);
	const isNumbered = factsOf(existing).invoiceNumber !== null;
	const isFlagged =
		platformPaymentInFlight || stored?.platformPaymentInFlight !== undefined;
	return {
		slug,
		vendorId: vendorId ?? (isNumbered ? stored?.vendorId : null),
		state,
		amount: toStoredNumber(toDecimal(amount)),
		due: toStoredNumber(due),
		...(isFlagged && { platformPaymentInFlight }),
		...(lock && { lock }),
	};
}
