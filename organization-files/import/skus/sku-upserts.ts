import { toMoney } from "../../../shared/domain/money.ts";
import { toStoredNumber } from "../../../shared/store/dynamodb/stored-values.ts";
import type { OrganizationFile } from "../../schema.ts";
import type { FileUpsert } from "../file-entry.ts";
import {
	entryStatement,
	type ImportContext,
	isUnchanged,
	toImportDigest,
} from "../file-entry.ts";
import { type LocatedSku, locateSkus } from "./locate-skus.ts";
import { skuNameUpserts } from "./sku-name-upserts.ts";

/** The SKUs and the names that point to them. */
export async function planSkus(
	context: ImportContext,
	{ org, skus = [] }: OrganizationFile,
): Promise<FileUpsert[]> {
	const { table } = context;
	const located = await locateSkus(table, org.id, skus);
	return [
		...located.map((sku) => skuUpsert(context, sku)),
		...(await skuNameUpserts(table, org.id, located)),
	];
}

function skuUpsert(
	context: ImportContext,
	{ entry, key, pointer }: LocatedSku,
): FileUpsert {
	const {
		name,
		itemCode = null,
		unit = null,
		rate = null,
		hsnSac = null,
	} = entry;
	const described = {
		name,
		itemCode,
		unit,
		rate: rate === null ? null : toStoredNumber(toMoney(rate)),
		hsnSac,
	};
	const importDigest = toImportDigest(entry);
	const initial = { createdAt: context.now.toISOString() };
	return {
		key,
		pointer,
		toStatement(existing) {
			if (isUnchanged(existing, importDigest)) return undefined;
			const record = { key, importDigest, described, initial };
			return entryStatement(context, existing, record);
		},
	};
}
