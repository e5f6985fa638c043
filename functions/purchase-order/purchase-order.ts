import { type Actor, toActor } from "../../shared/domain/organization.ts";
import type { PurchaseOrder } from "../../shared/domain/purchase-order.ts";
import { refuseTags, type Tag, tagSlugs } from "../../shared/domain/tags.ts";
import type { RequestContext } from "../../shared/http/pipeline.ts";
import { type Reply, succeeded } from "../../shared/http/response.ts";
import { fitsOneItem } from "../../shared/store/dynamodb/item-size.ts";
import type { Table } from "../../shared/store/dynamodb/table.ts";
import { insertPurchaseOrder } from "../../shared/store/purchase-orders/insert-purchase-order.ts";
import {
	findOrderReferences,
	type OrderReferences,
} from "../../shared/store/purchase-orders/order-references.ts";
import {
	type PurchaseOrderItem,
	toPurchaseOrderItem,
} from "../../shared/store/purchase-orders/purchase-orders.ts";
import { findActivationGaps } from "./activation.ts";
import {
	invalidTag,
	procurementCreationFailed,
	purchaseOrderTooLarge,
	vendorNotFound,
} from "./errors.ts";
import { requireLineTaxes, type TaxedLineItem } from "./line-tax.ts";
import { orderAmount } from "./order-amount.ts";
import { toOrderDetails } from "./order-details.ts";
import { orderTags } from "./order-tags.ts";
import type { PurchaseOrderBody } from "./schema.ts";
import { requireSkus, skuReferences } from "./sku-matching.ts";

/** Spec 4.2: creates an order, whole or not at all. The checks in the order of its rules. */
export async function createPurchaseOrder(
	table: Table,
	body: PurchaseOrderBody,
	{ caller, attemptId, now }: RequestContext,
): Promise<Reply> {
	const organizationId = caller.organization.id;
	const found = await findReferences(table, organizationId, body);

	const skuMatchWarnings = requireSkus(body, found.skus);
	const lines = requireLineTaxes(body.lineItems, found.taxes);
	const submitWarnings =
		body.state === "ACTIVE" ? findActivationGaps(body) : null;
	if (body.vendorId !== undefined && !found.vendor) throw vendorNotFound();
	requireTags(body, found.tags);

	const isActive = body.state === "ACTIVE" && submitWarnings === null;
	const createdBy = toActor(caller);
	const order = toOrder(body, { lines, isActive, attemptId, createdBy, now });
	const details = toOrderDetails(body, lines);
	await store(table, toPurchaseOrderItem(organizationId, order, details));
	return succeeded({
		poId: order.id,
		state: isActive ? "ACTIVE" : "DRAFTED",
		...(skuMatchWarnings.length > 0 && { skuMatchWarnings }),
		...(submitWarnings && { submitWarnings }),
	});
}

function findReferences(
	table: Table,
	organizationId: string,
	body: PurchaseOrderBody,
): Promise<OrderReferences> {
	const { vendorId, lineItems } = body;
	return findOrderReferences(table, organizationId, {
		vendorId,
		...skuReferences(lineItems),
		taxIds: lineItems.flatMap(({ taxId }) => taxId ?? []),
		tagSlugs: tagSlugs(orderTags(body)),
	});
}

function requireTags(
	body: PurchaseOrderBody,
	configured: ReadonlyMap<string, Tag>,
) {
	const refusal = refuseTags(orderTags(body), configured);
	if (refusal) throw invalidTag(refusal);
}

function toOrder(
	{ poNumber, vendorId }: PurchaseOrderBody,
	{
		lines,
		isActive,
		attemptId,
		createdBy,
		now,
	}: {
		lines: readonly TaxedLineItem[];
		isActive: boolean;
		attemptId: string;
		createdBy: Actor;
		now: Date;
	},
): PurchaseOrder {
	const createdAt = now.toISOString();
	return {
		id: `po-${attemptId.toLowerCase()}`,
		poNumber,
		vendorId: vendorId ?? null,
		// Organizations have no approval stages for orders (`decisions.md`, "Purchase orders").
		state: isActive ? "APPROVED" : "DRAFTED",
		matchingState: "UNMATCHED",
		amount: orderAmount(lines),
		link: null,
		version: 1,
		createdAt,
		createdBy,
		updatedAt: createdAt,
		updatedBy: createdBy,
	};
}

async function store(table: Table, item: PurchaseOrderItem) {
	if (!fitsOneItem(item)) throw purchaseOrderTooLarge();
	try {
		await insertPurchaseOrder(table, item);
	} catch (error) {
		throw procurementCreationFailed(error);
	}
}
