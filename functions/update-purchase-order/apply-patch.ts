import { toOrderBody } from "../../shared/domain/purchase-order/order-details.ts";
import type { DetailedPurchaseOrder } from "../../shared/domain/purchase-order/purchase-order.ts";

/**
 * The body that would create the order as the patch leaves it: a merge patch (RFC 7396) whose objects and lists, `tags`
 * and `lineItems`, replace as a whole. Whether it is a right body is for the schema to say.
 */
export function applyPatch(
	order: DetailedPurchaseOrder,
	patch: object,
): object {
	const merged = Object.entries({ ...toOrderBody(order), ...patch });
	return Object.fromEntries(merged.filter(([, value]) => value !== null));
}
