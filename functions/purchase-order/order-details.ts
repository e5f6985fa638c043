import { toExactJson } from "../../shared/domain/exact-json.ts";
import type { TagValues } from "../../shared/domain/tags.ts";
import type { TaxedLineItem } from "./line-tax.ts";
import type { PurchaseOrderBody } from "./schema.ts";

/**
 * JSON of what was sent and no rule reads again: the properties that the spec lists, with the line items' taxes as
 * computed. Numbers are exact decimals.
 */
export function toOrderDetails(
	body: PurchaseOrderBody,
	lines: readonly TaxedLineItem[],
): string {
	return toExactJson({
		lineItems: lines.map(toLineItemDetails),
		poType: body.poType,
		matchingType: body.matchingType,
		poDate: body.poDate,
		gstin: body.gstin,
		description: body.description,
		currency: body.currency,
		paymentTerms: body.paymentTerms,
		deliveryDate: body.deliveryDate,
		termsAndConditions: body.termsAndConditions,
		additionalNotes: body.additionalNotes,
		tags: body.tags && toTagDetails(body.tags),
	});
}

const toLineItemDetails = ({ lineItem, tax }: TaxedLineItem) => ({
	quantity: lineItem.quantity,
	rate: lineItem.rate,
	identifier: lineItem.identifier,
	skuCode: lineItem.skuCode,
	skuName: lineItem.skuName,
	tags: lineItem.tags && toTagDetails(lineItem.tags),
	taxId: lineItem.taxId,
	taxAmount: tax ?? undefined,
});

/** Never by assignment: any text is a slug, `__proto__` too. */
function toTagDetails(tags: TagValues) {
	return Object.fromEntries(
		Object.entries(tags).map(([slug, { value }]) => [slug, { value }]),
	);
}
