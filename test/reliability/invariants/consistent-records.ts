import { expect } from "vitest";
import { sum } from "../../../shared/money/decimal.ts";
import { holdsItsOrder } from "../advance-states.ts";
import type { Records } from "../records.ts";
import { expectConsistentRequest } from "./consistent-request.ts";

/** What holds in the records alone, without the answers. */
export function expectConsistentRecords(records: Records) {
	expectBalancedInvoices(records);
	expectUniqueNumbers(records);
	expectOneAdvanceAnOrder(records);
	for (const request of records.paymentRequests)
		expectConsistentRequest(request);
}

/** due + payments that are not reversed = amount; no payment is there twice, and every one says whose it is. */
function expectBalancedInvoices({ invoices, paymentRuns }: Records) {
	const releasedBy = new Map<unknown, object | null>(
		paymentRuns.map((run) => [run.runId, run.releasedBy]),
	);
	for (const { slug, state, amount, due, payments } of invoices) {
		const open = payments.filter(({ reversedAt }) => reversedAt === null);
		const paid = sum(open.map((payment) => payment.amount));
		expect([slug, due.plus(paid).toFixed()]).toEqual([slug, amount.toFixed()]);
		expect(due.gte(0), slug).toBe(true);
		// Either the void or a payment happens, never both (R5).
		if (state === "VOID")
			expect({ slug, open }).toMatchObject({ slug, open: [] });
		for (const payment of payments)
			expect(payment).toMatchObject({
				accountingSyncState: "SKIPPED",
				...(releasedBy.has(payment.batch)
					? // runs P4
						{ idempotencyKey: null, ...releasedBy.get(payment.batch) }
					: {
							idempotencyKey: expect.any(String),
							userId: expect.any(String),
							keyId: expect.any(String),
						}),
			});
	}
	const ids = invoices.flatMap(({ payments }) => payments.map(({ id }) => id));
	expect(new Set(ids).size).toBe(ids.length);
}

/** A vendor's invoice number names one invoice (R5). */
function expectUniqueNumbers({ invoices }: Records) {
	const numbers = invoices.flatMap(({ vendorId, invoiceNumber }) =>
		invoiceNumber ? [`${vendorId} ${invoiceNumber.toLowerCase()}`] : [],
	);
	expect(new Set(numbers).size).toBe(numbers.length);
}

/** Spec 4.3, rule 5. */
function expectOneAdvanceAnOrder({ advances, paymentRequests }: Records) {
	const linked = [...advances, ...paymentRequests]
		.filter(holdsItsOrder)
		.flatMap(({ purchaseOrderLinkId }) => purchaseOrderLinkId ?? []);
	expect(new Set(linked).size).toBe(linked.length);
}
