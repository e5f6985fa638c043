import { createHash } from "node:crypto";
import { type Key, organizationPrefix } from "../dynamodb/keys.ts";

/** The sparse, keys-only index of all lists of the API, by organization and kind, newest first (ADR 9). */
export const listIndexName = "ByCreation";

/** The kinds of records that are listed by their creation. */
export type ListKind = (typeof listKinds)[number];

export const listKinds = [
	"INVOICE",
	"PAYMENT_REQUEST",
	"PAYMENT_RUN",
	"PURCHASE_ORDER",
	"SKU",
	"TAG",
	"USER",
	"VENDOR",
] as const;

/** The index's keys, stored in every listed record. They never change, so that later writes cost no index write. */
export interface ListKey {
	listPk: string;
	listSk: string;
}

/**
 * @param pk The record's partition key. Its hash orders records of the same millisecond; the key itself may exceed the
 *   1,024 bytes of a sort key.
 * @param createdAt RFC 3339
 */
export function toListKey(
	organizationId: string,
	kind: ListKind,
	{ pk, createdAt }: { pk: string; createdAt: string },
): ListKey {
	return {
		listPk: listPartition(organizationId, kind),
		listSk: `${createdAt}#${hashOf(pk)}`,
	};
}

const hashOf = (text: string) =>
	createHash("sha256").update(text).digest("hex").slice(0, 16);

/** The list key of an organization: all organizations are in one partition, sorted by id. */
export const toOrganizationListKey = (organizationId: string): ListKey => ({
	listPk: organizationsPartition,
	listSk: organizationId,
});

/** The index partition that lists all organizations. Their ids have no capitals, so no other partition begins so. */
export const organizationsPartition = "ORGANIZATIONS";

/** The list key of an entry in the inbox of a user, in the order in which approvals opened (A6). */
export const toInboxListKey = (
	organizationId: string,
	userId: string,
	{ pk, sk, openedAt }: Key & { openedAt: string },
): ListKey => ({
	listPk: inboxListPartition(organizationId, userId),
	listSk: `${openedAt}#${hashOf(`${pk}#${sk}`)}`,
});

export const inboxListPartition = (organizationId: string, userId: string) =>
	`${organizationId}#INBOX#${userId}`;

/** Has the text the form of a `listSk`? */
export const isListSortKey = (text: string): boolean =>
	/^[^#]{0,64}#[0-9a-f]{16}$/.test(text);

/** Derives the kind from the part of the partition key after the organization, and from the sort key. */
export function kindOf(
	organizationId: string,
	{ pk, sk }: Key,
): ListKind | undefined {
	const [type] = pk
		.slice(organizationPrefix(organizationId).length)
		.split("#", 1);
	return kindsByKey.get(`${type}/${sk}`);
}

const kindsByKey: ReadonlyMap<string, ListKind> = new Map([
	["INVOICE/INVOICE", "INVOICE"],
	["PO/PO", "PURCHASE_ORDER"],
	["PR/PR", "PAYMENT_REQUEST"],
	["RUN/RUN", "PAYMENT_RUN"],
	["SKU/SKU", "SKU"],
	["SKUID/SKU", "SKU"],
	["TAG/TAG", "TAG"],
	["USER/USER", "USER"],
	["VENDOR/VENDOR", "VENDOR"],
]);

export const listPartition = (organizationId: string, kind: ListKind) =>
	`${organizationId}#${kind}`;
