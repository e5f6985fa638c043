import { expect } from "vitest";
import { toDecimal, toDecimalText } from "../../../shared/money/decimal.ts";
import type { PaymentResult } from "../../../shared/payments/payment-result.ts";
import type { RecordedPayment } from "../records.ts";
import type { Resource } from "../reported.ts";

/** A payment with the invoice that it is recorded at. */
export type PlacedPayment = RecordedPayment & { slug: string };

/** What was asked for under an idempotency key, and what is recorded under it. */
export interface Paid {
	resources: readonly Resource[];
	payments: readonly PlacedPayment[];
}

/**
 * Complete, in request order, and `DONE` for exactly those that have a payment: of the amount that was asked for, at
 * the invoice that was named.
 *
 * @param results null: the request was refused as a whole.
 */
export function expectResultsAsRecorded(
	results: readonly PaymentResult[] | null,
	{ resources, payments }: Paid,
) {
	if (results === null) return expect(payments).toEqual([]);
	expect(results.map(({ slug }) => slug)).toEqual(
		resources.map(({ slug }) => slug),
	);
	const done = results.flatMap(({ status }, position) =>
		status === "DONE" ? [position] : [],
	);
	expectExactly(done, { resources, payments });
}

/** The payments are those of the resources at these positions, each once, all of one attempt. */
export function expectExactly(
	positions: readonly number[],
	{ resources, payments }: Paid,
) {
	const placed = payments
		.map((payment) => ({ ...toAsked(payment), at: positionOf(payment) }))
		.toSorted((one, other) => one.at - other.at);
	const asked = positions.map((at) => ({ ...toAsked(resources[at]), at }));
	expect(placed).toEqual(asked);
	const attempts = new Set(payments.map(({ id }) => id.split("-")[0]));
	expect(attempts.size).toBeLessThanOrEqual(1);
}

/** A payment's id ends with its position in the request. */
export const positionOf = ({ id }: RecordedPayment) =>
	Number(id.slice(id.lastIndexOf("-") + 1));

const toAsked = (
	payment:
		| (Pick<PlacedPayment, "slug" | "utr" | "narration"> & {
				amount: PlacedPayment["amount"];
		  })
		| Resource
		| undefined,
) => ({
	slug: payment?.slug,
	amount: payment && toDecimalText(toDecimal(`${payment.amount}`)),
	utr: payment?.utr ?? null,
	narration: payment?.narration ?? null,
});
