import type { Key } from "../../../shared/dynamodb/keys.ts";
import { gstTaxKey, tdsTaxKey } from "../../../shared/dynamodb/keys.ts";
import { toDecimal } from "../../../shared/money/decimal.ts";
import { toTagItem } from "../../../shared/organizations/tags/tags.store.ts";
import { toTaxItem } from "../../../shared/organizations/taxes/taxes.store.ts";
import { toImportedVendorItem } from "../../../shared/vendors/vendors.store.ts";
import type { OrganizationFile } from "../schema.ts";
import {
	entryWrite,
	type FileEntry,
	type ImportContext,
	isUnchanged,
	toImportDigest,
} from "./file-entry.ts";

/**
 * Returns the entries of vendors, taxes and tags. An omitted property is set to its default. If it has no default, it is
 * not changed.
 */
export function referenceEntries(
	context: ImportContext,
	{ org, vendors, gstTaxes, tdsTaxes, tags }: OrganizationFile,
): FileEntry[] {
	return [
		...replacements(
			context,
			"/vendors",
			vendors,
			(vendor) => toImportedVendorItem(org.id, vendor),
			{ version: 1 },
		),
		...replacements(context, "/gstTaxes", gstTaxes, ({ rate, ...tax }) =>
			toTaxItem(gstTaxKey(org.id, tax.id), { ...tax, rate: toDecimal(rate) }),
		),
		...replacements(context, "/tdsTaxes", tdsTaxes, ({ rate, ...tax }) =>
			toTaxItem(tdsTaxKey(org.id, tax.id), { ...tax, rate: toDecimal(rate) }),
		),
		...replacements(context, "/tags", tags, ({ options = [], ...tag }) =>
			toTagItem(org.id, { ...tag, options }),
		),
	];
}

function replacements<T>(
	context: ImportContext,
	list: string,
	entries: readonly T[] = [],
	toItem: (entry: T) => Key,
	initially: object = {},
): FileEntry[] {
	const initial = { createdAt: context.now.toISOString(), ...initially };
	return entries.map((entry, index) => {
		const { pk, sk, ...described } = toItem(entry);
		const key = { pk, sk };
		const importDigest = toImportDigest(entry);
		return {
			key,
			pointer: `${list}/${index}`,
			toWrite(existing) {
				if (isUnchanged(existing, importDigest)) return undefined;
				const record = { key, importDigest, described, initial };
				return entryWrite(context, existing, record);
			},
		};
	});
}
