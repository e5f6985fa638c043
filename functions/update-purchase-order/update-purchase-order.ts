import { isDeepStrictEqual } from "node:util";
import { maxInstant } from "../../shared/dates/max-instant.ts";
import { purchaseOrderKey } from "../../shared/dynamodb/keys.ts";
import { chooseId } from "../../shared/dynamodb/reads/choose-id.ts";
import type { Table } from "../../shared/dynamodb/table.ts";
import { versionMismatch } from "../../shared/http/errors.ts";
import { requireValid } from "../../shared/http/json-body.ts";
import type { PathIds } from "../../shared/http/path-ids.ts";
import type { RequestContext } from "../../shared/http/pipeline.ts";
import { type Reply, succeededAt } from "../../shared/http/response.ts";
import { toActor } from "../../shared/organizations/organization.ts";
import { findHoldingAdvance } from "../../shared/payment-requests/order-link/find-holding-advance.store.ts";
import { changePurchaseOrder } from "../../shared/purchase-orders/change-purchase-order.store.ts";
import { toBodyError } from "../../shared/purchase-orders/checks/body-error.ts";
import {
	type CheckedOrder,
	checkOrder,
	orderReferenceIds,
} from "../../shared/purchase-orders/checks/check-order.ts";
import { findOrderReferences } from "../../shared/purchase-orders/checks/order-references.store.ts";
import {
	purchaseOrderNotFound,
	purchaseOrderTooLarge,
} from "../../shared/purchase-orders/errors.ts";
import { findBrokenTerm } from "../../shared/purchase-orders/linked-order-terms.ts";
import { toOrderBody } from "../../shared/purchase-orders/order-details.ts";
import {
	type DetailedPurchaseOrder,
	orderCurrency,
} from "../../shared/purchase-orders/purchase-order.ts";
import { creationOnly } from "../../shared/purchase-orders/schema.ts";
import { validate } from "../../shared/purchase-orders/schema.validator.js";
import { heldByAdvance, notADraft } from "./errors.ts";

export interface PurchaseOrderUpdate {
	/** The ids that the path may stand for. */
	ids: PathIds;
	/** The version that the order must have; null accepts any. */
	ifMatch: string | null;
	/** The merge patch as sent, not validated. */
	patch: object;
}

/** R2: changes a draft, and activates it when requested and complete. */
export async function updatePurchaseOrder(
	table: Table,
	{ ids, ifMatch, patch }: PurchaseOrderUpdate,
	request: RequestContext,
): Promise<Reply> {
	const organizationId = request.caller.organization.id;
	const poId = await chooseId(table, ids, (id) =>
		purchaseOrderKey(organizationId, id),
	);
	const changed = await changePurchaseOrder(table, {
		organizationId,
		poId,
		writeId: request.attemptId,
		async decide(order) {
			if (ifMatch !== null && ifMatch !== String(order.version))
				throw versionMismatch();
			if (order.state !== "DRAFTED") throw notADraft(order.state);
			const body = requireValid(
				applyPatch(order, patch),
				validate,
				toBodyError,
			);
			const names = orderReferenceIds(body);
			const found = await findOrderReferences(table, organizationId, names);
			const { content, result } = checkOrder(body, found);
			await requireTermsOfAdvance(table, organizationId, { order, content });
			return { order: toChangedOrder(order, content, request), result };
		},
	});
	if (changed === "NOT_FOUND") throw purchaseOrderNotFound();
	if (changed === "TOO_LARGE") throw purchaseOrderTooLarge();

	const { order, result } = changed;
	const { state, ...warnings } = result;
	const data = { poId, state, version: order.version, ...warnings };
	return succeededAt(order.version, data);
}

/**
 * An organization file can make an approved order a draft again while an advance holds it. The advance was checked
 * against the terms of the order (spec 4.3 rule 5), so these must stay.
 */
async function requireTermsOfAdvance(
	table: Table,
	organizationId: string,
	{
		order,
		content,
	}: { order: DetailedPurchaseOrder; content: CheckedOrder["content"] },
) {
	if (!order.link) return;
	const { advanceId } = order.link;
	const advance = await findHoldingAdvance(table, organizationId, advanceId);
	const broken = findBrokenTerm(
		{ ...order, currency: orderCurrency(order) },
		{ ...content, currency: orderCurrency(content) },
		advance,
	);
	if (broken !== null) throw heldByAdvance(advanceId, broken);
}

/** Returns the order itself when the patch changes nothing. */
function toChangedOrder(
	order: DetailedPurchaseOrder,
	content: CheckedOrder["content"],
	{ caller, now }: RequestContext,
): DetailedPurchaseOrder {
	const changed = { ...order, ...content };
	if (isDeepStrictEqual(changed, order)) return order;
	return {
		...changed,
		version: order.version + 1,
		updatedAt: maxInstant(now.toISOString(), order.updatedAt),
		updatedBy: toActor(caller),
	};
}

/**
 * The body that would create the patched order: a merge patch (RFC 7396) in which `tags` and `lineItems` are replaced
 * as a whole. The schema validates the result.
 */
function applyPatch(order: DetailedPurchaseOrder, patch: object): object {
	const merged = Object.entries({ ...toOrderBody(order), ...patch });
	return Object.fromEntries(
		merged.filter(
			([name, value]) => value !== null && !creationOnly.includes(name),
		),
	);
}
