import type { Payment } from "../invoices/invoice.ts";
import { toDecimal } from "../money/decimal.ts";
import { toPaymentId } from "./payment-id.ts";

/** A resource of a mark-as-paid request (spec 2.10). */
export interface PaymentResource {
	slug: string;
	amount: number;
	utr?: string | undefined;
	narration?: string | undefined;
	paymentDate?: string | undefined;
}

/** A requested payment for the invoice with this slug. */
export interface RequestedPayment {
	slug: string;
	payment: Payment;
}

/** The values that all payments of one request share. */
export interface PaymentOrigin {
	/** Id of the request. A payment's id is this and its position in the request. */
	attemptId: string;
	userId: string;
	/** null for batches accepted before key ids were stored. */
	keyId: string | null;
	idempotencyKey: string | null;
	batch: string | null;
	/**
	 * `YYYY-MM-DD`, for resources without a date. It is computed when it is needed: the first format of a process takes 12
	 * ms.
	 */
	today: () => string;
	now: Date;
}

/**
 * The payment of a resource. The same resource of the same request always gets the same payment id, so that a repeated
 * write recognises itself (ADR 4).
 */
export function toRequestedPayment(
	resource: PaymentResource,
	position: number,
	origin: PaymentOrigin,
): RequestedPayment {
	return {
		slug: resource.slug,
		payment: {
			id: toPaymentId(origin.attemptId, position),
			amount: toDecimal(resource.amount),
			utr: resource.utr ?? null,
			narration: resource.narration ?? null,
			paymentDate: resource.paymentDate ?? origin.today(),
			accountingSyncState: "SKIPPED",
			createdAt: origin.now.toISOString(),
			userId: origin.userId,
			keyId: origin.keyId,
			idempotencyKey: origin.idempotencyKey,
			batch: origin.batch,
		},
	};
}
