import type { Payment } from "../../invoices/invoice.ts";
import type {
	InvoicePosting,
	PaymentPlan,
	PostingOutcome,
} from "../../payments/payment-plan.ts";
import {
	type PaymentResult,
	toPaymentResult,
	type UnpaidReason,
} from "../../payments/payment-result.ts";
import type { RequestedPayment } from "../../payments/requested-payment.ts";

/**
 * The decision on a chunk. It is made and stored once and binds every later delivery (ADR 6). Together with the chunk's
 * resources it reproduces the payment plan.
 */
export interface ChunkDecision {
	/** RFC 3339 */
	decidedAt: string;
	/** One for each resource, in the chunk's order: why it is not paid; null when it is to be paid. */
	refusals: readonly (UnpaidReason | null)[];
	/** One for each invoice to be paid, in the order in which the chunk first pays it. */
	planned: readonly PlannedInvoice[];
	/** Decided payments that were not recorded; null when there are none, or not known yet. */
	unpaid: Unpaid | null;
}

/** The state of an invoice when its payments were decided. */
export type PlannedInvoice = Pick<InvoicePosting, "version" | "paymentPages">;

export interface Unpaid {
	reason: UnpaidReason;
	/** These are indexes within the chunk. */
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

/** The decision that leaves all resources of a chunk unpaid. */
export function toUnpaidDecision(
	resources: number,
	reason: UnpaidReason,
	decidedAt: string,
): ChunkDecision {
	const refusals = Array.from({ length: resources }, () => reason);
	return { decidedAt, refusals, planned: [], unpaid: null };
}

/** Reproduces the plan's postings from the requested payments and the decision. */
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
 * The payments that were not recorded and never will be; null when all were recorded.
 *
 * @param outcomes One for each posting, `RECORDED` or `CHANGED`.
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
 * For a chunk whose resources are lost: the indexes of decided payments whose outcome is unknown. It cannot be looked
 * up, because their invoices are unknown.
 */
export function findUnverifiable({
	refusals,
	unpaid,
}: ChunkDecision): readonly number[] {
	if (unpaid) return [];
	return [...refusals.keys()].filter((index) => refusals[index] === null);
}

/** One result for each resource of a counted chunk, in the chunk's order. */
export function toResults(
	chunk: readonly { slug: string }[],
	decision: ChunkDecision,
): PaymentResult[] {
	const reasonOf = toReasons(decision);
	return chunk.map(({ slug }, index) => toPaymentResult(slug, reasonOf(index)));
}

/**
 * Why the resource at an index of a counted chunk is not paid; null when it is. Resources without a decision were not
 * paid.
 */
export function toReasons({
	refusals,
	unpaid,
}: ChunkDecision): (index: number) => UnpaidReason | null {
	const unpaidIndexes = new Set(unpaid?.indexes);
	return (index) => {
		if (unpaid && unpaidIndexes.has(index)) return unpaid.reason;
		const decided = refusals[index];
		return decided === undefined ? "PROCESSING_FAILED" : decided;
	};
}
