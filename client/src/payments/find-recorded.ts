import type { Recorded } from "../attempts/settlement.ts";
import type { ClientContext } from "../client-context.ts";
import type { Payment } from "../generated/openapi.ts";
import { NotFoundError } from "../http/errors.ts";
import { path } from "../http/path.ts";
import { type CallOptions, list } from "../operations/call.ts";
import type { PaymentResource } from "./resource.ts";
import { isSameAmount, type SentPayments } from "./to-results.ts";

export interface FindRecordedOptions {
	signal?: AbortSignal | undefined;
	/** Ids of payments that belong to other resources than these. */
	others?: ReadonlySet<string | null>;
	/** Called with the number of resources whose invoices have been read. */
	onRead?: (count: number) => void;
}

/**
 * Reads the payments of each invoice, which name the idempotency key that made them. This is possible for ever, but it
 * takes a read for each invoice, and proves nothing about a request that may still be at work.
 *
 * @returns What is recorded of each resource, in their order.
 */
export async function findRecorded(
	context: ClientContext,
	{ resources, attempt }: SentPayments,
	{ signal, others, onRead }: FindRecordedOptions = {},
): Promise<Recorded[]> {
	const paced = pacingReads(context);
	const found = new Map<number, Recorded>();
	for (const [slug, positions] of byInvoice(resources)) {
		const payments: Payment[] = [];
		for await (const payment of readPayments(paced, slug, { signal }))
			if (
				payment.idempotencyKey === attempt.idempotencyKey &&
				!others?.has(payment.id)
			)
				payments.push(payment);
		const ofInvoice = positions.flatMap(
			(position) => resources[position] ?? [],
		);
		for (const [index, recorded] of match(ofInvoice, payments).entries())
			found.set(positions[index] ?? -1, recorded);
		onRead?.(found.size);
	}
	return resources.map((_, position) => found.get(position) ?? notRecorded);
}

const notRecorded: Recorded = { state: "NOT_RECORDED", bulkActionSlug: null };

/** Groups positions by slug. */
function byInvoice(resources: readonly PaymentResource[]) {
	const groups = new Map<string, number[]>();
	for (const [position, { slug }] of resources.entries()) {
		const group = groups.get(slug);
		if (group) group.push(position);
		else groups.set(slug, [position]);
	}
	return groups;
}

/** This allows 50 reads a second, half of what the service takes of each GET from all callers together. */
const readIntervalMs = 20;

/** A context whose requests are sent no faster than `readIntervalMs` allows. */
export function pacingReads(context: ClientContext): ClientContext {
	const { sendRepeatedly, timing } = context;
	let next = timing.now();
	return {
		...context,
		async sendRepeatedly(request, signal) {
			const left = next - timing.now();
			if (left > 0) await timing.sleep(left, signal);
			next = timing.now() + readIntervalMs;
			return sendRepeatedly(request, signal);
		},
	};
}

/** The payments of an invoice, newest first; none when there is no such invoice. */
export async function* readPayments(
	context: ClientContext,
	slug: string,
	{ signal }: CallOptions = {},
): AsyncGenerator<Payment> {
	// An empty slug would lead to another path.
	if (slug === "") return;
	const payments = path`/v1.0/invoice/${slug}/payments`;
	const query = { limit: 100 };
	try {
		yield* list<"listInvoicePayments">(context, payments, query, { signal });
	} catch (error) {
		// An answer without a code comes from the gateway itself: the URL is wrong.
		if (!(error instanceof NotFoundError && error.code !== null)) throw error;
	}
}

/** Each payment belongs to one resource. A payment that no resource asked for leaves all of its invoice unclear. */
function match(
	ofInvoice: readonly PaymentResource[],
	payments: readonly Payment[],
): Recorded[] {
	// The oldest payment comes first, as they were sent, so that each of several equal payments keeps its place.
	const left = payments.toReversed();
	const matched = ofInvoice.map((resource): Recorded => {
		const index = left.findIndex((payment) => isOf(payment, resource));
		const [payment] = index < 0 ? [] : left.splice(index, 1);
		if (!payment) return notRecorded;
		const { id: paymentId, bulkActionSlug } = payment;
		return { state: "RECORDED", bulkActionSlug, paymentId };
	});
	const unclear: Recorded = { state: "UNCLEAR", bulkActionSlug: null };
	return left.length === 0 ? matched : matched.map(() => unclear);
}

const isOf = (payment: Payment, { amount, utr }: PaymentResource) =>
	isSameAmount(payment.amount, amount) && payment.utr === (utr ?? null);
