import type { Item } from "../../../../shared/dynamodb/reads/batch-get.ts";
import { scanSkus } from "../../../../shared/skus/scan-skus.store.ts";
import type { ImportContext } from "../file-entry.ts";

/**
 * The oldest SKU of each name. Scans the table, because the list index is eventually consistent.
 *
 * @param toName A SKU's name; undefined: the SKU does not count.
 */
export async function findOldestSkus(
	{ table, organizationId }: Pick<ImportContext, "table" | "organizationId">,
	toName: (sku: Item) => string | undefined,
): Promise<Map<string, Item>> {
	const oldest = new Map<string, Item>();
	for await (const sku of scanSkus(table, organizationId)) {
		const name = toName(sku);
		if (name === undefined) continue;
		const known = oldest.get(name);
		if (!known || `${sku.listSk}` < `${known.listSk}`) oldest.set(name, sku);
	}
	return oldest;
}
