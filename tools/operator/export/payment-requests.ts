import {
	toHistoryRecord,
	toPaymentRequestRecord,
} from "../../../shared/domain/records/payment-request-record.ts";
import { forEachConcurrently } from "../../../shared/runtime/concurrently.ts";
import { toStageOf } from "../../../shared/store/advances/approval-items.ts";
import {
	toCreationEntries,
	toHistoryEntries,
} from "../../../shared/store/advances/history-items.ts";
import {
	asAdvanceItem,
	toAdvance,
	toPaymentRequest,
} from "../../../shared/store/advances/payment-requests.ts";
import { toAuthors } from "../../../shared/store/authors.ts";
import type { Item } from "../../../shared/store/dynamodb/batch-get.ts";
import { queryPartition } from "../../../shared/store/dynamodb/query.ts";
import type { Table } from "../../../shared/store/dynamodb/table.ts";
import {
	approvalPrefix,
	historyPartitionOf,
} from "../../../shared/store/keys.ts";

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
