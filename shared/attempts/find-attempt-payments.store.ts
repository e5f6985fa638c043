import type { Table } from "../dynamodb/table.ts";
import type { Payment } from "../invoices/invoice.ts";
import { findInvoices } from "../invoices/invoices.store.ts";
import {
	isRecordedBefore,
	readPaymentsPages,
} from "../invoices/item/payments-pages.store.ts";
import { toPaymentId } from "../payments/payment-id.ts";
import type { AttemptedPayment } from "./attempt.ts";

/** The payments of an attempt to look for. */
interface AttemptPayments {
	attemptId: string;
	claimedAt: Date;
	/** In request order. */
	payments: readonly AttemptedPayment[];
}

/** The archive pages of an invoice that may hold the payments: those before `pages`. */
interface Search {
	slug: string;
	pages: number;
	/** Payment ids that were not found yet. */
	open: readonly string[];
}

/**
 * Finds the recorded payments of an attempt, in their invoices and in the archive pages written since, newest page
 * first.
 *
 * @returns Their ids.
 */
export async function findAttemptPayments(
	table: Table,
	organizationId: string,
	attempt: AttemptPayments,
): Promise<Set<string>> {
	const slugs = attempt.payments.map(({ slug }) => slug);
	const invoices = await findInvoices(table, organizationId, slugs);
	const found = new Set<string>();
	let searches = toSearches(attempt).flatMap(({ slug, open }) => {
		const invoice = invoices.get(slug);
		if (!invoice) return [];
		const { payments, paymentPages: pages } = invoice;
		return searchIn(payments, { slug, pages, open });
	});
	while (searches.length > 0) {
		const read = await readPaymentsPages(
			table,
			organizationId,
			searches.map(({ slug, pages }) => ({ slug, page: pages - 1 })),
		);
		searches = searches.flatMap((search, index) =>
			searchIn(read[index] ?? [], { ...search, pages: search.pages - 1 }),
		);
	}
	return found;

	/** The search that remains after these payments, which are in the order of their recording. */
	function searchIn(payments: readonly Payment[], search: Search): Search[] {
		const ids = new Set(payments.map(({ id }) => id));
		const open = search.open.filter((id) => !ids.has(id));
		for (const id of search.open) if (ids.has(id)) found.add(id);
		const isOver =
			open.length === 0 ||
			search.pages === 0 ||
			payments.some((payment) => isRecordedBefore(payment, attempt.claimedAt));
		return isOver ? [] : [{ ...search, open }];
	}
}

function toSearches({ attemptId, payments }: AttemptPayments) {
	const bySlug = new Map<string, string[]>();
	payments.forEach(({ slug }, position) => {
		const open = bySlug.get(slug) ?? [];
		open.push(toPaymentId(attemptId, position));
		bySlug.set(slug, open);
	});
	return [...bySlug].map(([slug, open]) => ({ slug, open }));
}
