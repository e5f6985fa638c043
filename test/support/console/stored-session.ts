import { randomBytes } from "node:crypto";
import type { Table } from "../../../shared/dynamodb/table.ts";
import { insertSession } from "../../../shared/sessions/change-sessions.store.ts";
import {
	addSeconds,
	type Session,
	sessionSeconds,
} from "../../../shared/sessions/session.ts";
import { toSessionHash } from "../../../shared/sessions/session-cookie.ts";
import { consoleHeaders } from "./browser.ts";

export interface StoredSession {
	/** The value of the cookie. */
	secret: string;
	session: Session;
	/** What a page of the console sends for an organization, as options of `world.send`. */
	as(organizationId: string): {
		key: null;
		cookies: string[];
		headers: Record<string, string>;
	};
}

/** Stores a session as signing in does. `test/functions/sign-in` signs in at an issuer. */
export async function storeSession(
	table: Table,
	{
		now,
		...given
	}: { now: Date } & Pick<Session, "email" | "users"> & Partial<Session>,
): Promise<StoredSession> {
	const secret = randomBytes(32).toString("base64url");
	const signedInAt = now.toISOString();
	const session: Session = {
		hash: toSessionHash(secret),
		issuer: "https://issuer.example",
		subject: given.email,
		signedInAt,
		authTime: null,
		renewedAt: signedInAt,
		endsAt: addSeconds(signedInAt, sessionSeconds),
		...given,
	};
	await insertSession(table, session);
	return {
		secret,
		session,
		as: (organizationId) => ({
			key: null,
			cookies: [`__Host-session=${secret}`],
			headers: consoleHeaders(organizationId),
		}),
	};
}
