import type { Table } from "../../shared/dynamodb/table.ts";
import type { RequestContext } from "../../shared/http/pipeline.ts";
import { type Reply, succeeded } from "../../shared/http/response.ts";
import { toActor } from "../../shared/organizations/organization.ts";
import {
	type CheckedOrder,
	checkOrder,
	orderReferenceIds,
} from "../../shared/purchase-orders/checks/check-order.ts";
import { findOrderReferences } from "../../shared/purchase-orders/checks/order-references.store.ts";
import {
	procurementCreationFailed,
	purchaseOrderTooLarge,
} from "../../shared/purchase-orders/errors.ts";
import type { DetailedPurchaseOrder } from "../../shared/purchase-orders/purchase-order.ts";
import { insertPurchaseOrder } from "../../shared/purchase-orders/purchase-orders.store.ts";
import type { PurchaseOrderBody } from "../../shared/purchase-orders/schema.ts";

/** Spec 4.2: creates an order atomically. */
export async function createPurchaseOrder(
	table: Table,
	body: PurchaseOrderBody,
	request: RequestContext,
): Promise<Reply> {
	const { id } = request.caller.organization;
	const found = await findOrderReferences(table, id, orderReferenceIds(body));
	const { content, result } = checkOrder(body, found);

	const order = toNewOrder(content, request);
	const outcome = await insertPurchaseOrder(table, id, order).catch((error) => {
		throw procurementCreationFailed(error);
	});
	if (outcome === "TOO_LARGE") throw purchaseOrderTooLarge();
	return succeeded({ poId: order.id, ...result }, { created: 1 });
}

function toNewOrder(
	content: CheckedOrder["content"],
	{ caller, attemptId, now }: RequestContext,
): DetailedPurchaseOrder {
	const createdAt = now.toISOString();
	const createdBy = toActor(caller);
	return {
		id: `po-${attemptId.toLowerCase()}`,
		...content,
		matchingState: "UNMATCHED",
		link: null,
		version: 1,
		createdAt,
		createdBy,
		updatedAt: createdAt,
		updatedBy: createdBy,
	};
}
