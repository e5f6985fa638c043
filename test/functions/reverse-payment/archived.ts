import { expect } from "vitest";
import { invoiceState } from "../../support/invoices.ts";
import { passSeconds } from "../../support/pass-time.ts";
import { pay } from "../../support/pay.ts";
import type { World } from "../../support/world.ts";

export const archivedSlug = "inv-0";

/** Payments as large as they come: 3 KB each. */
export const largePayments = (count: number, slug = archivedSlug) =>
	Array.from({ length: count }, () => ({
		slug,
		amount: 0.5,
		narration: "😀".repeat(500),
		utr: "😀".repeat(60),
	}));

/**
 * Pays an invoice in requests ten minutes apart until it has so many payments pages.
 *
 * @returns The payment ids of each page.
 */
export async function payPages(
	world: World,
	pages: number,
	perPage = 20,
	slug = archivedSlug,
): Promise<string[][]> {
	// One request more than pages: each moves the payments of the one before.
	for (let request = 0; request <= pages; request++) {
		passSeconds(world, 600);
		const count = request < pages ? perPage : 1;
		const { body } = await pay(world, largePayments(count, slug));
		expect(body.data.status).toBe("DONE");
	}
	const { payments, paymentPages } = await invoiceState(world, slug);
	expect(paymentPages).toBe(pages);
	const ids = payments.map(({ id }) => id);
	return Array.from({ length: pages }, (_, page) =>
		ids.slice(page * perPage, (page + 1) * perPage),
	);
}
