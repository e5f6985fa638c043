import type { Payment } from "../invoices/invoice.ts";
import type {
	InvoicePosting,
	PaymentPlan,
	PostingOutcome,
} from "../payments/payment-plan.ts";
import {
	type PaymentResult,
	toPaymentResult,
	type UnpaidReason,
} from "../payments/payment-result.ts";
import type { RequestedPayment } from "../payments/requested-payment.ts";

/**
 * What was decided on a chunk: it is made once, written down, and from then on binds whoever works on the chunk
 * (design 5). With the chunk it gives back the plan.
 */
export interface ChunkDecision {
	/** RFC 3339 */
	decidedAt: string;
	/** One a resource, in the chunk's order; null: to be paid. */
	refusals: readonly (UnpaidReason | null)[];
	/** One an invoice to be paid, in the order in which the chunk first pays it. */
	planned: readonly PlannedInvoice[];
	/** What could not be paid after all; null: nothing, or not known yet. */
	unpaid: Unpaid | null;
}

/** An invoice as it was when its payments were decided. */
export type PlannedInvoice = Pick<InvoicePosting, "version" | "paymentPages">;

export interface Unpaid {
	reason: UnpaidReason;
	/** Where in the chunk. */
	indexes: readonly number[];
}

export function toDecision(
	{ results, postings }: PaymentPlan,
	decidedAt: string,
): ChunkDecision {
	return {
		decidedAt,
		refusals: results.map(({ reason }) => reason ?? null),
		planned: postings.map(({ version, paymentPages }) => ({
			version,
			paymentPages,
		})),
		unpaid: null,
	};
}

/** Gives up all resources of a chunk. */
export function toUnpaidDecision(
	resources: number,
	reason: UnpaidReason,
	decidedAt: string,
): ChunkDecision {
	const refusals = Array.from({ length: resources }, () => reason);
	return { decidedAt, refusals, planned: [], unpaid: null };
}

/** The plan's postings again, from what the chunk asks for and what was decided on it. */
export function toPostings(
	requests: readonly RequestedPayment[],
	{ refusals, planned }: ChunkDecision,
): InvoicePosting[] {
	const bySlug = new Map<
		string,
		{ payments: Payment[]; positions: number[] }
	>();
	requests.forEach(({ slug, payment }, index) => {
		if (refusals[index] !== null) return;
		const own = bySlug.get(slug) ?? { payments: [], positions: [] };
		own.payments.push(payment);
		own.positions.push(index);
		bySlug.set(slug, own);
	});
	return [...bySlug].map(([slug, own], index) => {
		const invoice = planned[index];
		if (!invoice) throw new Error("The decision does not belong to this chunk");
		return { slug, ...invoice, ...own };
	});
}

/**
 * What of the postings was not recorded, and never will be; null: all was.
 *
 * @param outcomes One a posting, each of them `RECORDED` or `CHANGED`.
 */
export function findUnpaid(
	postings: readonly InvoicePosting[],
	outcomes: readonly PostingOutcome[],
	reason: UnpaidReason,
): Unpaid | null {
	const indexes = postings.flatMap(({ positions }, index) =>
		outcomes[index] === "RECORDED" ? [] : positions,
	);
	return indexes.length === 0 ? null : { reason, indexes };
}

/**
 * Of a chunk whose resources are lost: what was decided to be paid and is not known to be unpaid. Whether it was paid can
 * no longer be looked up, as nobody knows which invoices it names.
 */
export function findUnverifiable({
	refusals,
	unpaid,
}: ChunkDecision): readonly number[] {
	if (unpaid) return [];
	return [...refusals.keys()].filter((index) => refusals[index] === null);
}

/** One result a resource, in the chunk's order, once the chunk is counted. What nothing was decided on was not paid. */
export function toResults(
	chunk: readonly { slug: string }[],
	{ refusals, unpaid }: ChunkDecision,
): PaymentResult[] {
	const unpaidIndexes = new Set(unpaid?.indexes);
	return chunk.map(({ slug }, index) => {
		if (unpaid && unpaidIndexes.has(index)) {
			return toPaymentResult(slug, unpaid.reason);
		}
		const decided = refusals[index];
		return toPaymentResult(
			slug,
			decided === undefined ? "PROCESSING_FAILED" : decided,
		);
	});
}
