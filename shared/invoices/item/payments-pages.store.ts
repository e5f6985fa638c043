import { paymentsPageKey } from "../../dynamodb/keys.ts";
import { batchGet, type Item } from "../../dynamodb/reads/batch-get.ts";
import { readWhole } from "../../dynamodb/reads/read-whole.ts";
import type { Table } from "../../dynamodb/table.ts";
import {
	secondsBetween,
	settledAfterSeconds,
} from "../../timing/write-deadline.ts";
import type { Payment } from "../invoice.ts";
import { fromStoredPayment, type StoredPayment } from "./payments.store.ts";

/**
 * Reads archive pages that their invoices count. Reads again while one is missing.
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
	const items = await readWhole(
		table,
		() => batchGet(table, keys),
		(found) => !found.includes(undefined),
	);
	return items.map((item) => {
		if (!item) throw new Error("A page of archived payments could not be read");
		return toPagePayments(item);
	});
}

/**
 * Was this payment, and so every earlier one of its invoice, recorded before an instant? `createdAt` of a synchronous
 * payment is its request's claim, after which it can be recorded until that attempt is settled. A batch payment proves
 * nothing: it may be recorded long after its decision.
 */
export function isRecordedBefore(
	{ batch, createdAt }: Payment,
	instant: Date,
): boolean {
	const age = secondsBetween(new Date(createdAt), instant);
	return batch === null && age > settledAfterSeconds;
}

/** The payments of an archive page. */
export function toPagePayments(page: Item): Payment[] {
	// Unchecked cast: items under a page's key have this shape.
	const { payments } = page as { payments: StoredPayment[] };
	return payments.map(fromStoredPayment);
}
