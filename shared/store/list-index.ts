import { createHash } from "node:crypto";
import type { Item } from "./dynamodb/batch-get.ts";
import { unpackFacts } from "./invoices/invoice-facts.ts";
import { type Key, organizationPrefix } from "./keys.ts";

/** The sparse index behind the lists of `records.md`: keys only, by organization and kind, newest first. */
export const listIndexName = "ByCreation";

/** The kinds of records that are listed by their creation. */
export type ListKind =
	| "INVOICE"
	| "PAYMENT_REQUEST"
	| "PURCHASE_ORDER"
	| "SKU"
	| "TAG"
	| "VENDOR";

/** The index's keys, attributes of each record that is listed. They never change: no later write costs an index write. */
export interface ListKey {
	listPk: string;
	listSk: string;
}

/**
 * @param pk The record's partition key. Its hash gives records of the same millisecond a fixed order: the key itself
 *   may be longer than the 1,024 bytes that a sort key takes.
 * @param createdAt RFC 3339; null: it was never stored, and the record comes last.
 */
export function toListKey(
	organizationId: string,
	kind: ListKind,
	{ pk, createdAt }: { pk: string; createdAt: string | null },
): ListKey {
	const order = createHash("sha256").update(pk).digest("hex").slice(0, 16);
	return {
		listPk: listPartition(organizationId, kind),
		listSk: `${createdAt ?? ""}#${order}`,
	};
}

/**
 * The list key of a record, whether it has it yet or not: for records that come with an organization file, or were stored
 * before there were lists.
 *
 * @returns null when the item is of no kind that is listed.
 */
export function findListKey(
	organizationId: string,
	item: ListedItem,
): ListKey | null {
	const kind = kindOf(organizationId, item);
	if (!kind || item.pointsTo !== undefined) return null;
	const createdAt =
		kind === "INVOICE" ? unpackFacts(item.facts).createdAt : item.createdAt;
	return toListKey(organizationId, kind, {
		pk: item.pk,
		createdAt: createdAt ?? null,
	});
}

/** Unchecked cast: every item that a partition of an organization holds has keys. */
export const asListedItem = (item: Item) => item as ListedItem & Item;

/** Where a record says when it was created. */
interface ListedItem extends Key {
	createdAt?: string | null;
	/** Of an invoice. */
	facts?: Uint8Array;
	/** Of the pointer of an invoice number, which is no record. */
	pointsTo?: string;
}

/** By what its partition key has behind the organization, and its sort key. */
function kindOf(organizationId: string, { pk, sk }: Key): ListKind | undefined {
	const [type] = pk
		.slice(organizationPrefix(organizationId).length)
		.split("#", 1);
	return kindsByKey.get(`${type}/${sk}`);
}

const kindsByKey: ReadonlyMap<string, ListKind> = new Map([
	["INVOICE/INVOICE", "INVOICE"],
	["PO/PO", "PURCHASE_ORDER"],
	["PR/PR", "PAYMENT_REQUEST"],
	["SKU/SKU", "SKU"],
	["SKUID/SKU", "SKU"],
	["TAG/TAG", "TAG"],
	["VENDOR/VENDOR", "VENDOR"],
]);

export const listPartition = (organizationId: string, kind: ListKind) =>
	`${organizationId}#${kind}`;
