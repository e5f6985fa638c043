import type { Recorded } from "../attempts/recorded.ts";
import type { ClientContext } from "../client-context.ts";
import type { Payment } from "../generated/openapi.ts";
import { NotFoundError } from "../http/errors.ts";
import { path } from "../http/path.ts";
import { list } from "../operations/call.ts";
import type { PaymentResource } from "./resource.ts";
import { isSameAmount, type SentPayments } from "./to-results.ts";

export interface FindRecordedOptions {
	signal?: AbortSignal | undefined;
	/** Called with the number of resources whose invoices have been read. */
	onRead?: (count: number) => void;
}

/** 50 a second: half of what the service takes of each GET from all callers together. */
const readIntervalMs = 20;

/**
 * Reads the payments of each invoice: they name the idempotency key that made them. That is possible for ever, but takes a
 * read for each invoice, and proves nothing about a request that may be at work.
 */
export async function findRecorded(
	context: ClientContext,
	{ resources, attempt }: SentPayments,
	{ signal, onRead }: FindRecordedOptions = {},
): Promise<Recorded[]> {
	const { timing } = context;
	const found = new Map<PaymentResource, Recorded>();
	for (const [slug, ofInvoice] of byInvoice(resources)) {
		const begun = timing.now();
		const payments: Payment[] = [];
		for await (const payment of readPayments(context, slug, signal))
			if (payment.idempotencyKey === attempt.idempotencyKey)
				payments.push(payment);
		for (const [resource, recorded] of match(ofInvoice, payments))
			found.set(resource, recorded);
		onRead?.(found.size);
		const left = begun + readIntervalMs - timing.now();
		if (left > 0) await timing.sleep(left, signal);
	}
	return resources.map((resource) => found.get(resource) ?? notRecorded);
}

const notRecorded: Recorded = { state: "NOT_RECORDED", bulkActionSlug: null };

function byInvoice(resources: readonly PaymentResource[]) {
	const groups = new Map<string, PaymentResource[]>();
	for (const resource of resources) {
		const group = groups.get(resource.slug);
		if (group) group.push(resource);
		else groups.set(resource.slug, [resource]);
	}
	return groups;
}

/** None when there is no such invoice. */
async function* readPayments(
	context: ClientContext,
	slug: string,
	signal: AbortSignal | undefined,
): AsyncGenerator<Payment> {
	const payments = path`/v1.0/invoice/${slug}/payments`;
	const query = { limit: 100 };
	try {
		yield* list<"listInvoicePayments">(context, payments, query, { signal });
	} catch (error) {
		// Without a code it is the gateway's: the URL is wrong.
		if (!(error instanceof NotFoundError && error.code !== null)) throw error;
	}
}

/** Each payment is that of one resource. One that no resource asked for leaves all of its invoice unclear. */
function match(
	ofInvoice: readonly PaymentResource[],
	payments: readonly Payment[],
): [PaymentResource, Recorded][] {
	const left = [...payments];
	const matched = ofInvoice.map((resource): [PaymentResource, Recorded] => {
		const index = left.findIndex((payment) => isOf(payment, resource));
		const [payment] = index < 0 ? [] : left.splice(index, 1);
		return [
			resource,
			payment
				? { state: "RECORDED", bulkActionSlug: payment.bulkActionSlug }
				: notRecorded,
		];
	});
	return left.length === 0
		? matched
		: matched.map(([resource]) => [
				resource,
				{ state: "UNCLEAR", bulkActionSlug: null },
			]);
}

const isOf = (payment: Payment, { amount, utr }: PaymentResource) =>
	isSameAmount(payment.amount, amount) && payment.utr === (utr ?? null);
