import {
	type AttemptedPayment,
	secondsBetween,
	settledAfterSeconds,
	toPaymentId,
} from "../../domain/attempt.ts";
import type { Payment } from "../../domain/invoices/invoice.ts";
import type { Table } from "../dynamodb/table.ts";
import { findInvoices } from "../invoices/invoices.ts";
import { readPaymentsPages } from "../invoices/payments-pages.ts";

/** The payments of an attempt that may have been recorded. */
interface SoughtPayments {
	attemptId: string;
	claimedAt: Date;
	/** In request order. */
	payments: readonly AttemptedPayment[];
}

/** Pages of an invoice that may hold sought payments: those before `pages`. */
interface Search {
	slug: string;
	pages: number;
	/** Ids not found yet. */
	open: readonly string[];
}

/**
 * Which payments of an attempt are recorded: in their invoices, or in the pages to which payments were archived since,
 * the newest page first, as far back as the attempt.
 *
 * @returns Their ids.
 */
export async function findAttemptPayments(
	table: Table,
	organizationId: string,
	sought: SoughtPayments,
): Promise<Set<string>> {
	const slugs = sought.payments.map(({ slug }) => slug);
	const invoices = await findInvoices(table, organizationId, slugs);
	const found = new Set<string>();
	let searches = toSearches(sought).flatMap(({ slug, open }) => {
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

	/** What is left to search after these payments, which were recorded one after the other. */
	function searchIn(payments: readonly Payment[], search: Search): Search[] {
		const ids = new Set(payments.map(({ id }) => id));
		const open = search.open.filter((id) => !ids.has(id));
		for (const id of search.open) if (ids.has(id)) found.add(id);
		const isOver =
			open.length === 0 ||
			search.pages === 0 ||
			payments.some((payment) => isEarlier(payment, sought.claimedAt));
		return isOver ? [] : [{ ...search, open }];
	}
}

function toSearches({ attemptId, payments }: SoughtPayments) {
	const bySlug = new Map<string, string[]>();
	payments.forEach(({ slug }, position) => {
		const open = bySlug.get(slug) ?? [];
		open.push(toPaymentId(attemptId, position));
		bySlug.set(slug, open);
	});
	return [...bySlug].map(([slug, open]) => ({ slug, open }));
}

/**
 * Was this payment recorded before the attempt began, and with it all that stand before it? A synchronous one was
 * recorded within a minute of `createdAt`; one of a batch says nothing: it may be recorded long after it was decided.
 */
function isEarlier({ batch, createdAt }: Payment, claimedAt: Date): boolean {
	const age = secondsBetween(new Date(createdAt), claimedAt);
	return batch === null && age > settledAfterSeconds;
}
