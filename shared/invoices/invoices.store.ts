import { invoiceKey, isKeyText } from "../dynamodb/keys.ts";
import { batchGet, type Item } from "../dynamodb/reads/batch-get.ts";
import {
	fromStoredInteger,
	fromStoredNumber,
	type StoredNumber,
} from "../dynamodb/stored-values.ts";
import type { Table } from "../dynamodb/table.ts";
import { forEachConcurrently } from "../timing/concurrently.ts";
import type { Invoice, InvoiceDetails } from "./invoice.ts";
import {
	type archivePayments,
	isOvergrown,
} from "./item/archive-payments.store.ts";
import { unpackFacts } from "./item/invoice-facts.store.ts";
import { asInvoiceItem, type InvoiceItem } from "./item/invoice-item.store.ts";
import { pointedSlug } from "./item/number-pointers.store.ts";
import { fromStoredPayment } from "./item/payments.store.ts";

const archivedAtOnce = 25;

/** What `toInvoice` reads. */
const invoiceAttributes = [
	"slug",
	"state",
	"due",
	"platformPaymentInFlight",
	"lock",
	"version",
	"payments",
	"paymentPages",
	"pageReversals",
	"paidAt",
	"paidBy",
] as const satisfies (keyof InvoiceItem)[];

/** The invoices with these slugs, by slug, without missing ones and slugs too long for a key. */
export async function findInvoices(
	table: Table,
	organizationId: string,
	slugs: readonly string[],
): Promise<Map<string, Invoice>> {
	const items = await findItems(
		table,
		organizationId,
		slugs,
		invoiceAttributes,
	);
	return bySlug(items.map(toInvoice));
}

async function findItems(
	table: Table,
	organizationId: string,
	slugs: readonly string[],
	attributes?: readonly (keyof InvoiceItem)[],
): Promise<Item[]> {
	const distinct = [...new Set(slugs)].filter(isKeyText);
	const items = await batchGet(
		table,
		distinct.map((slug) => invoiceKey(organizationId, slug)),
		// `pointedSlug` reads the last one.
		attributes && [...attributes, "pointsTo"],
	);
	return items.flatMap((item) =>
		item && pointedSlug(item) === undefined ? [item] : [],
	);
}

const bySlug = <Found extends Invoice>(invoices: readonly Found[]) =>
	new Map(invoices.map((invoice) => [invoice.slug, invoice]));

/** Does what `findInvoices` does, with what lists show of an invoice. */
export async function findInvoicesWithDetails(
	table: Table,
	organizationId: string,
	slugs: readonly string[],
): Promise<Map<string, InvoiceDetails>> {
	const items = await findItems(table, organizationId, slugs);
	return bySlug(items.map(toInvoiceDetails));
}

/** Does what `findInvoices` does, and archives the payments of overgrown invoices with `archive`. */
export async function findInvoicesToPay(
	table: Table,
	organizationId: string,
	slugs: readonly string[],
	archive: typeof archivePayments,
): Promise<Map<string, Invoice>> {
	const invoices = await findInvoices(table, organizationId, slugs);
	return archiveOvergrown(table, organizationId, invoices, archive);
}

/** The invoices after the payments of the overgrown ones were archived with `archive`. */
export async function archiveOvergrown(
	table: Table,
	organizationId: string,
	invoices: ReadonlyMap<string, Invoice>,
	archive: typeof archivePayments,
): Promise<Map<string, Invoice>> {
	const ready = new Map(invoices);
	const overgrown = [...invoices.values()].filter(isOvergrown);
	await forEachConcurrently(overgrown, archivedAtOnce, async (invoice) => {
		const archived = await archive(table, organizationId, invoice);
		ready.set(invoice.slug, archived);
	});
	return ready;
}

export function toInvoice(item: Item): Invoice {
	const stored: Pick<InvoiceItem, (typeof invoiceAttributes)[number]> =
		asInvoiceItem(item);
	return {
		slug: stored.slug,
		state: stored.state,
		due: fromStoredNumber(stored.due),
		platformPaymentInFlight: stored.platformPaymentInFlight ?? false,
		lock: stored.lock ?? null,
		version: fromStoredInteger(stored.version),
		payments: stored.payments.map(fromStoredPayment),
		paymentPages: stored.paymentPages
			? fromStoredInteger(stored.paymentPages)
			: 0,
		...(stored.pageReversals && {
			pageReversals: toPageReversals(stored.pageReversals),
		}),
		paidAt: stored.paidAt,
		paidBy: stored.paidBy,
	};
}

const toPageReversals = (stored: Record<string, StoredNumber>) =>
	new Map(
		Object.entries(stored).map(([page, count]) => [
			Number(page),
			fromStoredInteger(count),
		]),
	);

export function toInvoiceDetails(item: Item): InvoiceDetails {
	const { vendorId, amount, paid, facts } = asInvoiceItem(item);
	return {
		...toInvoice(item),
		vendorId: vendorId ?? null,
		amount: fromStoredNumber(amount),
		paid: fromStoredNumber(paid),
		facts: unpackFacts(facts),
	};
}
