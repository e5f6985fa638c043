import { DeleteCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import {
	personAccountKey,
	personPartition,
	personSessionKey,
	personSessionPrefix,
	sessionKey,
	userKey,
} from "../dynamodb/keys.ts";
import { batchGet, type Item } from "../dynamodb/reads/batch-get.ts";
import { getItem } from "../dynamodb/reads/get-item.ts";
import { queryPartition } from "../dynamodb/reads/query.ts";
import { toStoredInteger } from "../dynamodb/stored-values.ts";
import type { Table } from "../dynamodb/table.ts";
import { conditionalWrite } from "../dynamodb/writes/conditional-write.ts";
import { transact } from "../dynamodb/writes/transact.ts";
import { findPersonUsers } from "../organizations/person-users.store.ts";
import {
	addSeconds,
	hasEnded,
	idleSeconds,
	type Session,
	type SessionUser,
} from "./session.ts";
import {
	isUserOf,
	type PersonAccountItem,
	type PersonSessionItem,
	type SessionItem,
	toSession,
} from "./sessions.store.ts";

/** An account of the issuer. */
export interface Account {
	issuer: string;
	subject: string;
}

/** What is stored of a person. */
export interface Person {
	/** The active users with the person's email. */
	users: SessionUser[];
	/** The account that is bound to the email. */
	account: Account | undefined;
}

/** Finds the person with an email in lower case, with two reads, one after the other. */
export async function findPerson(table: Table, email: string): Promise<Person> {
	// Not the whole partition: a person may have many sessions.
	const [entries, account] = await Promise.all([
		findPersonUsers(table, email),
		getItem(table, personAccountKey(email)),
	]);
	const users = await batchGet(
		table,
		entries.map(({ organizationId, userId }) =>
			userKey(organizationId, userId),
		),
	);
	return {
		users: entries.flatMap(({ organizationId, userId }, index) => {
			const item = users[index];
			return item && isUserOf(item, email) ? [{ organizationId, userId }] : [];
		}),
		// Unchecked cast: the item under an account's key has this shape.
		account: account as (PersonAccountItem & Item) | undefined,
	};
}

/**
 * Stores a new session and its entry, and binds the account to the email if none is bound, in one transaction.
 *
 * @returns false when nothing was written, because another account is bound.
 */
export async function insertSession(
	table: Table,
	session: Session,
): Promise<boolean> {
	const { hash, email, issuer, subject, signedInAt, endsAt } = session;
	const expiresAt = toStoredInteger(Math.ceil(Date.parse(endsAt) / 1_000));
	const { hash: _, ...attributes } = session;
	const item: SessionItem = {
		...sessionKey(hash),
		...attributes,
		users: [...session.users],
		expiresAt,
	};
	const entry: PersonSessionItem = {
		...personSessionKey(email, hash),
		signedInAt,
		endsAt,
		expiresAt,
	};
	const isFree = "attribute_not_exists(pk)";
	const isSame = "issuer = :issuer AND subject = :subject";
	const refused = await transact(table, [
		{
			Update: {
				TableName: table.name,
				Key: personAccountKey(email),
				UpdateExpression:
					"SET issuer = :issuer, subject = :subject, boundAt = if_not_exists(boundAt, :now)",
				ConditionExpression: `${isFree} OR (${isSame})`,
				ExpressionAttributeValues: {
					":issuer": issuer,
					":subject": subject,
					":now": signedInAt,
				},
			},
		},
		// No conditions: the hash is of this session only, so that a repetition writes the same again.
		{ Put: { TableName: table.name, Item: item } },
		{ Put: { TableName: table.name, Item: entry } },
	]);
	return refused === null;
}

/**
 * Extends a session, unless it has ended. A person who signed out meanwhile stays signed out.
 *
 * @returns The session as renewed; undefined when it has ended.
 */
export async function renewSession(
	table: Table,
	session: Session,
	{ users, now }: { users: readonly SessionUser[]; now: Date },
): Promise<Session | undefined> {
	const renewedAt = now.toISOString();
	const isOpen = "renewedAt > :idle AND endsAt > :now";
	const conflictingItem = await conditionalWrite(
		table,
		new UpdateCommand({
			TableName: table.name,
			Key: sessionKey(session.hash),
			UpdateExpression: "SET renewedAt = :now, #users = :users",
			// A session that is not there has neither attribute.
			ConditionExpression: isOpen,
			ExpressionAttributeNames: { "#users": "users" },
			ExpressionAttributeValues: {
				":now": renewedAt,
				":idle": addSeconds(renewedAt, -idleSeconds),
				":users": users,
			},
		}),
	);
	return conflictingItem ? undefined : { ...session, renewedAt, users };
}

/** Ends a session. A repetition finds nothing to delete. */
export async function endSession(
	table: Table,
	{ hash, email }: Pick<Session, "hash" | "email">,
): Promise<void> {
	const keys = [sessionKey(hash), personSessionKey(email, hash)];
	await transact(
		table,
		keys.map((Key) => ({ Delete: { TableName: table.name, Key } })),
	);
}

/**
 * Ends all sessions of the person with an email. One that begins meanwhile may stay.
 *
 * @param given `except`: the hash of one that goes on.
 * @returns How many there were, ended ones included.
 */
export async function endSessions(
	table: Table,
	email: string,
	{ except }: { except?: string } = {},
): Promise<number> {
	const found = await findSessionHashes(table, email);
	const hashes = found.filter((hash) => hash !== except);
	for (const hash of hashes) await endSession(table, { hash, email });
	return hashes.length;
}

/**
 * Unbinds the account from an email, so that the next account that signs in with the email is bound to it, and ends the
 * sessions of the former one.
 *
 * @returns How many sessions there were, ended ones included.
 */
export async function unbindAccount(
	table: Table,
	email: string,
): Promise<number> {
	// This comes first: an account that is still bound could sign in again after its sessions have ended.
	await conditionalWrite(
		table,
		new DeleteCommand({ TableName: table.name, Key: personAccountKey(email) }),
	);
	return endSessions(table, email);
}

/** The open sessions of the person with an email, the latest first. */
export async function findSessions(
	table: Table,
	email: string,
	now: Date,
): Promise<Session[]> {
	const hashes = await findSessionHashes(table, email);
	const items = await batchGet(table, hashes.map(sessionKey));
	return hashes
		.flatMap((hash, index) => {
			const item = items[index];
			return item ? [toSession(hash, item)] : [];
		})
		.filter((session) => !hasEnded(session, now))
		.sort((one, other) => (one.signedInAt < other.signedInAt ? 1 : -1));
}

async function findSessionHashes(
	table: Table,
	email: string,
): Promise<string[]> {
	const entries = await queryPartition(table, {
		pk: personPartition(email),
		prefix: personSessionPrefix,
	});
	return entries.map(({ sk }) => `${sk}`.slice(personSessionPrefix.length));
}
