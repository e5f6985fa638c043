import {
	requireTags,
	type Tag,
	type TagsAt,
	tagSlugs,
} from "../../organizations/tags/tags.ts";
import type { Tax } from "../../organizations/taxes/tax.ts";
import type { SkuReference } from "../../skus/sku.ts";
import { vendorNotFound } from "../../vendors/errors.ts";
import type { Vendor } from "../../vendors/vendor.ts";
import { purchaseOrderRecordTooLarge } from "../errors.ts";
import { fitsResponse, toOrderDetails } from "../order-details.ts";
import type { DetailedPurchaseOrder } from "../purchase-order.ts";
import type { PurchaseOrderBody } from "../schema.ts";
import { orderAmount, requireLineTaxes } from "./line-tax.ts";
import {
	type OrderWarnings,
	requireWarningsThatFit,
} from "./order-warnings.ts";
import { type KnownSkus, requireSkus, skuReferences } from "./sku-matching.ts";

/** The records that a purchase order refers to. May have duplicates. */
export interface OrderReferenceIds {
	vendorId: string | undefined;
	/** In line item order. */
	skus: readonly SkuReference[];
	/** Is an order with an unknown SKU rejected? */
	areSkusRequired: boolean;
	taxIds: readonly number[];
	tagSlugs: readonly string[];
}

export function orderReferenceIds(body: PurchaseOrderBody): OrderReferenceIds {
	const { vendorId, lineItems, matchingType } = body;
	return {
		vendorId,
		skus: skuReferences(lineItems),
		areSkusRequired: matchingType === "THREE_WAY",
		taxIds: lineItems.flatMap(({ taxId }) => taxId ?? []),
		tagSlugs: tagSlugs(orderTags(body)),
	};
}

/** The records that were found; undefined or absent where there is none. */
export interface OrderReferences {
	vendor: Vendor | undefined;
	skus: KnownSkus;
	/** By id. */
	taxes: ReadonlyMap<number, Tax>;
	/** By slug. */
	tags: ReadonlyMap<string, Tag>;
}

/** A valid order. */
export interface CheckedOrder {
	/** The properties of the order that derive from its body. */
	content: Pick<
		DetailedPurchaseOrder,
		"poNumber" | "vendorId" | "state" | "amount" | "details"
	>;
	/** The response without the order's id (spec 2.7). */
	result: OrderWarnings & { state: "DRAFTED" | "ACTIVE" };
}

/** Spec 4.2: the checks of a creation and of a patch, in the order of the rules. */
export function checkOrder(
	body: PurchaseOrderBody,
	found: OrderReferences,
): CheckedOrder {
	const skuMatchWarnings = requireSkus(body, found.skus);
	const lines = requireLineTaxes(body.lineItems, found.taxes);
	if (body.vendorId !== undefined && !found.vendor) throw vendorNotFound();
	requireTags(orderTags(body), found.tags);
	const warnings = requireWarningsThatFit(body, skuMatchWarnings);
	const details = toOrderDetails(body, lines);
	if (!fitsResponse(body, details)) throw purchaseOrderRecordTooLarge();

	const isActive = body.state === "ACTIVE" && !warnings.submitWarnings;
	return {
		content: {
			poNumber: body.poNumber,
			vendorId: body.vendorId ?? null,
			// Organizations have no approval stages for orders (`purchase-orders.md`).
			state: isActive ? "APPROVED" : "DRAFTED",
			amount: orderAmount(lines),
			details,
		},
		result: {
			state: isActive ? "ACTIVE" : "DRAFTED",
			...warnings,
		},
	};
}

/** All `tags` objects of an order: its own and those of its line items (spec 2.6). */
function orderTags({ tags, lineItems }: PurchaseOrderBody): TagsAt[] {
	return [
		...(tags ? [{ pointer: "/tags", tags }] : []),
		...lineItems.flatMap(({ tags }, index) =>
			tags ? [{ pointer: `/lineItems/${index}/tags`, tags }] : [],
		),
	];
}
