import { shorten } from "../shorten.ts";
import type { SkuReference } from "../sku.ts";
import { skuNotFound, skuRequired } from "./errors.ts";
import type { LineItem, PurchaseOrderBody } from "./schema.ts";

/** The SKUs of the organization, by the lower-case texts they are found by. */
export interface KnownSkus {
	codes: ReadonlySet<string>;
	names: ReadonlySet<string>;
}

/** Spec 2.7 */
export interface SkuMatchWarning {
	lineItemIdentifier: string;
	skuCode?: string;
	skuName?: string;
	message: string;
}

/** What the line items are matched by, in their order. */
export const skuReferences = (lineItems: readonly LineItem[]): SkuReference[] =>
	lineItems.flatMap((lineItem) => toSkuReference(lineItem) ?? []);

/** Spec 4.2 rule 1: THREE_WAY wants a SKU for every line item; TWO_WAY warns of those that were named in vain. */
export function requireSkus(
	{ matchingType, lineItems }: PurchaseOrderBody,
	known: KnownSkus,
): SkuMatchWarning[] {
	const isRequired = matchingType === "THREE_WAY";
	const warnings: SkuMatchWarning[] = [];
	for (const lineItem of lineItems) {
		const reference = toSkuReference(lineItem);
		if (!reference) {
			if (isRequired) throw skuRequired(lineItem.identifier);
			continue;
		}
		if (isKnown(reference, known)) continue;
		const warning = toWarning(lineItem, reference);
		if (isRequired) throw skuNotFound(lineItem.identifier, warning.message);
		warnings.push(warning);
	}
	return warnings;
}

/** By its code, else by its name (spec 2.5 rule 2). What is empty was not given. */
function toSkuReference({ skuCode, skuName }: LineItem): SkuReference | null {
	if (skuCode) return { skuCode };
	if (skuName) return { skuName };
	return null;
}

/** Spec 2.5: exact but for case (rule 1), and a code that matches nothing is not made good by a name (rule 3). */
function isKnown(
	reference: SkuReference,
	{ codes, names }: KnownSkus,
): boolean {
	return "skuCode" in reference
		? codes.has(reference.skuCode.toLowerCase())
		: names.has(reference.skuName.toLowerCase());
}

function toWarning(
	{ identifier, skuCode, skuName }: LineItem,
	reference: SkuReference,
): SkuMatchWarning {
	return {
		lineItemIdentifier: identifier,
		...(skuCode && { skuCode }),
		...(skuName && { skuName }),
		message:
			"skuCode" in reference
				? `no SKU has the item code '${shorten(reference.skuCode)}'`
				: `no SKU has the name '${shorten(reference.skuName)}'`,
	};
}
