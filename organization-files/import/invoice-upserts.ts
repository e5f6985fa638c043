import { type Money, toMoney, ZERO } from "../../shared/domain/money.ts";
import { type Item, storedAs } from "../../shared/store/dynamodb/batch-get.ts";
import {
	fromStoredNumber,
	toStoredNumber,
} from "../../shared/store/dynamodb/numbers.ts";
import {
	changedInvoice,
	packFacts,
	unpackFacts,
} from "../../shared/store/invoices/invoice-facts.ts";
import type { InvoiceItem } from "../../shared/store/invoices/invoices.ts";
import { invoiceKey } from "../../shared/store/keys.ts";
import { refused } from "../organization-file-error.ts";
import type { OrganizationFile } from "../schema.ts";
import {
	entryStatement,
	type ImportContext,
	isUnchanged,
} from "./entry-statement.ts";
import type { FileUpsert } from "./file-upsert.ts";
import { toImportDigest } from "./import-digest.ts";

type InvoiceEntry = NonNullable<OrganizationFile["invoices"]>[number];

export function invoiceUpserts(
	context: ImportContext,
	{ org, invoices = [] }: OrganizationFile,
): FileUpsert[] {
	return invoices.map((entry, index) => {
		const pointer = `/invoices/${index}`;
		const key = invoiceKey(org.id, entry.slug);
		const importDigest = toImportDigest(entry);
		return {
			key,
			pointer,
			toStatement(existing) {
				if (isUnchanged(existing, importDigest)) return undefined;
				const due = remainingDue(entry, paidHere(existing), pointer);
				return entryStatement(context, existing, {
					key,
					importDigest,
					described: toAttributes(entry, due),
					initial: newInvoice(context.now),
					changed: existing && changedInvoice(existing, context.now),
				});
			},
		};
	});
}

const newInvoice = (now: Date) => ({
	paid: toStoredNumber(ZERO),
	payments: [],
	paymentPages: 0,
	version: 1,
	facts: packFacts({ ...unpackFacts(undefined), createdAt: now.toISOString() }),
});

/** Contract 2: the file's due, less what was paid here since the invoice first came. */
function remainingDue(
	{ amount, due = amount }: InvoiceEntry,
	paid: Money,
	pointer: string,
): Money {
	const remaining = toMoney(due).minus(paid);
	if (remaining.gte(ZERO)) return remaining;
	throw refused(
		`${pointer}/due`,
		`must be >= ${paid.toFixed()}, which has been paid here`,
	);
}

function paidHere(existing: Item | undefined): Money {
	if (!existing) return ZERO;
	return fromStoredNumber(storedAs<InvoiceItem>(existing).paid);
}

/** A `lock` that the file does not name is left alone. */
function toAttributes(
	{
		slug,
		vendorId,
		state,
		amount,
		platformPaymentInFlight = false,
		lock,
	}: InvoiceEntry,
	due: Money,
) {
	return {
		slug,
		vendorId: vendorId ?? null,
		state,
		amount: toStoredNumber(toMoney(amount)),
		due: toStoredNumber(due),
		platformPaymentInFlight,
		...(lock && { lock }),
	};
}
