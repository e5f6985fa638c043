import type { Actor } from "../../domain/organization.ts";
import { type Item, storedAs } from "../dynamodb/batch-get.ts";
import { unpackFacts } from "./invoice-facts.ts";
import type { InvoiceItem } from "./invoices.ts";

/** Who paid; the API key is null in payments that were recorded before it was noted. */
interface Payer extends Omit<Actor, "keyId"> {
	keyId: string | null;
}

/**
 * When an invoice was last changed, and by whom (records R1): by a payment, or in another way. A payment does not write
 * it down, so as to cost one write unit: it says so itself.
 *
 * @returns `updatedAt` is RFC 3339, null where `createdAt` is; `updatedBy` null for an organization file or the operator.
 */
export function toLastChange(item: Item): {
	updatedAt: string | null;
	updatedBy: Payer | null;
} {
	const { facts, payments, paidAt, paidBy } = storedAs<InvoiceItem>(item);
	const { createdAt, createdBy, updatedAt, updatedBy } = unpackFacts(facts);
	const changed =
		updatedAt === null
			? { updatedAt: createdAt, updatedBy: createdBy }
			: { updatedAt, updatedBy };
	const last = payments.at(-1);
	const paid = last
		? { at: last.createdAt, by: toPayer(last) }
		: { at: paidAt, by: paidBy ?? null };
	if (paid.at === undefined || paid.at < (changed.updatedAt ?? "")) {
		return changed;
	}
	return { updatedAt: paid.at, updatedBy: paid.by };
}

const toPayer = ({
	userId,
	keyId = null,
}: {
	userId: string;
	keyId?: string | null;
}): Payer => ({
	userId,
	keyId,
});
