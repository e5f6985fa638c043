import { invoiceKey, paymentsPageKey } from "../dynamodb/keys.ts";
import { batchGet } from "../dynamodb/reads/batch-get.ts";
import type { Table } from "../dynamodb/table.ts";
import { toInvoice } from "../invoices/invoices.store.ts";
import { toPagePayments } from "../invoices/item/payments-pages.store.ts";
import type { InvoicePosting, PostingOutcome } from "./payment-plan.ts";

/**
 * Reads the outcomes of postings that may have been written.
 *
 * @returns One outcome for each posting, in order: `RECORDED`, `CHANGED`, or `UNKNOWN` when the invoice is unchanged
 *   since the plan, so that a write may still take effect, or when one of its archive pages was missing.
 */
export async function readPostingOutcomes(
	table: Table,
	organizationId: string,
	postings: readonly InvoicePosting[],
): Promise<PostingOutcome[]> {
	const items = await batchGet(
		table,
		postings.map(({ slug }) => invoiceKey(organizationId, slug)),
	);
	return Promise.all(
		postings.map(async (posting, index) => {
			const item = items[index];
			if (!item) return "CHANGED";
			const { version, payments, paymentPages } = toInvoice(item);
			if (version === posting.version) return "UNKNOWN";
			if (isAmong(posting, payments)) return "RECORDED";
			return findInPages(table, organizationId, posting, paymentPages);
		}),
	);
}

/** Payments recorded since the plan are in the invoice or in archive pages written since. */
async function findInPages(
	table: Table,
	organizationId: string,
	{ slug, payments, paymentPages }: InvoicePosting,
	paymentPagesNow: number,
): Promise<PostingOutcome> {
	const keys = [];
	for (let page = paymentPages; page < paymentPagesNow; page++) {
		keys.push(paymentsPageKey(organizationId, slug, page));
	}
	const pages = await batchGet(table, keys);
	const isRecorded = pages.some((page) =>
		isAmong({ payments }, page ? toPagePayments(page) : []),
	);
	if (isRecorded) return "RECORDED";
	// A missing page exists: the transaction that wrote it is not fully visible yet.
	return pages.includes(undefined) ? "UNKNOWN" : "CHANGED";
}

/** Checks one payment: those of a posting are recorded together. */
function isAmong(
	{ payments: [first] }: Pick<InvoicePosting, "payments">,
	recorded: readonly { id: string }[],
): boolean {
	return recorded.some(({ id }) => id === first?.id);
}
