import { toExactJson } from "../json/exact-json.ts";
import { answerMaxBytes, jsonBytes } from "../json/response-size.ts";
import type { TagValues } from "../organization/tags.ts";
import type { TaxedLineItem } from "./line-tax.ts";
import type { DetailedPurchaseOrder } from "./purchase-order.ts";
import type { PurchaseOrderBody } from "./schema.ts";

/**
 * JSON of what was sent and is in no attribute of its own: the properties that the spec lists, with the line items' taxes as
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

/**
 * The body that would create an order as it is now; of an order that came with a file what the file says. Its `state` is
 * left out: activation is asked for each time.
 */
export function toOrderBody({
	poNumber,
	vendorId,
	details,
}: DetailedPurchaseOrder): Partial<PurchaseOrderBody> {
	// Unchecked cast: `toOrderDetails` wrote it. Its numbers were JavaScript's when they were sent, and are again.
	const sent = JSON.parse(details ?? "{}") as Partial<PurchaseOrderBody>;
	return {
		// A file may leave it empty, a request may not.
		...(poNumber !== "" && { poNumber }),
		...(vendorId !== null && { vendorId }),
		...sent,
		...(sent.lineItems && { lineItems: sent.lineItems.map(withoutComputed) }),
	};
}

/** A tax that is named is computed afresh: its rate may have changed since (records R2). */
function withoutComputed(line: PurchaseOrderBody["lineItems"][number]) {
	if (line.taxId === undefined) return line;
	const { taxAmount: _, ...rest } = line;
	return rest;
}

/** What the record shows of a line item that has none of its optional properties: nulls. */
const lineNullsBytes = 96;
/** The record's short properties. */
const otherBytes = 1024;

/** Does the record that GET answers (records R2) fit one response? */
export function fitsResponse(
	{ poNumber, vendorId, lineItems }: PurchaseOrderBody,
	details: string,
): boolean {
	const texts = [details, JSON.stringify([poNumber, vendorId])];
	const bytes = texts.reduce((total, text) => total + jsonBytes(text), 0);
	const nullBytes = lineItems.length * lineNullsBytes;
	return bytes + nullBytes + otherBytes <= answerMaxBytes;
}
