import type { Item } from "../../../../shared/dynamodb/reads/batch-get.ts";
import {
	asListedItem,
	findListKey,
} from "../../../../shared/lists/list-index.store.ts";
import { scanSkus } from "../../../../shared/organizations/scan-organization.store.ts";
import type { ImportContext } from "../file-entry.ts";

/**
 * The oldest SKU of each name. Scans the table: the list index is eventually consistent, and lacks SKUs that were
 * stored before it existed.
 *
 * @param toName A SKU's name; undefined: the SKU does not count.
 */
export async function findOldestSkus(
	{ table, organizationId }: Pick<ImportContext, "table" | "organizationId">,
	toName: (sku: Item) => string | undefined,
): Promise<Map<string, Item>> {
	const oldest = new Map<string, { sku: Item; position: string }>();
	for await (const sku of scanSkus(table, organizationId)) {
		const name = toName(sku);
		if (name === undefined) continue;
		const listKey = findListKey(organizationId, asListedItem(sku));
		const position = listKey?.listSk ?? "";
		const known = oldest.get(name);
		if (!known || position < known.position)
			oldest.set(name, { sku, position });
	}
	return new Map([...oldest].map(([name, { sku }]) => [name, sku]));
}
