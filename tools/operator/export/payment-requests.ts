import {
	toHistoryRecord,
	toPaymentRequestRecord,
} from "../../../shared/domain/records/payment-request-record.ts";
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
import { historyPartitionOf, type Key } from "../../../shared/store/keys.ts";
import type { StoredOrganization } from "./stored-organization.ts";

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

/** Payment requests created over the API, with the approvals of their present rounds, and their histories. */
export function exportPaymentRequests({
	advances,
	approvals,
	histories,
}: Pick<StoredOrganization, "advances" | "approvals" | "histories">) {
	const stagesOf = Map.groupBy(approvals, ({ pk }) => pk);
	const historyOf = Map.groupBy(histories, ({ pk }) => pk);
	return advances.flatMap((item) => {
		const stored = asAdvanceItem(item);
		if (stored.type === "IMPORTED_ADVANCE") return [];
		const request = toPaymentRequest(stored);
		const stages = (stagesOf.get(item.pk) ?? [])
			.map((stage) => toStageOf(request, stage))
			.filter(({ round }) => round === request.round)
			.sort((one, other) => one.stage - other.stage);
		const { paymentRequestId: id, ...record } = toPaymentRequestRecord(
			request,
			stages,
		);
		// Unchecked cast: every item has keys.
		const entries = historyOf.get(historyPartitionOf(item as Item & Key)) ?? [];
		const history = [
			...toCreationEntries(item),
			...entries.flatMap(toHistoryEntries),
		].map(toHistoryRecord);
		return [{ id, ...record, history }];
	});
}

function isImported(item: Item): boolean {
	return toAdvance(item).type === "IMPORTED_ADVANCE";
}
