import { deflate, inflate } from "../dynamodb/deflate.ts";
import { isKeyText } from "../dynamodb/keys.ts";
import { cutCodePoints } from "../text/code-points.ts";
import {
	type AttemptedPayment,
	type AttemptedRequest,
	shownSlugMaxLength,
} from "./attempt.ts";

/** The part of its request that a claim stores. */
export interface AttemptedRequestItem {
	request: AttemptedRequest["kind"];
	/** JSON strings without quotes, one for each line, deflated. */
	slugs?: Uint8Array;
	/** JSON numbers, one for each line, deflated. */
	amounts?: Uint8Array;
}

/**
 * Deflates slugs and amounts separately, which is smaller than together: 100 payments with slugs of 30 characters cost
 * two write units more than a claim without payments. The largest request (100 slugs of 1,024 bytes that JSON escapes)
 * still fits an item.
 */
export function toAttemptedRequestItem(
	request: AttemptedRequest,
): AttemptedRequestItem {
	const { kind } = request;
	if (kind !== "PAYMENTS") return { request: kind };
	return {
		request: kind,
		slugs: deflateLines(request.payments.map(({ slug }) => toStoredSlug(slug))),
		amounts: deflateLines(request.payments.map(({ amount }) => `${amount}`)),
	};
}

export function fromAttemptedRequestItem({
	request: kind,
	slugs,
	amounts,
}: AttemptedRequestItem): AttemptedRequest {
	if (kind !== "PAYMENTS") return { kind };
	if (!slugs || !amounts) throw new Error("A claim lacks its payments");
	return {
		kind,
		payments: toPayments(inflateLines(slugs), inflateLines(amounts)),
	};
}

/** JSON escapes the line breaks, which separate the slugs. */
function toStoredSlug(slug: string): string {
	const kept = isKeyText(slug) ? slug : cutCodePoints(slug, shownSlugMaxLength);
	return JSON.stringify(kept).slice(1, -1);
}

const toPayments = (
	slugs: readonly string[],
	amounts: readonly string[],
): AttemptedPayment[] =>
	slugs.map((slug, index) => ({
		slug: JSON.parse(`"${slug}"`),
		amount: Number(amounts[index]),
	}));

const deflateLines = (lines: readonly string[]): Uint8Array =>
	deflate(lines.join("\n"));

const inflateLines = (deflated: Uint8Array): string[] =>
	inflate(deflated).split("\n");
