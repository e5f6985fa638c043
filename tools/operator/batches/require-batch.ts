import { findBatch } from "../../../shared/batches/batches.store.ts";
import {
	type BatchId,
	isVisible,
	type PaymentBatch,
} from "../../../shared/batches/payment-batch.ts";
import { isKeyText } from "../../../shared/dynamodb/keys.ts";
import type { Table } from "../../../shared/dynamodb/table.ts";
import { CommandError } from "../command-error.ts";

/**
 * Reads a batch.
 *
 * @throws CommandError when it does not exist, was aborted or has expired.
 */
export async function requireBatch(
	table: Table,
	id: BatchId,
	now: Date,
): Promise<PaymentBatch> {
	const { organizationId, bulkActionSlug } = id;
	const batch = isKeyText(bulkActionSlug)
		? await findBatch(table, id)
		: undefined;
	if (batch?.status === "ABORTED")
		throw new CommandError(
			`Batch ${bulkActionSlug} of ${organizationId} was aborted: none of it was paid, send the request again under a new key`,
		);
	if (!batch || !isVisible(batch, now))
		throw new CommandError(
			`There is no batch ${JSON.stringify(bulkActionSlug)} in ${organizationId}: \`batch list\` shows them`,
		);
	return batch;
}
