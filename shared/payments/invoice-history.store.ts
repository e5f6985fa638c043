import type { Item } from "../dynamodb/batch-get.ts";
import type { InvoiceFacts, Payment } from "../invoices/invoice.ts";
import { unpackFacts } from "../invoices/invoice-facts.store.ts";
import { asInvoiceItem } from "../invoices/invoice-item.store.ts";
import type { Actor } from "../organizations/organization.ts";
import { fromStoredActor } from "../records/authors.store.ts";

/** Who created an invoice, who changed it last, and when. */
export type InvoiceHistory = Pick<
	InvoiceFacts,
	"createdAt" | "createdBy" | "updatedAt" | "updatedBy"
>;

/** The history of an invoice. Payments count as changes; their own attributes say when and by whom. */
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
	// For equal instants the later entry wins: a payment follows the change that made it possible.
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

/** The attributes of the last payment that stay in the invoice when its payments move to an archive page. */
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
