import type { InvoiceLock, Payment } from "../../shared/domain/invoice.ts";
import {
	batchGet,
	type Item,
	storedAs,
} from "../../shared/store/dynamodb/batch-get.ts";
import { fromStoredNumber } from "../../shared/store/dynamodb/numbers.ts";
import type { Table } from "../../shared/store/dynamodb/table.ts";
import { toInvoiceHistory } from "../../shared/store/invoices/invoice-history.ts";
import type { InvoiceItem } from "../../shared/store/invoices/invoices.ts";
import { toInvoice } from "../../shared/store/invoices/invoices.ts";
import {
	fromStoredPayment,
	type StoredPayment,
} from "../../shared/store/invoices/payments.ts";
import { paymentsPageKey } from "../../shared/store/keys.ts";

export async function exportInvoices(
	table: Table,
	organizationId: string,
	items: readonly Item[],
) {
	const invoices = items.map((item) => ({ item, invoice: toInvoice(item) }));
	const moved = await readMovedPayments(
		table,
		organizationId,
		invoices.map(({ invoice }) => invoice),
	);
	return invoices.map(({ item, invoice }) => {
		const { vendorId, amount } = storedAs<InvoiceItem>(item);
		const { createdBy, updatedBy } = toInvoiceHistory(item);
		const { slug, state, due, platformPaymentInFlight, lock } = invoice;
		const earlier = moved.get(slug) ?? [];
		return {
			slug,
			...(vendorId && { vendorId }),
			state,
			amount: fromStoredNumber(amount),
			due,
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
		const stored = (pages[index]?.payments ?? []) as StoredPayment[];
		const earlier = moved.get(slug) ?? [];
		moved.set(slug, [...earlier, ...stored.map(fromStoredPayment)]);
	});
	return moved;
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
