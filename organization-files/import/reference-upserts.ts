import { toMoney } from "../../shared/domain/money.ts";
import type { Table } from "../../shared/store/dynamodb/table.ts";
import type { Key } from "../../shared/store/keys.ts";
import { gstTaxKey, tdsTaxKey, vendorKey } from "../../shared/store/keys.ts";
import { toUserItem } from "../../shared/store/organizations/organizations.ts";
import { toTagItem } from "../../shared/store/organizations/tags.ts";
import { toTaxItem } from "../../shared/store/organizations/taxes.ts";
import type { OrganizationFile } from "../schema.ts";
import type { FileUpsert } from "./file-upsert.ts";
import { upsertStatement } from "./upsert-statement.ts";

/** Users, vendors, taxes and tags. An entry says all there is, but of a vendor that was created over the API. */
export function referenceUpserts(
	table: Table,
	{ org, users, vendors, gstTaxes, tdsTaxes, tags }: OrganizationFile,
): FileUpsert[] {
	return [
		...replacements(table, "/users", users, ({ active = true, ...user }) =>
			toUserItem(org.id, { ...user, active }),
		),
		...replacements(table, "/vendors", vendors, (vendor) => ({
			...vendorKey(org.id, vendor.id),
			...vendor,
		})),
		...replacements(table, "/gstTaxes", gstTaxes, ({ rate, ...tax }) =>
			toTaxItem(gstTaxKey(org.id, tax.id), { ...tax, rate: toMoney(rate) }),
		),
		...replacements(table, "/tdsTaxes", tdsTaxes, ({ rate, ...tax }) =>
			toTaxItem(tdsTaxKey(org.id, tax.id), { ...tax, rate: toMoney(rate) }),
		),
		...replacements(table, "/tags", tags, ({ options = [], ...tag }) =>
			toTagItem(org.id, { ...tag, options }),
		),
	];
}

function replacements<T>(
	table: Table,
	list: string,
	entries: readonly T[] = [],
	toItem: (entry: T) => Key,
): FileUpsert[] {
	return entries.map((entry, index) => {
		const item = toItem(entry);
		return {
			key: { pk: item.pk, sk: item.sk },
			pointer: `${list}/${index}`,
			toStatement: (existing) => upsertStatement(table, existing, item),
		};
	});
}
