import { expect } from "vitest";
import {
	personAccountKey,
	personSessionKey,
	personSessionPrefix,
	sessionKey,
} from "../../../../shared/dynamodb/keys.ts";
import type { Item } from "../../../../shared/dynamodb/reads/batch-get.ts";
import { toSession } from "../../../../shared/sessions/sessions.store.ts";

/**
 * Each session is listed under the email of its person, so that it can be ended, and nothing else is listed there. It is
 * of the account that is bound to the email.
 *
 * @param moment `isWorkLeft`: when the operator's release of an email was cut off, the sessions of the account are still there.
 */
export function expectListedSessions(
	items: readonly Item[],
	{ isWorkLeft }: { isWorkLeft: boolean },
) {
	const byKey = new Map(items.map((item) => [nameOf(item), item]));
	const sessions = items
		.filter(({ sk }) => sk === sessionKey("").sk)
		.map((item) => toSession(`${item.pk}`.slice("SESSION#".length), item));
	const listed = items.filter(({ sk }) =>
		`${sk}`.startsWith(personSessionPrefix),
	);
	expect(listed.map(nameOf).toSorted(), "listed sessions").toEqual(
		sessions
			.map(({ email, hash }) => nameOf(personSessionKey(email, hash)))
			.toSorted(),
	);
	if (isWorkLeft) return;
	for (const { email, issuer, subject } of sessions)
		expect(byKey.get(nameOf(personAccountKey(email)))).toMatchObject({
			issuer,
			subject,
		});
}

const nameOf = ({ pk, sk }: { pk?: unknown; sk?: unknown }) => `${pk} ${sk}`;
