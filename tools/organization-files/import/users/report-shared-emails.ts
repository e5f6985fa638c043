import { userKey } from "../../../../shared/dynamodb/keys.ts";
import { batchGet } from "../../../../shared/dynamodb/reads/batch-get.ts";
import type { User } from "../../../../shared/organizations/organization.ts";
import { toUser } from "../../../../shared/organizations/organizations.store.ts";
import { findPersonUsers } from "../../../../shared/organizations/person-users.store.ts";
import { shorten } from "../../../../shared/text/shorten.ts";
import { forEachConcurrently } from "../../../../shared/timing/concurrently.ts";
import { type Report, refused } from "../../organization-file-error.ts";
import type { ImportContext } from "../file-entry.ts";
import type { FileUser } from "./file-user.ts";

const queriesAtOnce = 20;

/**
 * Reports each user of the file who would get an email that another active user of the organization has, because a person
 * who signs in with it would be both. The emails in a file were compared with each other before.
 */
export async function reportSharedEmails(
	context: ImportContext,
	users: readonly FileUser[],
	report: Report,
) {
	const ofFile = new Map(users.map(({ after }) => [after.id, after]));
	const holders = new Map<FileUser, User>();
	const taking = users.filter(takesEmail);
	await forEachConcurrently(taking, queriesAtOnce, async (user) => {
		const others = await findOthers(context, user.after);
		const holder = others
			.map((other) => ofFile.get(other.id) ?? other)
			.find(({ active, email }) => active && areSame(email, user.after.email));
		if (holder) holders.set(user, holder);
	});
	for (const user of taking) {
		const holder = holders.get(user);
		if (!holder) continue;
		const { entry, pointer } = user;
		report(
			refused(
				entry.email ? `${pointer}/email` : pointer,
				`must NOT have the email of another active user of the organization: ${JSON.stringify(shorten(holder.id))}`,
			),
		);
	}
}

/** Whether the import gives an email to an active user, or makes a user with an email active. */
const takesEmail = ({ before, after }: FileUser) =>
	after.active &&
	after.email !== null &&
	!(before?.active && areSame(before.email, after.email));

/** Finds the other users who are stored with the email of this one. */
async function findOthers(
	{ table, organizationId }: ImportContext,
	{ id, email }: User,
): Promise<User[]> {
	if (email === null) return [];
	const found = await findPersonUsers(table, email, organizationId);
	const others = found.filter(({ userId }) => userId !== id);
	const items = await batchGet(
		table,
		others.map(({ userId }) => userKey(organizationId, userId)),
	);
	return items.flatMap((item) => (item ? [toUser(item)] : []));
}

const areSame = (one: string | null, other: string | null) =>
	one?.toLowerCase() === other?.toLowerCase();
