import { fitsAnswer } from "../json/response-size.ts";
import { shorten } from "../shorten.ts";
import { findActivationGaps, type SubmitWarnings } from "./activation.ts";
import { tooManyWarnings } from "./errors.ts";
import type { PurchaseOrderBody } from "./schema.ts";
import type { SkuMatchWarning } from "./sku-matching.ts";

/** The warnings of an answer (spec 2.7); absent when there are none. */
export interface OrderWarnings {
	skuMatchWarnings?: SkuMatchWarning[];
	submitWarnings?: SubmitWarnings;
}

/**
 * What an order's answer warns of, its texts as they were sent; shortened, if otherwise they would not fit an answer.
 *
 * @throws ApiError 400 when there are too many even so: no order is created of which its caller could not be told.
 */
export function requireWarningsThatFit(
	body: PurchaseOrderBody,
	skuMatchWarnings: SkuMatchWarning[],
): OrderWarnings {
	const warnings = toOrderWarnings(body, skuMatchWarnings);
	if (fitsAnswer(warnings)) return warnings;
	const lineItems = body.lineItems.map((lineItem) => ({
		...lineItem,
		identifier: shorten(lineItem.identifier),
	}));
	const shortened = toOrderWarnings(
		{ ...body, lineItems },
		skuMatchWarnings.map(shortenWarning),
	);
	if (fitsAnswer(shortened)) return shortened;
	throw tooManyWarnings();
}

function toOrderWarnings(
	body: PurchaseOrderBody,
	skuMatchWarnings: SkuMatchWarning[],
): OrderWarnings {
	const submitWarnings =
		body.state === "ACTIVE" ? findActivationGaps(body) : null;
	return {
		...(skuMatchWarnings.length > 0 && { skuMatchWarnings }),
		...(submitWarnings && { submitWarnings }),
	};
}

function shortenWarning({
	lineItemIdentifier,
	skuCode,
	skuName,
	message,
}: SkuMatchWarning): SkuMatchWarning {
	return {
		lineItemIdentifier: shorten(lineItemIdentifier),
		...(skuCode && { skuCode: shorten(skuCode) }),
		...(skuName && { skuName: shorten(skuName) }),
		message,
	};
}
