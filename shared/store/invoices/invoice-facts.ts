import type { Actor } from "../../domain/organization.ts";

/** What no payment needs to know of an invoice; absent is null. */
export interface InvoiceFacts {
	/** RFC 3339; null: the invoice was stored before this was noted. */
	createdAt: string | null;
	/** null: an organization file. */
	createdBy: Actor | null;
	/** RFC 3339. Of the last change other than a payment; null: there was none. */
	updatedAt: string | null;
	/** null: an organization file, or the operator. */
	updatedBy: Actor | null;
}

/** One attribute for all of them: names and overhead of many would make a payment's write longer than 1 KB. */
export function packFacts(facts: InvoiceFacts): string {
	const known = Object.entries(facts).filter(([, fact]) => fact !== null);
	return JSON.stringify(Object.fromEntries(known));
}

/** @param packed undefined: an invoice stored before there were facts. */
export function unpackFacts(packed: string | undefined): InvoiceFacts {
	return { ...noFacts, ...(packed && JSON.parse(packed)) };
}

/** The facts of an invoice that a file or the operator changes, as an attribute. */
export function changedInvoice(
	{ facts }: { facts?: unknown },
	now: Date,
): { facts: string } {
	const known = unpackFacts(facts as string | undefined);
	const updatedAt = now.toISOString();
	return { facts: packFacts({ ...known, updatedAt, updatedBy: null }) };
}

const noFacts: InvoiceFacts = {
	createdAt: null,
	createdBy: null,
	updatedAt: null,
	updatedBy: null,
};
