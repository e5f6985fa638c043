import type {
	InvoiceFacts,
	InvoiceLock,
	Payment,
} from "../../shared/domain/invoices/invoice.ts";
import { batchGet, type Item } from "../../shared/store/dynamodb/batch-get.ts";
import type { Table } from "../../shared/store/dynamodb/table.ts";
import { toInvoiceHistory } from "../../shared/store/invoices/invoice-history.ts";
import { toInvoiceDetails } from "../../shared/store/invoices/invoices.ts";
import { pointedSlug } from "../../shared/store/invoices/number-pointers.ts";
import { toPagePayments } from "../../shared/store/invoices/payments-pages.ts";
import { paymentsPageKey } from "../../shared/store/keys.ts";

export async function exportInvoices(
	table: Table,
	organizationId: string,
	items: readonly Item[],
) {
	const invoices = items
		.filter((item) => pointedSlug(item) === undefined)
		.map((item) => ({ ...toInvoiceDetails(item), ...toInvoiceHistory(item) }));
	const moved = await readMovedPayments(table, organizationId, invoices);
	return invoices.map((invoice) => {
		const { slug, vendorId, state, amount, due, facts } = invoice;
		const { platformPaymentInFlight, lock, createdBy, updatedBy } = invoice;
		const earlier = moved.get(slug) ?? [];
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
 * The pages that each invoice had when it was read, and no later ones: payments that have moved since were read with
 * the invoice.
 */
async function readMovedPayments(
	table: Table,
	organizationId: string,
	invoices: readonly { slug: string; paymentPages: number }[],
): Promise<Map<string, Payment[]>> {
	const wanted = invoices.flatMap(({ slug, paymentPages }) =>
		Array.from({ length: paymentPages }, (_, page) => ({ slug, page })),
	);
	const pages = await batchGet(
		table,
		wanted.map(({ slug, page }) => paymentsPageKey(organizationId, slug, page)),
	);
	const moved = new Map<string, Payment[]>();
	wanted.forEach(({ slug }, index) => {
		const page = pages[index];
		const earlier = moved.get(slug) ?? [];
		moved.set(slug, [...earlier, ...(page ? toPagePayments(page) : [])]);
	});
	return moved;
}

/** As in an organization file: what is not known is left out. */
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

/** The store keeps no order of a map's members; an export does. */
const toExportedLock = ({ holder, expiresAt }: InvoiceLock) => ({
	holder,
	expiresAt,
});

/** Contract 4: absent values are null. */
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
