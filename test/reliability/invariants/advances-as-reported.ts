import { expect } from "vitest";
import type { Audited } from "../audited.ts";
import type { Records } from "../records.ts";
import type { Reported } from "../reported.ts";
import { isRepeatedKey } from "./payments-as-reported.ts";

/** An advance is there for each key whose attempt says so, and for no other; an answer never says anything else. */
export async function expectAdvancesAsReported(
	audited: Audited,
	{
		records,
		reported,
		isWorkLeft,
	}: { records: Records; reported: Reported; isWorkLeft: boolean },
) {
	const recorded = new Map(records.paymentRequests.map((own) => [own.id, own]));
	const known = new Set<string>();
	for (const [idempotencyKey, { body: asked, answers }] of reported.advances) {
		const attempt = await audited.send("/v1.0/attempt/vendor-advance", {
			idempotencyKey,
		});
		const id: string | null = attempt.body.data?.paymentRequestId ?? null;
		if (id) {
			known.add(id);
			const own = recorded.get(id);
			const round = own?.round ?? 1;
			const bodies =
				round === 1 ? [asked] : resubmittedBodies(reported, { id, round });
			expect(bodies.map((body) => isAsAsked(own, body))).toContain(true);
		}
		for (const answer of answers) {
			if (answer.status >= 500 || isRepeatedKey(answer)) continue;
			const reported = answer.body.data?.paymentRequestId ?? null;
			expect(reported).toBe(id);
		}
	}
	if (!isWorkLeft)
		expect([...recorded.keys()].toSorted()).toEqual([...known].toSorted());
}

/** The bodies of the resubmissions that may have begun a round: the one whose answer says so, else all without an answer. */
function resubmittedBodies(
	{ writes }: Reported,
	{ id, round }: { id: string; round: number },
): AskedAdvance[] {
	const sent = writes.flatMap(({ action, answer }) =>
		action.kind === "request" && action.url.endsWith(`/${id}/resubmission`)
			? // Unchecked cast: the tests send objects.
				[{ body: action.body as AskedAdvance, answer }]
			: [],
	);
	const reported = sent.filter(
		({ answer }) =>
			answer !== null && answer !== true && answer.body.data?.round === round,
	);
	const unanswered = sent.filter(({ answer }) => answer === null);
	return (reported.length > 0 ? reported : unanswered).map(({ body }) => body);
}

interface AskedAdvance {
	amount?: number;
	vendorId?: string;
	purchaseOrderLinkId?: string;
}

function isAsAsked(
	recorded: Records["paymentRequests"][number] | undefined,
	{ amount, vendorId, purchaseOrderLinkId }: AskedAdvance,
): boolean {
	const linked = recorded?.purchaseOrderLinkId ?? null;
	return (
		recorded?.vendorId === vendorId &&
		recorded?.tax.subTotal.toFixed() === `${amount}` &&
		// An import may take the order away again (contract 2).
		(linked === null || linked === purchaseOrderLinkId)
	);
}
