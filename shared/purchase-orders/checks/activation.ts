import type { PurchaseOrderBody } from "../schema.ts";

/** The names of the fields that an order lacks for its activation (spec 2.7). */
export interface SubmitWarnings {
	po: string[];
	/** The keys are the identifiers of the line items that lack fields. */
	lineItems: Record<string, string[]>;
}

type Activatable = Pick<
	PurchaseOrderBody,
	(typeof orderFields)[number] | "lineItems"
>;

/** Spec 3.1, in the table's order: fields that must not be empty. */
const orderFields = ["vendorId", "description", "paymentTerms"] as const;
/** Fields of each line item that must be greater than 0. */
const lineItemFields = ["quantity", "rate"] as const;

/** The missing fields that prevent an activation; null when there are none. */
export function findActivationGaps(order: Activatable): SubmitWarnings | null {
	const po = orderFields.filter((field) => !order[field]);
	const lineItems = findLineItemGaps(order.lineItems);
	if (po.length === 0 && lineItems.size === 0) return null;
	// Not by assignment: an identifier may be `__proto__`.
	return { po, lineItems: Object.fromEntries(lineItems) };
}

/** Line items with the same identifier share an entry. */
function findLineItemGaps(
	lineItems: Activatable["lineItems"],
): Map<string, string[]> {
	const gaps = new Map<string, string[]>();
	for (const lineItem of lineItems) {
		const { identifier } = lineItem;
		const earlier = gaps.get(identifier) ?? [];
		const missing = lineItemFields.filter(
			(field) => !(lineItem[field] > 0) || earlier.includes(field),
		);
		if (missing.length > 0) gaps.set(identifier, missing);
	}
	return gaps;
}
