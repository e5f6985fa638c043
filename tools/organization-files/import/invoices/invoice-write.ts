import { isDeepStrictEqual } from "node:util";
import { invoiceKey } from "../../../../shared/dynamodb/keys.ts";
import type { Item } from "../../../../shared/dynamodb/reads/batch-get.ts";
import {
	fromStoredNumber,
	toStoredNumber,
} from "../../../../shared/dynamodb/stored-values.ts";
import type { ItemWrite } from "../../../../shared/dynamodb/writes/item-write.ts";
import { toApproval } from "../../../../shared/invoices/approval.ts";
import {
	describedInvoice,
	type InvoiceFacts,
} from "../../../../shared/invoices/invoice.ts";
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
import { toDetails, toGiven } from "../../../../shared/schemas/described.ts";
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
 * Makes the write of an invoice, without the pointers of its number.
 *
 * @returns Undefined when the invoice is as the entry describes it.
 * @throws OrganizationFileError When the change is refused.
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
	const now = context.now.toISOString();
	const known = existing
		? unpackFacts(asInvoiceItem(existing).facts)
		: { ...noFacts, createdAt: now };
	const facts = mergeFacts(entry, known);
	const change = { at: now, by: null };
	const described = toAttributes(entry, due, existing);
	const touched = existing && {
		facts: packFacts({
			...touchFacts({ ...toInvoiceDetails(existing), facts }, change),
			...toApproval(entry.state, change, toInvoiceDetails(existing)),
		}),
	};
	const areFactsSame = isDeepStrictEqual(facts, known);
	return entryWrite(context, existing, {
		key: invoiceKey(context.organizationId, entry.slug),
		importDigest,
		initial: newInvoice({ ...facts, ...toApproval(entry.state, change) }),
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

const noFacts = {
	invoiceNumber: null,
	...toDetails(describedInvoice, {}),
	createdBy: null,
	updatedAt: null,
	updatedBy: null,
	approvedAt: null,
	approvedBy: null,
};

/** Facts that the file omits are not changed. */
function mergeFacts(
	{ invoiceNumber, ...entry }: InvoiceEntry,
	known: InvoiceFacts,
): InvoiceFacts {
	return {
		...known,
		...(invoiceNumber !== undefined && { invoiceNumber }),
		...toGiven(describedInvoice, entry),
	};
}

/** The file's due minus the payments recorded by this service (contract 2). */
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
	const stored = existing && toInvoiceDetails(existing);
	const isNumbered = typeof stored?.facts.invoiceNumber === "string";
	const isFlagged =
		platformPaymentInFlight || existing?.platformPaymentInFlight !== undefined;
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
