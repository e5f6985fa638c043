import type { Actor } from "../../actors/actor.ts";
import { maxInstant } from "../../dates/max-instant.ts";
import type { Item } from "../../dynamodb/reads/batch-get.ts";
import type {
	Invoice,
	InvoiceDetails,
	InvoiceFacts,
	Payment,
} from "../invoice.ts";
import { unpackFacts } from "./invoice-facts.store.ts";
import { asInvoiceItem } from "./invoice-item.store.ts";

/** Who created an invoice, who changed it last, and when. */
export interface InvoiceHistory
	extends Pick<InvoiceFacts, "createdAt" | "createdBy" | "updatedBy"> {
	/** RFC 3339 */
	updatedAt: string;
}

/** The history of an invoice. Payments count as changes; their own attributes say when and by whom. */
export function toInvoiceHistory(item: Item): InvoiceHistory {
	const stored = asInvoiceItem(item);
	const facts = unpackFacts(stored.facts);
	const { createdAt, createdBy, updatedAt, updatedBy } = facts;
	const { paidAt, paidBy } = toPaidAttributes(stored);
	const changed =
		updatedAt === null
			? { updatedAt: createdAt, updatedBy: createdBy }
			: { updatedAt, updatedBy };
	// If the instants are equal, the payment counts as the later one: it follows the change that made it possible.
	const last =
		paidAt !== null && paidAt >= changed.updatedAt
			? { updatedAt: paidAt, updatedBy: paidBy }
			: changed;
	return { createdAt, createdBy, ...last };
}

/**
 * The facts of an invoice after a change. The instant of the last change does not go back (R1), and is after
 * that of a payment, which would otherwise show as the last change.
 *
 * @param by null for an organization file or the operator.
 */
export function touchFacts(
	invoice: Paid & Pick<InvoiceDetails, "facts">,
	{ at, by }: { at: string; by: Actor | null },
): InvoiceFacts {
	const { facts } = invoice;
	const { paidAt } = toPaidAttributes(invoice);
	const updatedAt = [
		facts.updatedAt ?? facts.createdAt,
		paidAt === null ? "" : justAfter(paidAt),
	].reduce(maxInstant, at);
	return { ...facts, updatedAt, updatedBy: by };
}

const justAfter = (instant: string) =>
	new Date(Date.parse(instant) + 1).toISOString();

/** Payments of an invoice or its item, or what is left of archived ones. */
interface Paid extends Pick<Invoice, "paidAt" | "paidBy"> {
	payments: readonly (Pick<Payment, "createdAt" | "userId"> & {
		keyId?: string | null;
	})[];
}

/**
 * When the latest payment of an invoice was made, and by whom: attributes that stay in the invoice when its payments
 * move to an archive page. A payment that was delayed is recorded after later ones.
 */
export const toPaidAttributes = ({
	payments,
	paidAt = null,
	paidBy = null,
}: Paid) =>
	payments.reduce<{ paidAt: string | null; paidBy: Actor | null }>(
		(latest, { createdAt, userId, keyId = null }) =>
			createdAt >= (latest.paidAt ?? "")
				? { paidAt: createdAt, paidBy: { userId, keyId } }
				: latest,
		{ paidAt, paidBy },
	);
