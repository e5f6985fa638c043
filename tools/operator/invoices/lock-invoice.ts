import { invoiceKey, isKeyText } from "../../../shared/dynamodb/keys.ts";
import type { Item } from "../../../shared/dynamodb/reads/batch-get.ts";
import type { Table } from "../../../shared/dynamodb/table.ts";
import { upsertItem } from "../../../shared/dynamodb/writes/upsert-item.ts";
import { writeItem } from "../../../shared/dynamodb/writes/write-in-rounds.ts";
import {
	type InvoiceLock,
	isLockHeld,
} from "../../../shared/invoices/invoice.ts";
import {
	toInvoice,
	toInvoiceDetails,
} from "../../../shared/invoices/invoices.store.ts";
import { packFacts } from "../../../shared/invoices/item/invoice-facts.store.ts";
import { touchFacts } from "../../../shared/invoices/item/invoice-history.store.ts";
import { pointedSlug } from "../../../shared/invoices/item/number-pointers.store.ts";
import { CommandError } from "../command-error.ts";

/** The holder of locks that the command line takes. It may renew its own locks. */
const holder = "operator";

export interface InvoiceName {
	organizationId: string;
	slug: string;
}

/**
 * Locks an invoice, as the web application does while it changes one (contract 5). Payments of the invoice are skipped
 * until the lock expires or is released. Idempotent: the operator's own lock is renewed.
 *
 * @throws CommandError when the invoice does not exist, or another holder has an unexpired lock.
 */
export async function lockInvoice(
	table: Table,
	invoice: InvoiceName,
	{ milliseconds, now }: { milliseconds: number; now: Date },
) {
	const expiresAt = new Date(now.getTime() + milliseconds).toISOString();
	await changeLock(table, invoice, now, (existing) => {
		const { lock } = toInvoice(existing);
		if (lock && lock.holder !== holder && isLockHeld(lock, now))
			throw new CommandError(
				`${lock.holder} holds the lock of ${invoice.slug} until ${lock.expiresAt}: wait until then, or release it with \`invoice unlock\``,
			);
		return { holder, expiresAt };
	});
}

/**
 * Releases an invoice's lock regardless of its holder, for example when the holder crashed.
 *
 * @throws CommandError when the invoice does not exist.
 */
export async function unlockInvoice(
	table: Table,
	invoice: InvoiceName,
	now: Date,
) {
	await changeLock(table, invoice, now, () => null);
}

/** Changes the lock. The write is conditional on the version that was read, and increments it. */
async function changeLock(
	table: Table,
	{ organizationId, slug }: InvoiceName,
	now: Date,
	toLock: (existing: Item) => InvoiceLock | null,
) {
	const unknown = new CommandError(
		`There is no invoice ${JSON.stringify(slug)} in ${organizationId}: \`invoice list\` shows them`,
	);
	if (!isKeyText(slug)) throw unknown;
	const key = invoiceKey(organizationId, slug);
	await writeItem(table, key, (existing) => {
		if (!existing || pointedSlug(existing) !== undefined) throw unknown;
		const item = { ...key, lock: toLock(existing) };
		const invoice = toInvoiceDetails(existing);
		const touched = touchFacts(invoice, { at: now.toISOString(), by: null });
		const changed = { facts: packFacts(touched) };
		return upsertItem(existing, item, { changed });
	});
}
