import { toExactJson } from "../json/exact-json.ts";
import { answerMaxBytes, jsonBytes } from "../json/response-size.ts";
import type { TagValues } from "../organizations/tags/tags.ts";
import { toGiven } from "../schemas/described.ts";
import type { TaxedLineItem } from "./checks/line-tax.ts";
import type { DetailedPurchaseOrder } from "./purchase-order.ts";
import {
	describedLine,
	describedOrder,
	type PurchaseOrderBody,
} from "./schema.ts";

/**
 * JSON of the properties that have no attribute of their own, with the computed taxes of the line items. Numbers are
 * exact decimals.
 */
export function toOrderDetails(
	body: PurchaseOrderBody,
	lines: readonly TaxedLineItem[],
): string {
	return toExactJson({
		lineItems: lines.map(toLineItemDetails),
		...toGiven(describedOrder, body),
		tags: body.tags && toTagDetails(body.tags),
	});
}

const toLineItemDetails = ({ lineItem, tax }: TaxedLineItem) => ({
	quantity: lineItem.quantity,
	rate: lineItem.rate,
	identifier: lineItem.identifier,
	...toGiven(describedLine, lineItem),
	tags: lineItem.tags && toTagDetails(lineItem.tags),
	taxId: lineItem.taxId,
	taxAmount: tax ?? undefined,
});

/** Not by assignment: a slug may be `__proto__`. */
function toTagDetails(tags: TagValues) {
	return Object.fromEntries(
		Object.entries(tags).map(([slug, { value }]) => [slug, { value }]),
	);
}

/**
 * The body that would create the order as it is now; for an imported order, the properties that the file set. Leaves
 * out `state`, because every patch requests activation anew.
 */
export function toOrderBody({
	poNumber,
	vendorId,
	details,
}: DetailedPurchaseOrder): Partial<PurchaseOrderBody> {
	// Unchecked cast: `toOrderDetails` wrote this JSON from JavaScript numbers.
	const sent = JSON.parse(details ?? "{}") as Partial<PurchaseOrderBody>;
	return {
		// Only an organization file may leave it empty.
		...(poNumber !== "" && { poNumber }),
		...(vendorId !== null && { vendorId }),
		...sent,
		...(sent.lineItems && { lineItems: sent.lineItems.map(withoutComputed) }),
	};
}

/** A tax with a `taxId` is computed again, because its rate may have changed (R2). */
function withoutComputed(line: PurchaseOrderBody["lineItems"][number]) {
	if (line.taxId === undefined) return line;
	const { taxAmount: _, ...rest } = line;
	return rest;
}

/** Size of the nulls of a line item without optional properties. */
const lineNullsBytes = 96;
/** Size of the record's short properties. */
const otherBytes = 1024;

/** Does the record that GET returns (R2) fit one response? */
export function fitsResponse(
	{ poNumber, vendorId, lineItems }: PurchaseOrderBody,
	details: string,
): boolean {
	const texts = [details, JSON.stringify([poNumber, vendorId])];
	const bytes = texts.reduce((total, text) => total + jsonBytes(text), 0);
	const nullBytes = lineItems.length * lineNullsBytes;
	return bytes + nullBytes + otherBytes <= answerMaxBytes;
}
