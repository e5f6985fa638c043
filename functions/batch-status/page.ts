import {
	bytesInAnswer,
	pageMaxBytes,
} from "../../shared/domain/answer-size.ts";
import type { PaymentResult } from "../../shared/domain/payment-result.ts";

/**
 * The results with which a page is full, but at least one.
 *
 * @param results One a position; undefined where there is none yet.
 * @returns The results, and how many positions on the next page begins.
 */
export function cutToSize(results: readonly (PaymentResult | undefined)[]): {
	results: PaymentResult[];
	positions: number;
} {
	const page: PaymentResult[] = [];
	let bytes = 0;
	for (const [position, result] of results.entries()) {
		if (!result) continue;
		bytes += bytesInAnswer(result);
		if (bytes > pageMaxBytes && page.length > 0) {
			return { results: page, positions: position };
		}
		page.push(result);
	}
	return { results: page, positions: results.length };
}
