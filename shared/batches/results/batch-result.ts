import { toPaymentId } from "../../payments/payment-id.ts";
import {
	type PaymentResult,
	toPaymentResult,
} from "../../payments/payment-result.ts";
import { type ChunkDecision, toReasons } from "../chunks/chunk-decision.ts";
import type { NumberedResource } from "../payment-batch.ts";

/** The result of one resource of a batch (C2). */
export interface BatchResult extends PaymentResult {
	/** 0 for the request's first resource. */
	position: number;
	/** As it was taken; null for a resource of a lost chunk. */
	amount: number | null;
	/** null unless `DONE`, and for a resource of a lost chunk, whose position may be a guess. */
	paymentId: string | null;
}

/** A resource of a lost chunk has an empty slug and no amount. */
export type ResultResource =
	| Pick<NumberedResource, "position" | "slug" | "amount">
	| LostResource;

export interface LostResource {
	position: number;
	slug: "";
	amount: null;
}

/** The results of a counted chunk, in the chunk's order. */
export function toBatchResults(
	bulkActionSlug: string,
	resources: readonly ResultResource[],
	decision: ChunkDecision,
): BatchResult[] {
	const reasonOf = toReasons(decision);
	return resources.map(({ position, slug, amount }, index) => {
		const { status, reason } = toPaymentResult(slug, reasonOf(index));
		const isKnownPayment = status === "DONE" && amount !== null;
		return {
			position,
			slug,
			amount,
			status,
			...(reason && { reason }),
			paymentId: isKnownPayment ? toPaymentId(bulkActionSlug, position) : null,
		};
	});
}
