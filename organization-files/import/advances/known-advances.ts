import { toAdvance } from "../../../shared/store/advances/payment-requests.ts";
import { batchGet } from "../../../shared/store/dynamodb/batch-get.ts";
import type { Table } from "../../../shared/store/dynamodb/table.ts";
import {
	paymentRequestKey,
	purchaseOrderKey,
} from "../../../shared/store/keys.ts";
import { toPurchaseOrder } from "../../../shared/store/purchase-orders/purchase-orders.ts";

export type KnownAdvance = ReturnType<typeof toAdvance> & {
	/** Id of the purchase order that is linked to the advance; null: none. */
	heldOrderId: string | null;
};

/** The advances with these ids that exist, by id: imported ones and those created over the API. */
export async function findKnownAdvances(
	table: Table,
	organizationId: string,
	ids: readonly string[],
): Promise<Map<string, KnownAdvance>> {
	const items = await batchGet(
		table,
		ids.map((id) => paymentRequestKey(organizationId, id)),
	);
	const advances = items.flatMap((item) => (item ? [toAdvance(item)] : []));
	const orders = await findOrders(
		table,
		organizationId,
		advances.flatMap(({ purchaseOrderLinkId }) => purchaseOrderLinkId ?? []),
	);
	return new Map(
		advances.map((advance) => {
			const { id, purchaseOrderLinkId } = advance;
			const order = orders.get(purchaseOrderLinkId ?? "");
			const heldOrderId = order?.link?.advanceId === id ? order.id : null;
			return [id, { ...advance, heldOrderId }];
		}),
	);
}

/** The purchase orders with these ids that exist, by id. */
export async function findOrders(
	table: Table,
	organizationId: string,
	ids: readonly string[],
) {
	const items = await batchGet(
		table,
		ids.map((id) => purchaseOrderKey(organizationId, id)),
	);
	const orders = items.flatMap((item) => (item ? [toPurchaseOrder(item)] : []));
	return new Map(orders.map((order) => [order.id, order]));
}
