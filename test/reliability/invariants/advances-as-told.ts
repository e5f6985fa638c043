import { expect } from "vitest";
import type { Audited } from "../audited.ts";
import type { Books } from "../books.ts";
import type { Told } from "../told.ts";
import { isRepeatedKey } from "./payments-as-told.ts";

/** An advance is there for each key whose attempt says so, and for no other; an answer never says anything else. */
export async function expectAdvancesAsTold(
	audited: Audited,
	{
		books,
		told,
		isWorkLeft,
	}: { books: Books; told: Told; isWorkLeft: boolean },
) {
	const recorded = new Map(books.paymentRequests.map((own) => [own.id, own]));
	const known = new Set<string>();
	for (const [idempotencyKey, { body: asked, answers }] of told.advances) {
		const attempt = await audited.send("/v1.0/attempt/vendor-advance", {
			idempotencyKey,
		});
		const id: string | null = attempt.body.data?.paymentRequestId ?? null;
		if (id) {
			known.add(id);
			expectAsAsked(recorded.get(id), asked);
		}
		for (const answer of answers) {
			if (answer.status >= 500 || isRepeatedKey(answer)) continue;
			const told = answer.body.data?.paymentRequestId ?? null;
			expect(told).toBe(id);
		}
	}
	if (!isWorkLeft)
		expect([...recorded.keys()].toSorted()).toEqual([...known].toSorted());
}

function expectAsAsked(
	recorded: Books["paymentRequests"][number] | undefined,
	asked: { amount?: number; vendorId?: string; purchaseOrderLinkId?: string },
) {
	const { amount, vendorId, purchaseOrderLinkId } = asked;
	expect(recorded).toMatchObject({ vendorId });
	expect(recorded?.tax.subTotal.toFixed()).toBe(`${amount}`);
	// An import may take the order away again (contract 2).
	expect(recorded?.purchaseOrderLinkId ?? null).toBeOneOf([
		purchaseOrderLinkId ?? null,
		null,
	]);
}
