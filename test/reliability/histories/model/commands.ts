import { type Before, findInvoice, isLocked } from "./before.ts";
import type { Expected } from "./expected.ts";

/** Contract 5: it does what the web application does. The operator may renew his own lock. */
export function expectedLock({ records, now }: Before, slug: string): Expected {
	const invoice = findInvoice(records, slug);
	const isHeld =
		invoice && isLocked(invoice, now) && invoice.lock?.holder !== "operator";
	return {
		isRefused: !invoice || isHeld === true,
		changes: () => ({ invoices: { [slug]: { holder: "operator" } } }),
	};
}

export const expectedUnlock = (
	{ records }: Before,
	slug: string,
): Expected => ({
	isRefused: !findInvoice(records, slug),
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
