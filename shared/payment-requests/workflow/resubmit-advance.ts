import { toExactJson } from "../../json/exact-json.ts";
import type { PaymentRequest } from "../payment-request.ts";
import type { CheckedAdvance } from "../raise/check-advance.ts";
import { toOpening, toStages } from "../stages/approval-stage.ts";
import {
	type Advance,
	type Transition,
	type TransitionAuthor,
	toChanged,
	toEntry,
	toOutcomeEntry,
	withRequester,
} from "./transition.ts";

/** A3: begins a new round with new approvals. */
export function resubmitAdvance(
	{ request }: Advance,
	{ content, policy }: CheckedAdvance,
	author: TransitionAuthor,
): Transition {
	const changed = toChanged(request, author);
	const { updatedAt: at, updatedBy: resubmittedBy } = changed;
	const round = request.round + 1;
	const requesters = withRequester(request, author.by.userId);
	const stages = toStages(policy, { round, requesters, at });
	const after: PaymentRequest = {
		...changed,
		...content,
		...toOpening(stages),
		round,
		requesters,
		resubmittedAt: at,
		resubmittedBy,
	};
	const resubmitted = toEntry(after, {
		action: "RESUBMITTED",
		by: author.by,
		changes: toContentChanges(request, after),
	});
	return {
		request: after,
		stages,
		entries: [resubmitted, toOutcomeEntry(after)],
	};
}

/** A6: the properties of spec 2.8 that differ, and the tags by slug. */
function toContentChanges(before: PaymentRequest, after: PaymentRequest) {
	const properties = differences(toBody(before), toBody(after));
	const tags = differences(before.tags, after.tags);
	return Object.keys(tags).length > 0 ? { ...properties, tags } : properties;
}

const toBody = (request: PaymentRequest): Record<string, unknown> => ({
	amount: request.tax.subTotal,
	gstId: request.tax.gstId,
	gstAmount: request.tax.gstAmount,
	tdsId: request.tax.tdsId,
	tdsAmount: request.tax.tdsAmount,
	currency: request.currency,
	purchaseOrderLinkId: request.purchaseOrderLinkId,
	narration: request.narration,
	orgEntity: request.orgEntity,
});

/** Entries, not assignments: a slug may be `__proto__`. */
function differences(
	before: Readonly<Record<string, unknown>>,
	after: Readonly<Record<string, unknown>>,
): Record<string, { from: unknown; to: unknown }> {
	const names = new Set([...Object.keys(before), ...Object.keys(after)]);
	const changes = [...names].map((name) => {
		const [from, to] = [memberOf(before, name), memberOf(after, name)];
		return [name, { from, to }] as const;
	});
	return Object.fromEntries(
		changes.filter(([, { from, to }]) => toExactJson(from) !== toExactJson(to)),
	);
}

const memberOf = (values: Readonly<Record<string, unknown>>, name: string) =>
	Object.hasOwn(values, name) ? (values[name] ?? null) : null;
