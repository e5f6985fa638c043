import { toActor } from "../../shared/domain/organization/organization.ts";
import {
	type CheckedOrder,
	checkOrder,
	orderReferenceIds,
} from "../../shared/domain/purchase-order/check-order.ts";
import {
	procurementCreationFailed,
	purchaseOrderTooLarge,
} from "../../shared/domain/purchase-order/errors.ts";
import type { DetailedPurchaseOrder } from "../../shared/domain/purchase-order/purchase-order.ts";
import type { PurchaseOrderBody } from "../../shared/domain/purchase-order/schema.ts";
import type { RequestContext } from "../../shared/http/pipeline.ts";
import { type Reply, succeeded } from "../../shared/http/response.ts";
import type { Table } from "../../shared/store/dynamodb/table.ts";
import { insertPurchaseOrder } from "../../shared/store/purchase-orders/insert-purchase-order.ts";
import { findOrderReferences } from "../../shared/store/purchase-orders/order-references.ts";

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
