import type { Item } from "../../../../shared/dynamodb/reads/batch-get.ts";
import { scanSkus } from "../../../../shared/skus/scan-skus.store.ts";
import type { ImportContext } from "../file-entry.ts";

/**
 * Finds the oldest SKU of each name. It scans the table, because the list index is eventually consistent.
 *
 * @param toName Returns a SKU's name, or undefined when the SKU does not count.
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
