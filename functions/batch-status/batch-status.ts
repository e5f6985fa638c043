import {
	findVisibleBatch,
	toBatchStatus,
} from "../../shared/batches/batch-status.store.ts";
import { batchNotFound } from "../../shared/batches/errors.ts";
import type { Table } from "../../shared/dynamodb/table.ts";
import type { RequestContext } from "../../shared/http/pipeline.ts";
import { type Reply, succeeded } from "../../shared/http/response.ts";
import { invalidCursor } from "./errors.ts";
import type { BatchStatusQuery } from "./query.ts";

/** Contract 3: the progress of a batch and a page of its results. */
export async function batchStatus(
	table: Table,
	{ bulkActionSlug, start, limit }: BatchStatusQuery,
	{ caller, now }: RequestContext,
): Promise<Reply> {
	if (bulkActionSlug === null) throw batchNotFound();
	const id = { organizationId: caller.organization.id, bulkActionSlug };
	const batch = await findVisibleBatch(table, id, now);
	if (!batch) throw batchNotFound();
	if (start >= batch.total) throw invalidCursor();
	return succeeded(await toBatchStatus(table, batch, { start, limit }), {
		batch: bulkActionSlug,
		chunks: batch.chunks,
	});
}
