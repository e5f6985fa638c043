import { toAuthors } from "../../../shared/actors/authors.store.ts";
import { historyPartitionOf } from "../../../shared/dynamodb/keys.ts";
import type { Item } from "../../../shared/dynamodb/reads/batch-get.ts";
import { queryPartition } from "../../../shared/dynamodb/reads/query.ts";
import type { Table } from "../../../shared/dynamodb/table.ts";
import {
	findAdvance,
	type StoredAdvance,
} from "../../../shared/payment-requests/find-advance.store.ts";
import {
	toCreationEntries,
	toTransition,
} from "../../../shared/payment-requests/history/history-items.store.ts";
import {
	toHistoryRecord,
	toPaymentRequestRecord,
} from "../../../shared/payment-requests/payment-request.record.ts";
import {
	asAdvanceItem,
	toAdvance,
} from "../../../shared/payment-requests/payment-requests.store.ts";
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
 * Payment requests created over the API, with the approvals of their present rounds and their histories. Each takes two
 * queries.
 */
export async function exportPaymentRequests(
	table: Table,
	organizationId: string,
	items: readonly Item[],
) {
	const records = new Map<string, object>();
	const ids = items.flatMap((item) =>
		isImported(item) ? [] : toAdvance(item).id,
	);
	await forEachConcurrently(ids, requestsAtOnce, async (id) => {
		const found = await findAdvance(table, organizationId, id);
		if (!found || "imported" in found) return;
		records.set(id, await exportPaymentRequest(table, found));
	});
	return ids.flatMap((id) => records.get(id) ?? []);
}

/** The history ends at the version that was read. What was written since is in the next export. */
async function exportPaymentRequest(
	table: Table,
	{ item, request, stages }: StoredAdvance,
) {
	const { paymentRequestId: id, ...record } = toPaymentRequestRecord(
		request,
		stages,
	);
	const written = await queryPartition(table, {
		pk: historyPartitionOf(asAdvanceItem(item)),
	});
	const entries = written
		.map(toTransition)
		.filter(({ version }) => version <= request.version)
		.flatMap((transition) => transition.entries);
	const history = [...toCreationEntries(item), ...entries].map(toHistoryRecord);
	return { id, ...record, history };
}

function isImported(item: Item): boolean {
	return toAdvance(item).type === "IMPORTED_ADVANCE";
}
