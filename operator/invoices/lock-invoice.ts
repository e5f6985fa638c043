import {
	carryOut,
	planUpserts,
	type Upsert,
} from "../../organization-files/import/upsert.ts";
import { upsertStatement } from "../../organization-files/import/upsert-statement.ts";
import { isLockHeld } from "../../shared/domain/invoice.ts";
import type { Item } from "../../shared/store/dynamodb/batch-get.ts";
import type { Table } from "../../shared/store/dynamodb/table.ts";
import { changedInvoice } from "../../shared/store/invoices/invoice-facts.ts";
import { toInvoice } from "../../shared/store/invoices/invoices.ts";
import { invoiceKey, isKeyText } from "../../shared/store/keys.ts";
import { CommandError } from "../command-error.ts";

/** Whose locks the command line takes; it may renew them. */
const holder = "operator";

export interface InvoiceName {
	organizationId: string;
	slug: string;
}

/**
 * Takes an invoice's lock, as the web application does around an action of its own (contract 5): payments of the
 * invoice are skipped until it expires or is given back.
 *
 * @throws CommandError when there is no such invoice, or somebody else holds its lock.
 */
export async function lockInvoice(
	table: Table,
	invoice: InvoiceName,
	{ milliseconds, now }: { milliseconds: number; now: Date },
) {
	const expiresAt = new Date(now.getTime() + milliseconds).toISOString();
	await changeInvoice(table, invoice, now, (existing) => {
		const { lock } = toInvoice(existing);
		if (lock && lock.holder !== holder && isLockHeld(lock, now))
			throw new CommandError(
				`${lock.holder} holds the lock of ${invoice.slug} until ${lock.expiresAt}`,
			);
		return { lock: { holder, expiresAt } };
	});
}

/**
 * Gives an invoice's lock back, whoever holds it: how a lock that lost its holder is removed.
 *
 * @throws CommandError when there is no such invoice.
 */
export async function unlockInvoice(
	table: Table,
	invoice: InvoiceName,
	now: Date,
) {
	await changeInvoice(table, invoice, now, () => ({ lock: null }));
}

/** Under the version read, which it raises. */
async function changeInvoice(
	table: Table,
	{ organizationId, slug }: InvoiceName,
	now: Date,
	change: (existing: Item) => object,
) {
	const unknown = new CommandError(
		`There is no invoice ${JSON.stringify(slug)} in ${organizationId}`,
	);
	if (!isKeyText(slug)) throw unknown;
	const key = invoiceKey(organizationId, slug);
	const upsert: Upsert = {
		key,
		toStatement(existing) {
			if (!existing) throw unknown;
			const item = { ...key, ...change(existing) };
			const changed = changedInvoice(existing, now);
			return upsertStatement(table, existing, item, { changed });
		},
	};
	await carryOut(table, await planUpserts(table, [upsert]));
}
