import { fitsAnswer } from "../../json/response-size.ts";
import { shorten } from "../../text/shorten.ts";
import { tooManyWarnings } from "../errors.ts";
import type { PurchaseOrderBody } from "../schema.ts";
import { findActivationGaps, type SubmitWarnings } from "./activation.ts";
import type { SkuMatchWarning } from "./sku-matching.ts";

/** The warnings of a response (spec 2.7); absent when there are none. */
export interface OrderWarnings {
	skuMatchWarnings?: SkuMatchWarning[];
	submitWarnings?: SubmitWarnings;
}

/**
 * The warnings of an order's response. Their texts are as sent, or shortened when they would not fit the response.
 *
 * @throws ApiError 400 when the warnings do not fit even then, so that no order is created without a response.
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
