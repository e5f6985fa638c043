import type {
	InvoicePosting,
	PostingOutcome,
} from "../../domain/payments/payment-plan.ts";
import { batchGet } from "../dynamodb/batch-get.ts";
import type { Table } from "../dynamodb/table.ts";
import { invoiceKey, paymentsPageKey } from "../keys.ts";
import { toInvoice } from "./invoices.ts";
import { toPagePayments } from "./payments-pages.ts";

/**
 * What the invoices say of postings written, perhaps, before.
 *
 * @returns One outcome a posting, in their order: `RECORDED`, `CHANGED`, or `UNKNOWN` when the invoice is still as
 *   planned with, so that a write may yet land, or when a page of its payments could not be seen.
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

/** Payments recorded since the plan stand in pages written since, if not in the invoice. */
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
	// The invoice says that each page is there: one that is absent was written by a transaction that is not yet visible in full.
	return pages.includes(undefined) ? "UNKNOWN" : "CHANGED";
}

/** A posting's payments are recorded together, so that one stands for all. */
function isAmong(
	{ payments: [first] }: Pick<InvoicePosting, "payments">,
	recorded: readonly { id: string }[],
): boolean {
	return recorded.some(({ id }) => id === first?.id);
}
