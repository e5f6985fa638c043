import type { Item } from "../../../shared/dynamodb/reads/batch-get.ts";
import type { Table } from "../../../shared/dynamodb/table.ts";
import { toReversalRecord } from "../../../shared/invoices/invoice.record.ts";
import type {
	InvoiceFacts,
	InvoiceLock,
	Payment,
} from "../../../shared/invoices/invoice.ts";
import { shownInvoiceTexts } from "../../../shared/invoices/invoice.ts";
import {
	toInvoice,
	toInvoiceDetails,
} from "../../../shared/invoices/invoices.store.ts";
import { toInvoiceHistory } from "../../../shared/invoices/item/invoice-history.store.ts";
import { pointedSlug } from "../../../shared/invoices/item/number-pointers.store.ts";
import { readPaymentsPages } from "../../../shared/invoices/item/payments-pages.store.ts";
import { withReversals } from "../../../shared/payments/reversals/page-reversals.store.ts";
import { toPresent } from "../../../shared/schemas/described.ts";

/** Exports invoices with all their payments, oldest first: archived ones, then those in the invoice's item. */
export async function* exportInvoices(
	table: Table,
	organizationId: string,
	items: readonly Item[],
) {
	for (const item of items) {
		if (pointedSlug(item) !== undefined) continue;
		const invoice = { ...toInvoiceDetails(item), ...toInvoiceHistory(item) };
		const { slug, vendorId, state, amount, due, facts } = invoice;
		const { platformPaymentInFlight, lock, createdBy, updatedBy } = invoice;
		const { approvedAt, approvedBy } = facts;
		const archived = await readArchivedPayments(table, organizationId, item);
		yield {
			slug,
			...(vendorId && { vendorId }),
			state,
			amount,
			due,
			...toExportedFacts(facts),
			platformPaymentInFlight,
			...(lock && { lock: toExportedLock(lock) }),
			createdBy,
			updatedBy,
			approvedAt,
			approvedBy,
			payments: [...archived, ...invoice.payments].map(toExportedPayment),
		};
	}
}

/**
 * Reads the archived payments of one invoice at a time, which bounds the memory. It reads only the pages that the invoice
 * had when it was read, because payments that were archived later were read with the invoice.
 */
async function readArchivedPayments(
	table: Table,
	organizationId: string,
	invoice: Item,
): Promise<Payment[]> {
	const { slug, paymentPages } = toInvoice(invoice);
	if (paymentPages === 0) return [];
	const pages = Array.from({ length: paymentPages }, (_, page) => ({
		slug,
		page,
	}));
	const read = await readPaymentsPages(table, organizationId, pages);
	const archived: Payment[] = [];
	for (const [page, payments] of read.entries()) {
		archived.push(...(await withReversals(table, invoice, { page, payments })));
	}
	return archived;
}

/** The facts in the format of an organization file, in which unknown facts are omitted. */
function toExportedFacts(facts: InvoiceFacts) {
	const { invoiceNumber } = facts;
	return {
		...(invoiceNumber !== null && { invoiceNumber }),
		...toPresent(shownInvoiceTexts, facts),
	};
}

/** The lock with a fixed order of properties, since DynamoDB does not preserve the order of a map's members. */
const toExportedLock = ({ holder, expiresAt }: InvoiceLock) => ({
	holder,
	expiresAt,
});

/** The payment in the format of contract 4, in which absent values are null. */
function toExportedPayment(payment: Payment) {
	const { id, amount, utr, narration, paymentDate } = payment;
	const { accountingSyncState, createdAt, batch } = payment;
	const { userId, keyId, idempotencyKey } = payment;
	return {
		id,
		amount,
		utr,
		narration,
		paymentDate,
		accountingSyncState,
		createdAt,
		batch,
		userId,
		keyId,
		idempotencyKey,
		...toReversalRecord(payment),
	};
}
