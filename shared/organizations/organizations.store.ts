import { type Key, userKey } from "../dynamodb/keys.ts";
import type { Item } from "../dynamodb/reads/batch-get.ts";
import type { StoredNumber } from "../dynamodb/stored-values.ts";
import type { Organization, Permission, Role, User } from "./organization.ts";

/** The item of an organization. A JSON document, because its slugs and names may be any text, `__proto__` included. */
export interface OrganizationItem extends Key {
	/** JSON of an `Organization`. */
	document: string;
	/** When the operator suspended it (RFC 3339). It is not in the document because imports write that. */
	suspendedAt?: string | null;
	version: StoredNumber;
}

export interface UserItem extends Key {
	id: string;
	name: string;
	role: Role;
	active: boolean;
	/** It may be absent. */
	email?: string | null;
	/** They are absent when there never were any. */
	permissions?: readonly Permission[];
}

export const toOrganization = (item: Item): Organization =>
	// Unchecked cast: an import wrote this JSON from an `Organization`.
	JSON.parse(asOrganizationItem(item).document) as Organization;

/** When the operator suspended the organization; null: it is not suspended. */
export const toSuspendedAt = (item: Item): string | null =>
	asOrganizationItem(item).suspendedAt ?? null;

/** Unchecked cast: items under an organization's key have this shape. */
const asOrganizationItem = (item: Item) => item as OrganizationItem & Item;

/** A user of an organization file. What it leaves out besides `active` stays unchanged (contract 2, "Importing"). */
export function toImportedUserItem(
	organizationId: string,
	{ id, name, role, active = true, email, permissions }: ImportedUser,
): UserItem {
	return {
		...userKey(organizationId, id),
		id,
		name,
		role,
		active,
		...(email !== undefined && { email }),
		...(permissions && { permissions: [...new Set(permissions)] }),
	};
}

export interface ImportedUser {
	id: string;
	name: string;
	role: Role;
	active?: boolean | undefined;
	email?: string | null | undefined;
	permissions?: readonly Permission[] | undefined;
}

export function toUser(item: Item): User {
	// Unchecked cast: items under a user's key have this shape.
	const { id, name, role, active, email, permissions } = item as UserItem &
		Item;
	return {
		id,
		name,
		role,
		active,
		email: email ?? null,
		permissions: permissions ?? [],
	};
}
