import type { BatchResult } from "../../shared/domain/batches/batch-result.ts";
import {
	isVisible,
	shownStatus,
} from "../../shared/domain/batches/payment-batch.ts";
import {
	bytesInAnswer,
	pageMaxBytes,
} from "../../shared/domain/json/response-size.ts";
import type { RequestContext } from "../../shared/http/pipeline.ts";
import { type Reply, succeeded } from "../../shared/http/response.ts";
import { findResults } from "../../shared/store/batches/batch-results.ts";
import { findBatch } from "../../shared/store/batches/batches.ts";
import type { Table } from "../../shared/store/dynamodb/table.ts";
import { batchNotFound, invalidCursor } from "./errors.ts";
import type { BatchStatusQuery } from "./query.ts";
import { toCursor } from "./query.ts";

/** Contract 3: the progress of a batch and a page of its results, in request order. */
export async function batchStatus(
	table: Table,
	{ bulkActionSlug, start, limit }: BatchStatusQuery,
	{ caller, now }: RequestContext,
): Promise<Reply> {
	if (bulkActionSlug === null) throw batchNotFound();
	const organizationId = caller.organization.id;
	const batch = await findBatch(table, { organizationId, bulkActionSlug });
	if (!batch || !isVisible(batch, now)) throw batchNotFound();

	if (start >= batch.total) throw invalidCursor();

	const end = Math.min(start + limit, batch.total);
	const page = cutToSize(await findResults(table, batch, { start, end }));
	const next = start + page.positions;
	const { DONE, ERROR, SKIPPED } = batch.counts;
	return succeeded(
		{
			bulkActionSlug,
			status: shownStatus(batch),
			total: batch.total,
			processed: DONE + ERROR + SKIPPED,
			counts: batch.counts,
			results: page.results,
			...(next < batch.total && { nextCursor: toCursor(next) }),
		},
		{ batch: bulkActionSlug, chunks: batch.chunks },
	);
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
