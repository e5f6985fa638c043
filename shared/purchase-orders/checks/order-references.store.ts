import {
	gstTaxKey,
	isKeyText,
	type Key,
	purchaseOrderKey,
	skuByCodeKey,
	skuNameKey,
	tagKey,
	vendorKey,
} from "../../dynamodb/keys.ts";
import type { Item } from "../../dynamodb/reads/batch-get.ts";
import { batchGetGroups } from "../../dynamodb/reads/batch-get.ts";
import type { Table } from "../../dynamodb/table.ts";
import { toTag } from "../../organizations/tags/tags.store.ts";
import { toTax } from "../../organizations/taxes/taxes.store.ts";
import type { SkuReference } from "../../skus/sku.ts";
import { toVendor } from "../../vendors/vendors.store.ts";
import type { OrderReferenceIds, OrderReferences } from "./check-order.ts";

/** What an order's checks need, and the order that `orderId` names. */
interface ReadReferences extends OrderReferences {
	order: Item | undefined;
}

/**
 * Reads everything that an order's checks need, 100 keys to a call. When a required record is missing, later ones in
 * the order of the checks (spec 4.2) may be left unread, since the first missing one rejects the order.
 *
 * @param orderId An order to be read with them.
 */
export async function findOrderReferences(
	table: Table,
	organizationId: string,
	{ vendorId = "", skus, areSkusRequired, taxIds, tagSlugs }: OrderReferenceIds,
	orderId?: string,
): Promise<ReadReferences> {
	const skuKeys = skus.flatMap((sku) => toSkuKey(organizationId, sku));
	const keys = {
		taxes: taxIds.map((id) => gstTaxKey(organizationId, id)),
		vendor: [vendorId]
			.filter(isKeyText)
			.map((id) => vendorKey(organizationId, id)),
		tags: tagSlugs
			.filter(isKeyText)
			.map((slug) => tagKey(organizationId, slug)),
	};
	const order =
		orderId === undefined ? [] : [purchaseOrderKey(organizationId, orderId)];
	const found = areSkusRequired
		? await batchGetGroups(table, { order, skus: skuKeys, ...keys }, ["order"])
		: await batchGetGroups(table, { order, ...keys, skus: skuKeys }, [
				"order",
				"skus",
			]);
	const [vendor] = found.vendor.map(toVendor);
	const taxes = found.taxes.map(toTax).map((tax) => [tax.id, tax] as const);
	const tags = found.tags.map(toTag).map((tag) => [tag.slug, tag] as const);
	return {
		order: found.order[0],
		vendor,
		skus: toKnownSkus(organizationId, skus, found.skus),
		taxes: new Map(taxes),
		tags: new Map(tags),
	};
}

/** A text that a key cannot contain was never stored. */
function toSkuKey(organizationId: string, sku: SkuReference): Key[] {
	if ("skuCode" in sku) {
		const { skuCode } = sku;
		return isKeyText(skuCode) ? [skuByCodeKey(organizationId, skuCode)] : [];
	}
	const { skuName } = sku;
	return isKeyText(skuName) ? [skuNameKey(organizationId, skuName)] : [];
}

/**
 * The pointer of a name proves that its SKU exists: it is written after the SKU and leads elsewhere before the SKU is
 * renamed.
 */
function toKnownSkus(
	organizationId: string,
	skus: readonly SkuReference[],
	items: readonly Item[],
): OrderReferences["skus"] {
	const found = new Set(items.map(({ pk }) => pk));
	const known = skus.filter((sku) =>
		toSkuKey(organizationId, sku).some(({ pk }) => found.has(pk)),
	);
	return {
		codes: new Set(
			known.flatMap((by) => ("skuCode" in by ? by.skuCode.toLowerCase() : [])),
		),
		names: new Set(
			known.flatMap((by) => ("skuName" in by ? by.skuName.toLowerCase() : [])),
		),
	};
}
