import type { Table } from "../dynamodb/table.ts";
import { bytesInAnswer, pageMaxBytes } from "../json/response-size.ts";
import { findBatch } from "./batches.store.ts";
import type { BatchId } from "./payment-batch.ts";
import {
	isVisible,
	type PaymentBatch,
	toBatchProgress,
} from "./payment-batch.ts";
import type { BatchResult } from "./results/batch-result.ts";
import { findResults } from "./results/batch-results.store.ts";
import { toCursor } from "./results/result-cursor.ts";

/** The number of positions of a page, unless the caller wants fewer. */
export const positionsMax = 1_000;

/** @returns undefined when the batch does not exist for its callers. */
export async function findVisibleBatch(
	table: Table,
	id: BatchId,
	now: Date,
): Promise<PaymentBatch | undefined> {
	const batch = await findBatch(table, id);
	return batch && isVisible(batch, now) ? batch : undefined;
}

/** Contract 3: the progress of a batch and a page of its results, in request order. */
export async function toBatchStatus(
	table: Table,
	batch: PaymentBatch,
	{ start = 0, limit = positionsMax } = {},
) {
	const end = Math.min(start + limit, batch.total);
	const page = cutToSize(await findResults(table, batch, { start, end }));
	const next = start + page.positions;
	return {
		...toBatchProgress(batch),
		results: page.results,
		...(next < batch.total && { nextCursor: toCursor(next) }),
	};
}

/**
 * The results that fit one page, at least one.
 *
 * @param results One for each position; undefined where there is none yet.
 * @returns The results, and the number of positions that the page covers.
 */
function cutToSize(results: readonly (BatchResult | undefined)[]): {
	results: BatchResult[];
	positions: number;
} {
	const page: BatchResult[] = [];
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
