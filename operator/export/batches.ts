import { toBatchSummary } from "../../shared/domain/batches/payment-batch.ts";
import { findBatches } from "../../shared/store/batches/batch-list.ts";
import type { Table } from "../../shared/store/dynamodb/table.ts";
import { isListed } from "../batches/list-batches.ts";

/** The batches as `listBatches` returns them, with their authors. Only the request that created a batch is its author. */
export async function exportBatches(table: Table, organizationId: string) {
	const batches = await findBatches(table, organizationId);
	return batches.filter(isListed).map((batch) => {
		const { userId, keyId } = batch;
		const createdBy = { userId, keyId };
		return { ...toBatchSummary(batch), createdBy, updatedBy: createdBy };
	});
}
