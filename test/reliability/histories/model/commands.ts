import { toMoney } from "../../../../shared/domain/money.ts";
import { changedFile } from "../changed-file.ts";
import type { Known } from "../known.ts";
import type { ImportedChange } from "../step.ts";
import { type Before, findInvoice, isLocked, paidFor } from "./before.ts";
import type { Expected } from "./expected.ts";

/**
 * Contract 2: an entry that is the same as when it was last imported changes nothing; another one replaces what it
 * describes, and its due is what is not paid here. One error, and nothing changes.
 */
export function expectedImport(
	{ books }: Before,
	change: ImportedChange,
	{ imported }: Known,
): Expected {
	const file = changedFile(change);
	const changed = file.invoices.filter(
		({ slug, amount }) => imported.amountOf(slug) !== amount,
	);
	const isUnknown = changed.some(
		({ slug }) => imported.amountOf(slug) === "UNKNOWN",
	);
	const isTaken = changed.some(({ slug, vendorId, invoiceNumber }) =>
		books.invoices.some(
			(other) =>
				other.slug !== slug &&
				other.vendorId === vendorId &&
				other.invoiceNumber !== undefined &&
				other.invoiceNumber.toLowerCase() === invoiceNumber?.toLowerCase(),
		),
	);
	const paid = (slug: string) => {
		const existing = findInvoice(books, slug);
		return existing ? paidFor(existing).toNumber() : 0;
	};
	const isOverpaid = changed.some(({ slug, amount }) => paid(slug) > amount);
	const invoices = changed.map(({ slug, lock: _, ...entry }) => {
		const due = toMoney(entry.amount).minus(paid(slug)).toNumber();
		const isNew = !findInvoice(books, slug);
		return [slug, { ...(isNew && newInvoice), ...entry, due }];
	});
	const vendors = file.vendors.map(({ id, name }) => [id, { name }]);
	return {
		isRefused: isTaken || (isOverpaid && (isUnknown ? undefined : true)),
		changes: () => ({
			invoices: Object.fromEntries(invoices),
			vendors: Object.fromEntries(vendors),
		}),
		// Which of them gets the order is tested in test/organization-files.
		leavesOpen: ["advances", ...(isUnknown ? ["invoices" as const] : [])],
	};
}

const newInvoice = { description: null, payments: 0, holder: null };

/** Contract 5: it does what the web application does. The operator may renew his own lock. */
export function expectedLock({ books, now }: Before, slug: string): Expected {
	const invoice = findInvoice(books, slug);
	const isHeld =
		invoice && isLocked(invoice, now) && invoice.lock?.holder !== "operator";
	return {
		isRefused: !invoice || isHeld === true,
		changes: () => ({ invoices: { [slug]: { holder: "operator" } } }),
	};
}

export const expectedUnlock = ({ books }: Before, slug: string): Expected => ({
	isRefused: !findInvoice(books, slug),
	changes: () => ({ invoices: { [slug]: { holder: null } } }),
});

/** Spec 4.4 rule 4: one batch at a time, the web application's included. */
export const expectedHold = ({ guard }: Before): Expected => ({
	isRefused: guard !== undefined,
	changes: () => ({ guard: { batches: { holder: "operator" } } }),
});

/** Contract 5: a guard of ours is not released. */
export const expectedRelease = ({ guard }: Before): Expected => ({
	isRefused: Boolean(guard?.bulkActionSlug),
	changes: () => ({ guard: { batches: { holder: null } } }),
});
