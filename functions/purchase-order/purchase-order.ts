import type { Item } from "../../shared/dynamodb/reads/batch-get.ts";
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
	purchaseOrderExists,
	purchaseOrderTooLarge,
} from "../../shared/purchase-orders/errors.ts";
import {
	type ExternalOrder,
	toExternalOrder,
} from "../../shared/purchase-orders/external-order.ts";
import type { DetailedPurchaseOrder } from "../../shared/purchase-orders/purchase-order.ts";
import {
	asPurchaseOrderItem,
	insertPurchaseOrder,
} from "../../shared/purchase-orders/purchase-orders.store.ts";
import type { PurchaseOrderBody } from "../../shared/purchase-orders/schema.ts";

/** Spec 4.2: creates an order atomically; with an `externalId`, once for all requests that are the same (R10). */
export async function createPurchaseOrder(
	table: Table,
	body: PurchaseOrderBody,
	request: RequestContext,
): Promise<Reply> {
	const { id } = request.caller.organization;
	const external = toExternalOrder(body);
	const names = orderReferenceIds(body);
	const found = await findOrderReferences(table, id, names, external?.poId);
	if (external && found.order) return answerAgain(found.order, external);
	const { content, result } = checkOrder(body, found);

	const order = toNewOrder(content, external, request);
	const outcome = await insertPurchaseOrder(table, id, order, {
		writeId: request.attemptId,
		requestDigest: external?.requestDigest,
	}).catch((error) => {
		throw procurementCreationFailed(error);
	});
	if (outcome === "TOO_LARGE") throw purchaseOrderTooLarge();
	if (external && outcome !== "STORED") return answerAgain(outcome, external);
	return succeeded({ poId: order.id, ...result }, { created: 1 });
}

/** The answer for an `externalId` that an order has. An order from a file under its id is another request's too. */
function answerAgain(
	stored: Item,
	{ poId, requestDigest }: ExternalOrder,
): Reply {
	const order = asPurchaseOrderItem(stored);
	if (order.requestDigest !== requestDigest) throw purchaseOrderExists(poId);
	const state = order.state === "DRAFTED" ? "DRAFTED" : "ACTIVE";
	return succeeded({ poId, state });
}

function toNewOrder(
	content: CheckedOrder["content"],
	external: ExternalOrder | undefined,
	{ caller, attemptId, now }: RequestContext,
): DetailedPurchaseOrder {
	const createdAt = now.toISOString();
	const createdBy = toActor(caller);
	return {
		id: external?.poId ?? `po-${attemptId.toLowerCase()}`,
		externalId: external?.externalId ?? null,
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
