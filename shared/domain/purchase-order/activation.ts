import type { PurchaseOrderBody } from "./schema.ts";

/** What an order lacks to be activated (spec 2.7): the names of fields. */
export interface SubmitWarnings {
	po: string[];
	/** By line item identifier, those with something missing. */
	lineItems: Record<string, string[]>;
}

type Activatable = Pick<
	PurchaseOrderBody,
	(typeof orderFields)[number] | "lineItems"
>;

/** Spec 3.1, in the table's order: these must not be empty, ... */
const orderFields = ["vendorId", "description", "paymentTerms"] as const;
/** ... these greater than 0 on each line item. */
const lineItemFields = ["quantity", "rate"] as const;

/** What keeps an order from being activated; null: nothing. */
export function findActivationGaps(order: Activatable): SubmitWarnings | null {
	const po = orderFields.filter((field) => !order[field]);
	const lineItems = findLineItemGaps(order.lineItems);
	if (po.length === 0 && lineItems.size === 0) return null;
	// Never by assignment: any text is an identifier, `__proto__` too.
	return { po, lineItems: Object.fromEntries(lineItems) };
}

/** Line items of one identifier share an entry. */
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
