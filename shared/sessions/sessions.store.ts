import type { Key } from "../dynamodb/keys.ts";
import type { StoredNumber } from "../dynamodb/stored-values.ts";

/** The item of a session of the console, stored by the SHA-256 of the 32 bytes in its cookie. */
export interface SessionItem extends Key {
	/** The verified email of the person, in lower case. */
	email: string;
	issuer: string;
	subject: string;
	/** RFC 3339, as all instants but `expiresAt`. */
	signedInAt: string;
	/** When the issuer says that the person proved who they are; null where it does not say. */
	authTime: string | null;
	renewedAt: string;
	endsAt: string;
	/** The active users with this email, as found at sign-in or at the latest renewal. */
	users: SessionUser[];
	/** The store's TTL (epoch seconds), which may delete days late. */
	expiresAt: StoredNumber;
}

/** A user that a person is in an organization. */
export interface SessionUser {
	organizationId: string;
	userId: string;
}

/** The entry of a user in the partition of a person; an import writes it with the user. */
export interface PersonUserItem extends Key, SessionUser {}

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
