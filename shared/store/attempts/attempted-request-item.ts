import { deflateRawSync, inflateRawSync } from "node:zlib";
import {
	type AttemptedPayment,
	type AttemptedRequest,
	cutCodePoints,
} from "../../domain/attempt.ts";
import { isKeyText } from "../keys.ts";

/** What a claim keeps of its request. */
export interface AttemptedRequestItem {
	request: AttemptedRequest["kind"];
	/** JSON strings without their quotes, a line each, deflated. */
	slugs?: Uint8Array;
	/** JSON numbers, a line each, deflated. */
	amounts?: Uint8Array;
}

/** Longer slugs than a key holds name no invoice: of those only as much is kept as an attempt shows. */
const keptSlugMaxLength = 100;

/**
 * Slugs and amounts are deflated apart, which takes less than together: the claim of 100 payments, with slugs of 30
 * characters, is to take two write units more than one without them. At its largest (100 slugs of 1,024 bytes, each of
 * which JSON escapes) it still fits an item.
 */
export function toAttemptedRequestItem(
	request: AttemptedRequest,
): AttemptedRequestItem {
	const { kind } = request;
	if (kind !== "PAYMENTS") return { request: kind };
	return {
		request: kind,
		slugs: deflateLines(request.payments.map(({ slug }) => toKeptSlug(slug))),
		amounts: deflateLines(request.payments.map(({ amount }) => `${amount}`)),
	};
}

export function fromAttemptedRequestItem({
	request: kind,
	slugs,
	amounts,
}: AttemptedRequestItem): AttemptedRequest {
	if (kind !== "PAYMENTS") return { kind };
	return {
		kind,
		payments: toPayments(inflateLines(slugs), inflateLines(amounts)),
	};
}

/** JSON escapes line breaks, which part the lines. */
function toKeptSlug(slug: string): string {
	const kept = isKeyText(slug) ? slug : cutCodePoints(slug, keptSlugMaxLength);
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
	deflateRawSync(lines.join("\n"));

const inflateLines = (deflated: Uint8Array = new Uint8Array()): string[] =>
	inflateRawSync(deflated).toString().split("\n");
