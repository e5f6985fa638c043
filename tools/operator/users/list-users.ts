import { personAccountKey } from "../../../shared/dynamodb/keys.ts";
import {
	batchGet,
	type Item,
} from "../../../shared/dynamodb/reads/batch-get.ts";
import type { Table } from "../../../shared/dynamodb/table.ts";
import { organizationKeys } from "../../../shared/organizations/organization-keys.store.ts";
import { toUser } from "../../../shared/organizations/organizations.store.ts";
import { findSessions } from "../../../shared/sessions/change-sessions.store.ts";
import { endOf, toSessionId } from "../../../shared/sessions/session.ts";
import type { PersonAccountItem } from "../../../shared/sessions/sessions.store.ts";

/** An organization's users, sorted by id, with the account that is bound to their email, and their open sessions. */
export async function* listUsers(
	table: Table,
	organizationId: string,
	now: Date,
): AsyncGenerator<object> {
	const items: Item[] = [];
	for await (const keys of organizationKeys(table, organizationId)("USER"))
		for (const item of await batchGet(table, keys)) if (item) items.push(item);
	const users = items
		.map(toUser)
		.sort(({ id: one }, { id: other }) => (one < other ? -1 : 1));
	for (const user of users) {
		const email = user.email?.toLowerCase();
		yield {
			...user,
			account: email === undefined ? null : await findAccount(table, email),
			sessions:
				email === undefined ? [] : await openSessions(table, email, now),
		};
	}
}

/** Finds the account that is bound to an email; null when nobody has signed in with it yet. */
export async function findAccount(table: Table, email: string) {
	const [item] = await batchGet(table, [personAccountKey(email)]);
	if (!item) return null;
	// Unchecked cast: items under this key have this shape.
	const { issuer, subject, boundAt } = item as PersonAccountItem & Item;
	return { issuer, subject, boundAt };
}

async function openSessions(table: Table, email: string, now: Date) {
	const sessions = await findSessions(table, email, now);
	return sessions.map((session) => ({
		id: toSessionId(session.hash),
		signedInAt: session.signedInAt,
		renewedAt: session.renewedAt,
		endsAt: endOf(session),
	}));
}
