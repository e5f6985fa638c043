import type {
	InvoiceFacts,
	InvoiceLock,
	Payment,
} from "../../shared/domain/invoices/invoice.ts";
import type { Item } from "../../shared/store/dynamodb/batch-get.ts";
import type { Table } from "../../shared/store/dynamodb/table.ts";
import { toInvoiceHistory } from "../../shared/store/invoices/invoice-history.ts";
import { toInvoiceDetails } from "../../shared/store/invoices/invoices.ts";
import { pointedSlug } from "../../shared/store/invoices/number-pointers.ts";
import { readPaymentsPages } from "../../shared/store/invoices/payments-pages.ts";

/** Invoices with all their payments, oldest first: archived ones, then those in the invoice's item. */
export async function exportInvoices(
	table: Table,
	organizationId: string,
	items: readonly Item[],
) {
	const invoices = items
		.filter((item) => pointedSlug(item) === undefined)
		.map((item) => ({ ...toInvoiceDetails(item), ...toInvoiceHistory(item) }));
	const archived = await readArchivedPayments(table, organizationId, invoices);
	return invoices.map((invoice) => {
		const { slug, vendorId, state, amount, due, facts } = invoice;
		const { platformPaymentInFlight, lock, createdBy, updatedBy } = invoice;
		const earlier = archived.get(slug) ?? [];
		return {
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
			payments: [...earlier, ...invoice.payments].map(toExportedPayment),
		};
	});
}

/**
 * Reads the archived payments by slug. Only the pages that each invoice had when it was read: payments that were
 * archived later were read with the invoice.
 */
async function readArchivedPayments(
	table: Table,
	organizationId: string,
	invoices: readonly { slug: string; paymentPages: number }[],
): Promise<Map<string, Payment[]>> {
	const pages = invoices.flatMap(({ slug, paymentPages }) =>
		Array.from({ length: paymentPages }, (_, page) => ({ slug, page })),
	);
	const archived = new Map<string, Payment[]>();
	const payments = await readPaymentsPages(table, organizationId, pages);
	pages.forEach(({ slug }, index) => {
		const earlier = archived.get(slug) ?? [];
		archived.set(slug, [...earlier, ...(payments[index] ?? [])]);
	});
	return archived;
}

/** In the format of an organization file: unknown facts are omitted. */
function toExportedFacts(facts: InvoiceFacts) {
	const { invoiceNumber, currency, invoiceDate, dueDate, description } = facts;
	return {
		...(invoiceNumber !== null && { invoiceNumber }),
		...(currency !== null && { currency }),
		...(invoiceDate !== null && { invoiceDate }),
		...(dueDate !== null && { dueDate }),
		...(description !== null && { description }),
	};
}

/** In a fixed order of properties: DynamoDB does not preserve the order of a map's members. */
const toExportedLock = ({ holder, expiresAt }: InvoiceLock) => ({
	holder,
	expiresAt,
});

/** In the format of contract 4: absent values are null. */
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
	};
}
