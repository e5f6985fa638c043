import { type Key, reversalKey, reversalPrefix } from "../../dynamodb/keys.ts";
import type { Item } from "../../dynamodb/reads/batch-get.ts";
import { getItem } from "../../dynamodb/reads/get-item.ts";
import { queryPartition } from "../../dynamodb/reads/query.ts";
import { readWhole } from "../../dynamodb/reads/read-whole.ts";
import {
	fromStoredInteger,
	type StoredNumber,
	toStoredNumber,
} from "../../dynamodb/stored-values.ts";
import type { Table } from "../../dynamodb/table.ts";
import type { Payment, Reversal } from "../../invoices/invoice.ts";
import { asInvoiceItem } from "../../invoices/item/invoice-item.store.ts";
import type { Decimal } from "../../money/decimal.ts";

/**
 * The reversal of a payment in a payments page. It is an item of its own, because the longest reasons of all payments
 * of a page do not fit into the page (ADR 22). It has everything that its event announces.
 */
export interface ReversalItem extends Key, Reversal {
	paymentId: string;
	amount: StoredNumber;
	/** `version` and `due` are those of the invoice after the reversal. */
	version: StoredNumber;
	due: StoredNumber;
}

/** Unchecked cast: items under a reversal's key have this shape. */
export const asReversalItem = (item: Item) => item as ReversalItem & Item;

/** The reversal of a payment in a page, and the invoice after it. */
export interface PageReversal {
	page: number;
	payment: Payment;
	reversal: Reversal;
	invoice: { version: number; due: Decimal };
}

export function toReversalItem(
	{ organizationId, slug }: { organizationId: string; slug: string },
	{ page, payment, reversal, invoice }: PageReversal,
) {
	const place = { page, paymentId: payment.id };
	return {
		...reversalKey(organizationId, slug, place),
		...reversal,
		paymentId: payment.id,
		amount: toStoredNumber(payment.amount),
		version: invoice.version,
		due: toStoredNumber(invoice.due),
	};
}

/** Number of reversals of payments in a page, as the invoice counts them. */
export function countReversals(invoice: Item, page: number): number {
	const count = asInvoiceItem(invoice).pageReversals?.[page];
	return count ? fromStoredInteger(count) : 0;
}

/**
 * A payment of a page, with its reversal. The reversal may be missing while the transaction that writes it becomes
 * visible.
 */
export async function withReversal(
	table: Table,
	organizationId: string,
	invoice: Item,
	{ page, payment }: { page: number; payment: Payment },
): Promise<Payment> {
	if (countReversals(invoice, page) === 0) return payment;
	const { slug } = asInvoiceItem(invoice);
	const place = { page, paymentId: payment.id };
	const item = await getItem(table, reversalKey(organizationId, slug, place));
	return item ? reversed(payment, asReversalItem(item)) : payment;
}

/**
 * The payments of a page, with exactly those reversals that this version of the invoice counts. Reads again while one
 * is missing.
 *
 * @throws When a reversal stays missing.
 */
export async function withReversals(
	table: Table,
	invoice: Item,
	{ page, payments }: { page: number; payments: readonly Payment[] },
): Promise<readonly Payment[]> {
	const count = countReversals(invoice, page);
	if (count === 0) return payments;
	const { pk, version } = asInvoiceItem(invoice);
	const items = await readWhole(
		table,
		async () => {
			const prefix = reversalPrefix(page);
			const found = await queryPartition(table, { pk, prefix });
			return found.map(asReversalItem).filter(isUpTo(version));
		},
		(found) => found.length === count,
	);
	if (items.length !== count) {
		throw new Error("The reversals of archived payments could not be read");
	}
	const byPayment = new Map(items.map((item) => [item.paymentId, item]));
	return payments.map((payment) => {
		const item = byPayment.get(payment.id);
		return item ? reversed(payment, item) : payment;
	});
}

const isUpTo = (latest: StoredNumber) => (item: ReversalItem) =>
	fromStoredInteger(item.version) <= fromStoredInteger(latest);

const reversed = (payment: Payment, { at, by, reason }: Reversal): Payment => ({
	...payment,
	reversal: { at, by, reason },
});
