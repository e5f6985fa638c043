import { toChunkItems } from "../batches/chunks/batch-chunks.store.ts";
import { toLayoutItems } from "../batches/chunks/batch-layout.store.ts";
import { type Table, withExtendedRetryTime } from "../dynamodb/table.ts";
import { batchPut } from "../dynamodb/writes/batch-put.ts";
import { transact } from "../dynamodb/writes/transact.ts";
import { countSettled } from "../logging/activity.ts";
import {
	type PaymentRun,
	type RunEntry,
	toEntriesExpiry,
} from "./payment-run.ts";
import { toRunItem } from "./payment-runs.store.ts";
import {
	findHoldingRun,
	toHoldingRun,
	toNewHold,
} from "./run-contents.store.ts";

/**
 * Stores a new run, unless another one holds its content. The chunks and the layout come first. Without the run, no
 * caller can see them, and the store's TTL deletes them. The run exists from the transaction on that stores its record,
 * which is also its entry in the list, and its hold on its content.
 *
 * @returns undefined when it is stored, otherwise the id of the run that holds the content.
 * @throws When it was not stored, or the outcome is unknown. Then a repetition of the request shows it.
 */
export async function createRun(
	table: Table,
	run: PaymentRun,
	chunks: readonly (readonly RunEntry[])[],
): Promise<string | undefined> {
	const { organizationId, runId, createdAt } = run;
	const expiresAt = toEntriesExpiry(createdAt);
	const owner = { organizationId, bulkActionSlug: runId, expiresAt };
	await batchPut(table, toEntryItems(owner, chunks));
	const holder = await insertRun(table, run);
	// Its own, if the response of an earlier attempt was lost.
	return holder === runId ? undefined : holder;
}

function* toEntryItems(
	owner: Parameters<typeof toChunkItems>[0],
	chunks: readonly (readonly RunEntry[])[],
) {
	yield* toChunkItems(owner, chunks);
	yield* toLayoutItems(owner, chunks);
}

/** @returns The run that holds the content; undefined when this write has stored the new one. */
async function insertRun(
	table: Table,
	run: PaymentRun,
): Promise<string | undefined> {
	try {
		const conflictingItems = await transact(table, [
			toNewHold(table, run),
			{
				Put: {
					TableName: table.name,
					Item: toRunItem(run),
					ConditionExpression: "attribute_not_exists(pk)",
				},
			},
		]);
		const hold = conflictingItems?.[0];
		// Without a conflicting hold, an earlier attempt has stored the run, and the run was discarded since.
		return hold ? toHoldingRun(hold) : undefined;
	} catch (error) {
		// While another run holds the content, the write cannot take effect any more.
		const settling = withExtendedRetryTime(table);
		const now = new Date(run.createdAt);
		const holder = await findHoldingRun(settling, run, now);
		if (holder === undefined) throw error;
		countSettled(1);
		return holder;
	}
}
