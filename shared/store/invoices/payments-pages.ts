import type { Payment } from "../../domain/invoices/invoice.ts";
import { batchGet, type Item } from "../dynamodb/batch-get.ts";
import { backOff } from "../dynamodb/retry-busy.ts";
import type { Table } from "../dynamodb/table.ts";
import { paymentsPageKey } from "../keys.ts";
import { fromStoredPayment, type StoredPayment } from "./payments.ts";

const attemptsMax = 6;

/**
 * Reads archive pages that their invoices count. Reads a missing page again: the transaction that wrote it may not be
 * fully visible yet.
 *
 * @returns The payments of each page, in order.
 * @throws When a page stays missing.
 */
export async function readPaymentsPages(
	table: Table,
	organizationId: string,
	pages: readonly { slug: string; page: number }[],
): Promise<Payment[][]> {
	const keys = pages.map(({ slug, page }) =>
		paymentsPageKey(organizationId, slug, page),
	);
	for (let attempt = 0; attempt < attemptsMax; attempt++) {
		if (!(await backOff(table, attempt))) break;
		const items = await batchGet(table, keys);
		const found = items.filter((item) => item !== undefined);
		if (found.length === keys.length) return found.map(toPagePayments);
	}
	throw new Error("A page of archived payments could not be read");
}

/** The payments of an archive page. */
export function toPagePayments(page: Item): Payment[] {
	// Unchecked cast: items under a page's key have this shape.
	const { payments } = page as { payments: StoredPayment[] };
	return payments.map(fromStoredPayment);
}
