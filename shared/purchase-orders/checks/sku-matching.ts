import type { SkuReference } from "../../skus/sku.ts";
import { shorten } from "../../text/shorten.ts";
import { skuNotFound, skuRequired } from "../errors.ts";
import type { LineItem, PurchaseOrderBody } from "../schema.ts";

/** The existing SKUs among those referred to, by lower-case code and name. */
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

/** The SKU references of the line items, in order. */
export const skuReferences = (lineItems: readonly LineItem[]): SkuReference[] =>
	lineItems.flatMap((lineItem) => toSkuReference(lineItem) ?? []);

/** Spec 4.2 rule 1: THREE_WAY requires a SKU for every line item; TWO_WAY returns a warning for each unknown SKU. */
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

/** By code, else by name (spec 2.5 rule 2). An empty text counts as absent. */
function toSkuReference({ skuCode, skuName }: LineItem): SkuReference | null {
	if (skuCode) return { skuCode };
	if (skuName) return { skuName };
	return null;
}

/** Spec 2.5: compares without case (rule 1). The name is not tried when a code does not match (rule 3). */
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
