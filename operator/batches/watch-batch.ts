import {
	type BatchId,
	type BatchSummary,
	toBatchSummary,
} from "../../shared/domain/batches/payment-batch.ts";
import type { Table } from "../../shared/store/dynamodb/table.ts";
import { CommandError } from "../command-error.ts";
import { requireBatch } from "./require-batch.ts";

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
		const batch = toBatchSummary(await requireBatch(table, id));
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
