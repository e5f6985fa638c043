import {
	type Key,
	organizationKey,
	sessionKey,
	stageHoldKey,
	userKey,
} from "../dynamodb/keys.ts";
import { batchGet, type Item } from "../dynamodb/reads/batch-get.ts";
import { getItem } from "../dynamodb/reads/get-item.ts";
import type { StoredNumber } from "../dynamodb/stored-values.ts";
import type { Table } from "../dynamodb/table.ts";
import type { Caller } from "../organizations/organization.ts";
import {
	toOrganization,
	toUser,
} from "../organizations/organizations.store.ts";
import { isSuspended } from "../organizations/stage-hold.store.ts";
import type { Session, SessionUser } from "./session.ts";

/** The item of a session, stored by the SHA-256 of the 32 bytes in its cookie. The bytes themselves are not stored. */
export interface SessionItem extends Key, Omit<Session, "hash"> {
	/** The active users with this email, as found at sign-in or at the latest renewal. */
	users: SessionUser[];
	/** The store's TTL (epoch seconds), which may delete days late. */
	expiresAt: StoredNumber;
}

/** The account at the issuer that is bound to a person's email at the first sign-in. */
export interface PersonAccountItem extends Key {
	issuer: string;
	subject: string;
	boundAt: string;
}

/** The entry of a session in the partition of its person: for lists, and to end all sessions. */
export interface PersonSessionItem extends Key {
	/** As of the session. */
	signedInAt: string;
	endsAt: string;
	expiresAt: StoredNumber;
}

/** The session with this hash, which may have ended. */
export async function findSession(
	table: Table,
	hash: string,
): Promise<Session | undefined> {
	const item = await getItem(table, sessionKey(hash));
	return item && toSession(hash, item);
}

export function toSession(hash: string, item: Item): Session {
	// Unchecked cast: items under a session's key have this shape.
	const { pk, sk, expiresAt, ...session } = item as SessionItem & Item;
	return { ...session, hash };
}

/** Whom a person is in an organization. */
export type SessionCaller = Pick<
	Caller,
	"organization" | "user" | "permissions" | "isSuspended"
>;

/**
 * Whom a session's person is in an organization, as the store has it now, with one read.
 *
 * @returns undefined when the user is not there or not active, or has another email by now.
 */
export async function findSessionCaller(
	table: Table,
	email: string,
	{ organizationId, userId }: SessionUser,
): Promise<SessionCaller | undefined> {
	const [organization, item, hold] = await batchGet(table, [
		organizationKey(organizationId),
		userKey(organizationId, userId),
		stageHoldKey,
	]);
	if (!organization || !item || !isUserOf(item, email)) return undefined;
	const { id, name, role, active, permissions } = toUser(item);
	return {
		organization: toOrganization(organization),
		user: { id, name, role, active },
		permissions,
		isSuspended: isSuspended(organization, hold),
	};
}

/** Is this the item of an active user with the email? */
export function isUserOf(item: Item, email: string): boolean {
	const user = toUser(item);
	return user.active && user.email?.toLowerCase() === email;
}
