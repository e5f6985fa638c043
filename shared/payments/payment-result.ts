/** Why a resource was not paid (spec 7.4). */
export type UnpaidReason =
	| "NOT_FOUND"
	| "LOCK_HELD"
	| "INVALID_STATE"
	| "PLATFORM_PAYMENT_IN_FLIGHT"
	| "AMOUNT_EXCEEDS"
	/** Only in batches (contract 3): abandoned after its retries, with nothing recorded. */
	| "PROCESSING_FAILED"
	/** Only in batches (C4): the batch was stopped before this resource was decided. */
	| "BATCH_STOPPED"
	/** Only in batches of payment runs (runs P2): the run leaves such payments out. */
	| LeaveOut;

/** The warnings for which a payment run may leave payments out (runs P2), in the order in which they are judged. */
export const leaveOuts = ["ALREADY_RECORDED", "REPEATED"] as const;
export type LeaveOut = (typeof leaveOuts)[number];

/** The result of one resource (spec 2.10, "Result entry"). */
export interface PaymentResult {
	slug: string;
	status: "DONE" | "ERROR" | "SKIPPED";
	/** Present unless `DONE`. */
	reason?: UnpaidReason;
}

const skipReasons: ReadonlySet<UnpaidReason> = new Set([
	"LOCK_HELD",
	"BATCH_STOPPED",
	...leaveOuts,
]);

/**
 * Spec 7.4, C4, runs P2: a held lock, a stop and a warning are `SKIPPED`, every other reason is an `ERROR`;
 * null is `DONE`.
 */
export function toPaymentResult(
	slug: string,
	reason: UnpaidReason | null,
): PaymentResult {
	if (reason === null) return { slug, status: "DONE" };
	const status = skipReasons.has(reason) ? "SKIPPED" : "ERROR";
	return { slug, status, reason };
}
