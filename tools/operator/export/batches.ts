import { toBatchSummary } from "../../../shared/domain/batches/payment-batch.ts";
import { findBatches } from "../../../shared/store/batches/batch-list.ts";
import type { Table } from "../../../shared/store/dynamodb/table.ts";
import { isListed } from "../batches/list-batches.ts";

/** The batches that `listBatches` returns, with their authors: who created it and, if it was stopped, who did that. */
export async function exportBatches(table: Table, organizationId: string) {
	const batches = await findBatches(table, organizationId);
	return batches.filter(isListed).map((batch) => {
		const { userId, keyId, stop } = batch;
		const createdBy = { userId, keyId };
		const updatedBy = stop ? stop.stoppedBy : createdBy;
		return { ...toBatchSummary(batch), createdBy, updatedBy };
	});
}
