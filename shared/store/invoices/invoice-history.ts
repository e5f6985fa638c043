import type { InvoiceFacts, Payment } from "../../domain/invoices/invoice.ts";
import type { Actor } from "../../domain/organization/organization.ts";
import { fromStoredActor } from "../authors.ts";
import type { Item } from "../dynamodb/batch-get.ts";
import { unpackFacts } from "./invoice-facts.ts";
import { asInvoiceItem } from "./invoices.ts";

/** Who created an invoice and who changed it last, and when. */
export type InvoiceHistory = Pick<
	InvoiceFacts,
	"createdAt" | "createdBy" | "updatedAt" | "updatedBy"
>;

/** A payment writes none of it down: it is a change all the same, and says itself when it was made and by whom. */
export function toInvoiceHistory(item: Item): InvoiceHistory {
	const { facts, payments, paidAt, paidBy } = asInvoiceItem(item);
	const { createdAt, createdBy, updatedAt, updatedBy } = unpackFacts(facts);
	const written = { updatedAt, updatedBy };
	const lastPayment = payments.at(-1);
	const created = { updatedAt: createdAt, updatedBy: createdBy };
	const paid = paidAt
		? { updatedAt: paidAt, updatedBy: fromStoredActor(paidBy) }
		: null;
	const changes = [written, paid, lastPayment && toChange(lastPayment)];
	// Of the same instant the one that was looked at last: a payment follows what made it possible.
	const last = changes.reduce<Change>(
		(one, other) =>
			other?.updatedAt && other.updatedAt >= (one.updatedAt ?? "")
				? other
				: one,
		created,
	);
	return { createdAt, createdBy, ...last };
}

type Change = Pick<InvoiceFacts, "updatedAt" | "updatedBy">;

/** What remains of payments in their invoice when they move to a page. */
export function toPaidAttributes(payments: readonly Payment[]): {
	paidAt: string | null;
	paidBy: Actor | null;
} {
	const last = payments.at(-1);
	if (!last) return { paidAt: null, paidBy: null };
	const { updatedAt, updatedBy } = toChange(last);
	return { paidAt: updatedAt, paidBy: updatedBy };
}

const toChange = ({
	createdAt,
	userId,
	keyId = null,
}: Pick<Payment, "createdAt" | "userId"> & {
	keyId?: string | null | undefined;
}) => ({ updatedAt: createdAt, updatedBy: { userId, keyId } });
