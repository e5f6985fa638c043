import type { BatchResult } from "../generated/openapi.ts";
import type { RequestBody } from "../operations/operation-types.ts";

/** A payment to record: the invoice's id in `slug`, and the amount. */
export type PaymentResource = RequestBody<"markAsPaid">["resources"][number];

type Failed = Exclude<BatchResult, { status: "DONE" }>;

/** Why a resource was not paid. */
export type PaymentReason = Failed["reason"];

interface UnderKey {
	slug: string;
	/** The key of the request that led to this result. */
	idempotencyKey: string;
	/** The batch that led to this result; null for up to 100 resources. */
	bulkActionSlug: string | null;
}

/**
 * The outcome of one resource. It is final: a payment is recorded exactly if `status` is `DONE`. After
 * `PROCESSING_FAILED`, which leaves that open, the payments of the invoice were read.
 */
export type ResourceResult = UnderKey &
	(
		| { status: "DONE"; reason: null }
		| { status: Failed["status"]; reason: PaymentReason }
		/** The resource is not paid, and this request will never pay it. The answer with the reason was lost. */
		| { status: "NOT_RECORDED"; reason: null }
	);
