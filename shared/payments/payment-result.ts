/** Why a resource was not paid (spec 7.4). */
export type UnpaidReason =
	| "NOT_FOUND"
	| "LOCK_HELD"
	| "INVALID_STATE"
	| "PLATFORM_PAYMENT_IN_FLIGHT"
	| "AMOUNT_EXCEEDS"
	/** Only in batches (contract 3): abandoned after its retries, with nothing recorded. */
	| "PROCESSING_FAILED"
	/** Only in batches (corrections C4): the batch was stopped before this resource was decided. */
	| "BATCH_STOPPED";

/** The result of one resource (spec 2.10, "Result entry"). */
export interface PaymentResult {
	slug: string;
	status: "DONE" | "ERROR" | "SKIPPED";
	/** Present unless `DONE`. */
	reason?: UnpaidReason;
}

/** Spec 7.4, corrections C4: a held lock and a stop are `SKIPPED`, every other reason is an `ERROR`; null is `DONE`. */
export function toPaymentResult(
	slug: string,
	reason: UnpaidReason | null,
): PaymentResult {
	if (reason === null) return { slug, status: "DONE" };
	if (reason === "LOCK_HELD" || reason === "BATCH_STOPPED") {
		return { slug, status: "SKIPPED", reason };
	}
	return { slug, status: "ERROR", reason };
}
