import {
	asAdvanceItem,
	toAdvance,
	toApprovals,
	toPaymentRequest,
} from "../../shared/store/advances/payment-requests.ts";
import { toAuthors } from "../../shared/store/authors.ts";
import type { Item } from "../../shared/store/dynamodb/batch-get.ts";

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
 * Payment requests created over the API, with their approvals.
 *
 * @param approvals The items of all stages of all requests.
 */
export function exportPaymentRequests(
	items: readonly Item[],
	approvals: readonly Item[],
) {
	const approvalsOf = Map.groupBy(approvals, ({ pk }) => pk);
	return items.flatMap((item) => {
		const stored = asAdvanceItem(item);
		if (stored.type === "IMPORTED_ADVANCE") return [];
		const { createdAt, createdBy, ...request } = toPaymentRequest(stored);
		const stages = (approvalsOf.get(item.pk) ?? []).flatMap(toApprovals);
		stages.sort((one, other) => one.stage - other.stage);
		const authors = toAuthors(item);
		return [{ ...request, approvals: stages, createdAt, ...authors }];
	});
}

function isImported(item: Item): boolean {
	return toAdvance(item).type === "IMPORTED_ADVANCE";
}
