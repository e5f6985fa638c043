import { toPaymentId } from "../attempt.ts";
import type { Payment } from "../invoices/invoice.ts";
import { toMoney } from "../money.ts";

/** A resource of a mark-as-paid request (spec 2.10). */
export interface PaymentResource {
	slug: string;
	amount: number;
	utr?: string | undefined;
	narration?: string | undefined;
	paymentDate?: string | undefined;
}

/** A payment that somebody asks for, of the invoice with this slug. */
export interface RequestedPayment {
	slug: string;
	payment: Payment;
}

/** What all payments of one request have in common. */
export interface PaymentOrigin {
	/** Names the request; with its position in it, it names the payment. */
	attemptId: string;
	userId: string;
	/** null: of a batch that was accepted before this was noted. */
	keyId: string | null;
	idempotencyKey: string | null;
	batch: string | null;
	/** `YYYY-MM-DD`, for resources that name no date. */
	today: string;
	now: Date;
}

/**
 * The payment that a resource asks for. The same resource of the same request always makes the same payment id,
 * which is what lets a repeated write recognise itself.
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
			amount: toMoney(resource.amount),
			utr: resource.utr ?? null,
			narration: resource.narration ?? null,
			paymentDate: resource.paymentDate ?? origin.today,
			accountingSyncState: "SKIPPED",
			createdAt: origin.now.toISOString(),
			userId: origin.userId,
			keyId: origin.keyId,
			idempotencyKey: origin.idempotencyKey,
			batch: origin.batch,
		},
	};
}
