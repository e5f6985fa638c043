import type { Item } from "../../../shared/store/dynamodb/batch-get.ts";
import type { Table } from "../../../shared/store/dynamodb/table.ts";
import { organizationPrefix } from "../../../shared/store/keys.ts";
import { scanOrganization } from "../../../shared/store/organizations/scan-organization.ts";

/** An organization's items by kind, each list sorted by key. */
export type StoredOrganization = Record<Kind, Item[]>;

type Kind = (typeof kinds)[keyof typeof kinds];

/** Kinds by the beginnings of the partition key, after the organization, and of the sort key (`docs/data-model.md`). */
const kinds = {
	"/GST": "gstTaxes",
	"/TDS": "tdsTaxes",
	"/APIKEY": "apiKeyEntries",
	"USER/USER": "users",
	"VENDOR/VENDOR": "vendors",
	"TAG/TAG": "tags",
	"SKU/SKU": "skus",
	"SKUID/SKU": "skus",
	"PO/PO": "purchaseOrders",
	"PR/PR": "advances",
	"PR/APPROVAL": "approvals",
	"PRHISTORY/HISTORY": "histories",
	"INVOICE/INVOICE": "invoices",
} as const;

/** Reads all items that an export shows. Scans the whole table. */
export async function readStoredOrganization(
	table: Table,
	organizationId: string,
): Promise<StoredOrganization> {
	const stored = emptyOrganization();
	for await (const item of scanOrganization(table, organizationId)) {
		const kind = kindOf(item, organizationId);
		if (kind) stored[kind].push(item);
	}
	for (const items of Object.values(stored)) items.sort(byKey);
	return stored;
}

function emptyOrganization(): StoredOrganization {
	const entries = Object.values(kinds).map((kind) => [kind, []]);
	return Object.fromEntries(entries);
}

function kindOf({ pk, sk }: Item, organizationId: string): Kind | undefined {
	const record = String(pk).slice(organizationPrefix(organizationId).length);
	const kind = `${head(record)}/${head(String(sk))}`;
	return Object.hasOwn(kinds, kind)
		? kinds[kind as keyof typeof kinds]
		: undefined;
}

const head = (text: string) => text.split("#", 1)[0];

/** By code units, so that the order does not depend on the locale. */
function byKey(one: Item, other: Item): number {
	return compare(`${one.pk}\n${one.sk}`, `${other.pk}\n${other.sk}`);
}

function compare(one: string, other: string): number {
	if (one === other) return 0;
	return one < other ? -1 : 1;
}
