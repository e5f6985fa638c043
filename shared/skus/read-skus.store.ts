import { skuByCodeKey, skuNameKey } from "../dynamodb/keys.ts";
import { batchGet } from "../dynamodb/reads/batch-get.ts";
import { findRecord } from "../dynamodb/reads/find-record.ts";
import type { Table } from "../dynamodb/table.ts";
import { creationList } from "../lists/creation-list.store.ts";
import type { RecordList } from "../lists/record-list.store.ts";
import { toSkuRecord } from "./sku.record.ts";
import type { Sku } from "./sku.ts";
import { toNamedSkuKey, toSku } from "./skus.store.ts";

/** Records R3: the organization's SKUs, newest first. */
export const skuList = (table: Table, organizationId: string): RecordList =>
	creationList(table, {
		organizationId,
		kind: "SKU",
		toStored: toSku,
		toRecord: toSkuRecord,
	});

/** The SKU that a line item with this code refers to. */
export async function findSkuByCode(
	table: Table,
	organizationId: string,
	itemCode: string,
) {
	const item = await findRecord(table, [itemCode], (code) =>
		skuByCodeKey(organizationId, code),
	);
	return item && toSkuRecord(toSku(item));
}

/** The SKU that a line item with this name refers to: the first with the name. */
export async function findSkuByName(
	table: Table,
	organizationId: string,
	name: string,
) {
	const pointer = await findRecord(table, [name], (text) =>
		skuNameKey(organizationId, text),
	);
	if (!pointer) return undefined;
	const [item] = await batchGet(table, [toNamedSkuKey(pointer)]);
	const sku = item && toSku(item);
	return sku && isNamed(sku, name) ? toSkuRecord(sku) : undefined;
}

/** An import may have renamed the SKU since the pointer was read. */
const isNamed = (sku: Sku, name: string) =>
	sku.name.toLowerCase() === name.toLowerCase();
