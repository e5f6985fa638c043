import {
	fromStoredNumber,
	type StoredNumber,
	toStoredNumber,
} from "../../dynamodb/stored-values.ts";
import type { Payment, Reversal } from "../invoice.ts";

/** A payment in an invoice or an archive page. Absent values are null. */
export interface StoredPayment {
	id: string;
	amount: StoredNumber;
	utr?: string;
	narration?: string;
	paymentDate: string;
	accountingSyncState: "SKIPPED";
	createdAt: string;
	userId: string;
	keyId?: string;
	idempotencyKey?: string;
	batch?: string;
	reversal?: Reversal;
}

export function toStoredPayment(payment: Payment): StoredPayment {
	const { amount, utr, narration, keyId, idempotencyKey, batch, ...rest } =
		payment;
	return {
		...rest,
		amount: toStoredNumber(amount),
		...(utr !== null && { utr }),
		...(narration !== null && { narration }),
		...(keyId !== null && { keyId }),
		...(idempotencyKey !== null && { idempotencyKey }),
		...(batch !== null && { batch }),
	};
}

export function fromStoredPayment(stored: StoredPayment): Payment {
	return {
		...stored,
		amount: fromStoredNumber(stored.amount),
		utr: stored.utr ?? null,
		narration: stored.narration ?? null,
		keyId: stored.keyId ?? null,
		idempotencyKey: stored.idempotencyKey ?? null,
		batch: stored.batch ?? null,
	};
}

/**
 * No stored payment is larger: utr, narration and reversal reason in 4-byte characters, an idempotency key of 256
 * bytes, and the rest.
 */
export const anyPaymentMaxBytes = 5.5 * 1024;

/** Attribute names, the longest numbers, dates, ids and the store's overhead. */
const fixedPaymentBytes = 253;

/** An upper bound of the stored size of a payment with these texts. */
export function paymentMaxBytes({
	utr,
	narration,
	userId,
	idempotencyKey,
}: PaymentTexts): number {
	return [utr, narration, userId, idempotencyKey].reduce(
		(total, text) => total + Buffer.byteLength(text ?? ""),
		fixedPaymentBytes,
	);
}

type PaymentTexts = Record<
	"utr" | "narration" | "userId" | "idempotencyKey",
	string | null | undefined
>;
