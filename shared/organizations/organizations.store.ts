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
	/** It is absent when it is null. */
	email?: string;
	/** What the user may do in the console; absent when it is nothing. */
	permissions?: Set<Permission>;
}

export const toOrganization = (item: Item): Organization =>
	// Unchecked cast: an import wrote this JSON from an `Organization`.
	JSON.parse(asOrganizationItem(item).document) as Organization;

/** When the operator suspended the organization; null: it is not suspended. */
export const toSuspendedAt = (item: Item): string | null =>
	asOrganizationItem(item).suspendedAt ?? null;

/** Unchecked cast: items under an organization's key have this shape. */
const asOrganizationItem = (item: Item) => item as OrganizationItem & Item;

export function toUserItem(organizationId: string, user: User): UserItem {
	const { id, name, role, active, email } = user;
	const key = userKey(organizationId, id);
	return { ...key, id, name, role, active, ...(email !== null && { email }) };
}

export function toUser(item: Item): User {
	// Unchecked cast: items under a user's key have this shape.
	const { id, name, role, active, email } = item as UserItem & Item;
	return { id, name, role, active, email: email ?? null };
}
