import type {
	OrderNames,
	OrderReferences,
} from "../../domain/purchase-order/check-order.ts";
import type { Item } from "../dynamodb/batch-get.ts";
import { batchGetGroups } from "../dynamodb/batch-get.ts";
import type { Table } from "../dynamodb/table.ts";
import {
	gstTaxKey,
	isKeyText,
	type Key,
	skuByCodeKey,
	skuNameKey,
	tagKey,
	vendorKey,
} from "../keys.ts";
import { toTag } from "../organizations/tags.ts";
import { toTax } from "../organizations/taxes.ts";
import { toVendor } from "../organizations/vendors.ts";

/** Everything that an order's checks look at, in one read. */
export async function findOrderReferences(
	table: Table,
	organizationId: string,
	{ vendorId = "", skuCodes, skuNames, taxIds, tagSlugs }: OrderNames,
): Promise<OrderReferences> {
	const vendorKeys = keysByText([vendorId], (id) =>
		vendorKey(organizationId, id),
	);
	const codeKeys = keysByText(skuCodes, (code) =>
		skuByCodeKey(organizationId, code),
	);
	const nameKeys = keysByText(skuNames, (name) =>
		skuNameKey(organizationId, name),
	);
	const tagKeys = keysByText(tagSlugs, (slug) => tagKey(organizationId, slug));
	const found = await batchGetGroups(table, {
		vendor: [...vendorKeys.values()],
		codes: [...codeKeys.values()],
		names: [...nameKeys.values()],
		taxes: taxIds.map((id) => gstTaxKey(organizationId, id)),
		tags: [...tagKeys.values()],
	});
	const [vendor] = found.vendor.map(toVendor);
	const taxes = found.taxes.map(toTax).map((tax) => [tax.id, tax] as const);
	const tags = found.tags.map(toTag).map((tag) => [tag.slug, tag] as const);
	return {
		vendor,
		skus: {
			codes: lowerCaseOf(codeKeys, found.codes),
			names: lowerCaseOf(nameKeys, found.names),
		},
		taxes: new Map(taxes),
		tags: new Map(tags),
	};
}

/** What no key can hold was never stored. */
function keysByText(
	texts: readonly string[],
	toKey: (text: string) => Key,
): Map<string, Key> {
	return new Map(
		texts.filter(isKeyText).map((text) => [text, toKey(text)] as const),
	);
}

/** The texts whose items were found. A name's pointer is proof enough: it is written after its SKU, and goes before it. */
function lowerCaseOf(
	keys: ReadonlyMap<string, Key>,
	items: readonly Item[],
): Set<string> {
	const found = new Set(items.map(({ pk }) => pk));
	const texts = [...keys].filter(([, { pk }]) => found.has(pk));
	return new Set(texts.map(([text]) => text.toLowerCase()));
}
