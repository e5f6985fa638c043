import { isDeepStrictEqual } from "node:util";
import { invoiceKey, isKeyText } from "../../dynamodb/keys.ts";
import { getItem } from "../../dynamodb/reads/get-item.ts";
import { pauseBeforeRetry } from "../../dynamodb/retries/retry-busy.ts";
import type { Table } from "../../dynamodb/table.ts";
import { isBug } from "../../dynamodb/writes/transact.ts";
import type { Invoice, Payment, Reversal } from "../../invoices/invoice.ts";
import { toInvoice } from "../../invoices/invoices.store.ts";
import {
	isOvergrown,
	tryArchivePayments,
} from "../../invoices/item/archive-payments.store.ts";
import { pointedSlug } from "../../invoices/item/number-pointers.store.ts";
import { countSettled } from "../../logging/activity.ts";
import { type FoundPayment, findPayment } from "../find-payment.store.ts";
import { writeReversal } from "./write-reversal.store.ts";

export interface PaymentReversal {
	organizationId: string;
	/** The invoice's slug. */
	id: string;
	paymentId: string;
	reversal: Reversal;
	/** Throws when the invoice does not allow a reversal. Runs again when another writer came first. */
	requireAllowed: (invoice: Invoice) => void;
}

/**
 * Reverses a payment: marks it and raises its invoice's due, in one write under the version of the invoice that was
 * read. Repeated within the retry time until the payment is reversed, by this request or another one: a payment is
 * reversed once, so that the mark shows that a write without an answer took effect.
 *
 * @returns The reversed payment.
 * @throws What `requireAllowed` throws.
 * @throws When other writers always came first, or the store could not be read or written; at once when it refuses the
 * write as malformed or forbidden.
 */
export async function reversePayment(
	table: Table,
	request: PaymentReversal,
): Promise<Payment | "INVOICE_NOT_FOUND" | "PAYMENT_NOT_FOUND"> {
	const { organizationId, id, paymentId, reversal, requireAllowed } = request;
	if (!isKeyText(id)) return "INVOICE_NOT_FOUND";
	const key = invoiceKey(organizationId, id);
	let found: FoundPayment | undefined;
	let cause: unknown;
	for (let attempt = 0; ; attempt++) {
		const hasTime = await pauseBeforeRetry(table, attempt);
		const item = await getItem(table, key);
		if (!item || pointedSlug(item) !== undefined) return "INVOICE_NOT_FOUND";
		const now = new Date(reversal.at);
		const sought = { paymentId, known: found, now };
		found = await findPayment(table, organizationId, item, sought);
		if (!found) return "PAYMENT_NOT_FOUND";
		const { payment } = found;
		if (payment.reversal) {
			const isOwn = isDeepStrictEqual(payment.reversal, reversal);
			if (cause && isOwn) countSettled(1);
			return payment;
		}
		const invoice = toInvoice(item);
		requireAllowed(invoice);
		if (!hasTime) throw new Error("The payment was not reversed", { cause });
		try {
			if (isOvergrown(invoice)) {
				// The reversals of its payments might not fit into the invoice.
				await tryArchivePayments(table, organizationId, invoice);
				continue;
			}
			const change = { organizationId, item, reversal, ...found };
			await writeReversal(table, change);
			return { ...payment, reversal };
		} catch (error) {
			if (isBug(error)) throw error;
			// After any other error, only a read shows whether the write took effect.
			cause = error;
		}
	}
}
