import { toMoney } from "../../shared/domain/money.ts";
import { toStoredNumber } from "../../shared/store/dynamodb/numbers.ts";
import type { Table } from "../../shared/store/dynamodb/table.ts";
import type { OrganizationFile } from "../schema.ts";
import type { FileUpsert } from "./file-upsert.ts";
import { type LocatedSku, locateSkus } from "./locate-skus.ts";
import { skuNameUpserts } from "./sku-name-upserts.ts";
import { upsertStatement } from "./upsert-statement.ts";

/** The SKUs, and the names that lead to them. */
export async function planSkus(
	table: Table,
	{ org, skus = [] }: OrganizationFile,
	now: Date,
): Promise<FileUpsert[]> {
	const located = await locateSkus(table, org.id, skus);
	return [
		...located.map((sku) => skuUpsert(table, sku, now)),
		...skuNameUpserts(table, org.id, located),
	];
}

function skuUpsert(
	table: Table,
	{ entry, key, pointer }: LocatedSku,
	now: Date,
): FileUpsert {
	const {
		name,
		itemCode = null,
		unit = null,
		rate = null,
		hsnSac = null,
	} = entry;
	const item = {
		...key,
		name,
		itemCode,
		unit,
		rate: rate === null ? null : toStoredNumber(toMoney(rate)),
		hsnSac,
	};
	const initial = { createdAt: now.toISOString() };
	return {
		key,
		pointer,
		toStatement: (existing) => upsertStatement(table, existing, item, initial),
	};
}
