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

const noFacts: InvoiceFacts = {
	createdAt: null,
	createdBy: null,
	updatedAt: null,
	updatedBy: null,
};
