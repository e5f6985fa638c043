import {
	toHistoryRecord,
	toPaymentRequestRecord,
} from "../../../shared/advances/payment-request.record.ts";
import {
	asAdvanceItem,
	toAdvance,
	toPaymentRequest,
} from "../../../shared/advances/payment-requests.store.ts";
import { toStageOf } from "../../../shared/approvals/approval-items.store.ts";
import {
	toCreationEntries,
	toHistoryEntries,
} from "../../../shared/approvals/history/history-items.store.ts";
import type { Item } from "../../../shared/dynamodb/batch-get.ts";
import {
	approvalPrefix,
	historyPartitionOf,
} from "../../../shared/dynamodb/keys.ts";
import { queryPartition } from "../../../shared/dynamodb/query.ts";
import type { Table } from "../../../shared/dynamodb/table.ts";
import { toAuthors } from "../../../shared/records/authors.store.ts";
import { forEachConcurrently } from "../../../shared/timing/concurrently.ts";

const requestsAtOnce = 10;

/** Imported advances. Advances created over the API are exported as payment requests. */
export const exportAdvances = (items: readonly Item[]) =>
	items.filter(isImported).map((item) => {
		const { id, vendorId, purchaseOrderLinkId, state } = toAdvance(item);
		return {
			id,
			vendorId,
			...(purchaseOrderLinkId !== null && { purchaseOrderLinkId }),
			state,
			...toAuthors(item),
		};
	});

/**
 * Payment requests created over the API, with the approvals of their present rounds, and their histories: two queries
 * each.
 */
export async function exportPaymentRequests(
	table: Table,
	items: readonly Item[],
) {
	const records = new Map<Item, object>();
	const requests = items.filter((item) => !isImported(item));
	await forEachConcurrently(requests, requestsAtOnce, async (item) => {
		records.set(item, await exportPaymentRequest(table, item));
	});
	return requests.flatMap((item) => records.get(item) ?? []);
}

async function exportPaymentRequest(table: Table, item: Item) {
	const stored = asAdvanceItem(item);
	if (stored.type === "IMPORTED_ADVANCE")
		throw new Error("An advance of a file is exported as such");
	const { pk } = stored;
	const request = toPaymentRequest(stored);
	const approvals = await queryPartition(table, {
		pk,
		prefix: approvalPrefix(1),
	});
	const stages = approvals
		.map((stage) => toStageOf(request, stage))
		.filter(({ round }) => round === request.round)
		.sort((one, other) => one.stage - other.stage);
	const { paymentRequestId: id, ...record } = toPaymentRequestRecord(
		request,
		stages,
	);
	const entries = await queryPartition(table, {
		pk: historyPartitionOf(stored),
	});
	const history = [
		...toCreationEntries(item),
		...entries.flatMap(toHistoryEntries),
	].map(toHistoryRecord);
	return { id, ...record, history };
}

function isImported(item: Item): boolean {
	return toAdvance(item).type === "IMPORTED_ADVANCE";
}
