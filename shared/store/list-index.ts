import { createHash } from "node:crypto";

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

export const listPartition = (organizationId: string, kind: ListKind) =>
	`${organizationId}#${kind}`;
