import {
	type BatchId,
	type BatchSummary,
	toBatchSummary,
} from "../../shared/domain/payment-batch.ts";
import { findBatch } from "../../shared/store/batches/batches.ts";
import type { Table } from "../../shared/store/dynamodb/table.ts";
import { isKeyText } from "../../shared/store/keys.ts";
import { CommandError } from "../command-error.ts";

const pauseMilliseconds = 500;

/**
 * A batch as it is now, and again whenever it has got on, up to its end.
 *
 * @param goesOn Is there anybody to work on it? Who waits for a stopped stack keeps it from starting.
 * @throws CommandError when there is no such batch, or it is not over and does not go on.
 */
export async function* watchBatch(
	table: Table,
	id: BatchId,
	{ goesOn }: { goesOn: boolean },
): AsyncGenerator<BatchSummary> {
	let told = "";
	for (;;) {
		const batch = await requireBatch(table, id);
		const text = JSON.stringify(batch);
		if (text !== told) yield batch;
		told = text;
		if (batch.status === "DONE") return;
		if (!goesOn)
			throw new CommandError(
				`The local stack is stopped: batch ${id.bulkActionSlug} goes on when it is started`,
			);
		await table.pause(pauseMilliseconds);
	}
}

async function requireBatch(table: Table, id: BatchId): Promise<BatchSummary> {
	const { organizationId, bulkActionSlug } = id;
	const batch = isKeyText(bulkActionSlug)
		? await findBatch(table, id)
		: undefined;
	if (!batch)
		throw new CommandError(
			`There is no batch ${JSON.stringify(bulkActionSlug)} in ${organizationId}`,
		);
	if (batch.status === "ABORTED")
		throw new CommandError(
			`Batch ${bulkActionSlug} of ${organizationId} was aborted: nothing of it was paid`,
		);
	return toBatchSummary(batch);
}
