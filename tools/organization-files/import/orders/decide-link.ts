import {
	type AdvanceState,
	holdsItsOrder,
	toLinkState,
} from "../../../../shared/payment-requests/payment-request.ts";
import type { PurchaseOrderLink } from "../../../../shared/purchase-orders/purchase-order.ts";

/** An imported advance with a purchase order. */
export interface AdvanceOnOrder {
	id: string;
	state: AdvanceState;
	purchaseOrderLinkId: string | null;
}

/**
 * Decides which of the advances on a purchase order gets its link, and which of them name the order afterwards. An
 * active advance without the link names no order (`docs/organization-files.md`).
 *
 * @param link The order's link before.
 */
export function decideLink<Advance extends AdvanceOnOrder>(
	link: PurchaseOrderLink | null,
	advances: readonly Advance[],
): { link: PurchaseOrderLink | null; advances: Advance[] } {
	const after = linkAfter(link, advances);
	return {
		link: after,
		advances: advances.map((advance) =>
			!holdsItsOrder(advance.state) || after?.advanceId === advance.id
				? advance
				: { ...advance, purchaseOrderLinkId: null },
		),
	};
}

/**
 * The linked advance stays linked unless it is imported `REJECTED` or `CANCELLED` (contract 2). A free order is linked
 * to the first active advance, or else to the first one in `PENDING_RESUBMISSION`.
 */
function linkAfter(
	link: PurchaseOrderLink | null,
	advances: readonly AdvanceOnOrder[],
): PurchaseOrderLink | null {
	const holder = advances.find(({ id }) => id === link?.advanceId);
	if (link && !holder) return link;
	if (holder && holdsItsOrder(holder.state)) return toLink(holder);

	const candidates = advances.filter(({ state }) => holdsItsOrder(state));
	const next =
		candidates.find(({ state }) => state !== "PENDING_RESUBMISSION") ??
		candidates[0];
	return next ? toLink(next) : null;
}

const toLink = ({ id, state }: AdvanceOnOrder): PurchaseOrderLink => ({
	advanceId: id,
	state: toLinkState(state),
});
