import type { InvoiceFacts, Payment } from "../../domain/invoice.ts";
import type { Actor } from "../../domain/organization.ts";
import { fromStoredActor } from "../authors.ts";
import { type Item, storedAs } from "../dynamodb/batch-get.ts";
import { unpackFacts } from "./invoice-facts.ts";
import type { InvoiceItem } from "./invoices.ts";

/** Who created an invoice and who changed it last, and when. */
export type InvoiceHistory = Pick<
	InvoiceFacts,
	"createdAt" | "createdBy" | "updatedAt" | "updatedBy"
>;

/** A payment writes none of it down: it is a change all the same, and says itself when it was made and by whom. */
export function toInvoiceHistory(item: Item): InvoiceHistory {
	const { facts, payments, paidAt, paidBy } = storedAs<InvoiceItem>(item);
	const { createdAt, createdBy, ...written } = unpackFacts(facts);
	const lastPayment = payments.at(-1);
	const changes = [
		{ updatedAt: createdAt, updatedBy: createdBy },
		written,
		{ updatedAt: paidAt ?? null, updatedBy: fromStoredActor(paidBy) },
		...(lastPayment ? [toChange(lastPayment)] : []),
	];
	const last = changes.reduce((one, other) =>
		(other.updatedAt ?? "") >= (one.updatedAt ?? "") ? other : one,
	);
	return { createdAt, createdBy, ...last };
}

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
