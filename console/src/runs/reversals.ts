import { signal } from "@preact/signals";
import type { Client } from "../service/client.ts";
import type { Outcome } from "./outcomes.ts";

/** The payments that are known to be reversed, by id. */
const reversed = signal<ReadonlySet<string>>(new Set());
const lookedAt = new Set<string>();

export const isReversed = (paymentId: string | null): boolean =>
	paymentId !== null && reversed.value.has(paymentId);

export function noteReversed(paymentIds: readonly string[]) {
	if (paymentIds.length > 0)
		reversed.value = new Set([...reversed.value, ...paymentIds]);
}

/** The number of invoices that are read at the same time. */
const readersMax = 3;

/** Finds out which of the shown payments were reversed since. A payment that cannot be read is shown as paid. */
export async function readReversals(
	client: Client,
	outcomes: readonly Outcome[],
) {
	const slugs = [
		...new Set(
			outcomes
				.filter(({ paymentId }) => paymentId && !lookedAt.has(paymentId))
				.map(({ slug }) => slug),
		),
	];
	for (const { paymentId } of outcomes) if (paymentId) lookedAt.add(paymentId);
	const read = async () => {
		for (let slug = slugs.shift(); slug !== undefined; slug = slugs.shift()) {
			const found: string[] = [];
			for await (const { id, reversedAt } of client.listInvoicePayments(slug, {
				limit: 100,
			}))
				if (reversedAt !== null) found.push(id);
			noteReversed(found);
		}
	};
	await Promise.allSettled(Array.from({ length: readersMax }, read));
}
