import { expect } from "vitest";
import { sum, toDecimal, toDecimalText } from "../../shared/money/decimal.ts";
import { walk } from "../functions/read-records/records.ts";
import { storedInvoice } from "./created-invoices.ts";
import { pay } from "./pay.ts";
import type { Answer, SendOptions, World } from "./world.ts";

export const wrongInvoice = { reason: "Wrong invoice" };

/** Reverses a payment (C1). */
export const reverse = (
	world: World,
	{ slug, paymentId }: { slug: string; paymentId: string },
	body: unknown = wrongInvoice,
	options: SendOptions = {},
): Promise<Answer> =>
	world.post(
		`/v1.0/invoice/${encodeURIComponent(slug)}/payments/${encodeURIComponent(paymentId)}/reversal`,
		body,
		options,
	);

/** All payments of an invoice, newest first, as the API lists them. */
export const paymentsOf = (world: World, slug: string) =>
	walk(world, `/v1.0/invoice/${encodeURIComponent(slug)}/payments`, {
		limit: "100",
	});

/**
 * An invoice after reversals: what is due and what is paid, as texts. Fails unless both add up to the amount, and unless the
 * payments that are not reversed add up to what is paid, in the list and in the store.
 */
export async function balancedInvoice(world: World, slug: string) {
	const payments = await paymentsOf(world, slug);
	const open = payments.filter(({ reversedAt }) => reversedAt === null);
	const listed = sum(open.map(({ amount }) => toDecimal(amount)));
	const { amount, due, paid, version } = await storedInvoice(world, slug);
	const outcome = {
		due,
		paid: toDecimalText(listed),
		reversed: payments.length - open.length,
		version,
	};
	expect({ slug, paid, amount }).toEqual({
		slug,
		paid: outcome.paid,
		amount: toDecimalText(toDecimal(due).plus(listed)),
	});
	return outcome;
}

/** Pays 1 of an invoice. @returns The invoice and its payment, as they stand in the path of a reversal. */
export async function paidResource(world: World, slug: string) {
	const resources = [{ slug, amount: 1 }];
	await pay(world, resources, { idempotencyKey: "paid" });
	const [{ id }] = await paymentsOf(world, slug);
	return `${slug}/payments/${id}`;
}
