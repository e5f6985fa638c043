import { inGroups } from "../../../../shared/collections/in-groups.ts";
import { personUserKey, userKey } from "../../../../shared/dynamodb/keys.ts";
import { batchGet } from "../../../../shared/dynamodb/reads/batch-get.ts";
import type { ItemWrite } from "../../../../shared/dynamodb/writes/item-write.ts";
import type { User } from "../../../../shared/organizations/organization.ts";
import type { Report } from "../../organization-file-error.ts";
import type { OrganizationFile } from "../../schema.ts";
import {
	type EntryUnit,
	entriesPerRead,
	type ImportContext,
} from "../file-entry.ts";
import { decideUser, type FileUser } from "./file-user.ts";
import { reportSharedEmails } from "./report-shared-emails.ts";

/**
 * Plans the users of the file. A user and the entry under the email with which a person signs in are one unit. So a user
 * with an email always has its entry, and the user's item alone tells which entry is there.
 *
 * @param report Receives an error for each email that would belong to two active users.
 */
export async function planUsers(
	context: ImportContext,
	{ users: entries = [] }: OrganizationFile,
	report: Report,
): Promise<EntryUnit[]> {
	const users: FileUser[] = [];
	for (const group of inGroups(entries, entriesPerRead)) {
		const keys = group.map(({ id }) => userKey(context.organizationId, id));
		const items = await batchGet(context.table, keys);
		group.forEach((entry, index) => {
			const pointer = `/users/${users.length}`;
			users.push(decideUser(context, { entry, pointer }, items[index]));
		});
	}
	await reportSharedEmails(context, users, report);
	return users.flatMap(({ write, pointer, existing, before, after }) =>
		write
			? [
					[
						{ ...write, record: { pointer, existing } },
						...personWrites(context, before, after),
					],
				]
			: [],
	);
}

/** The entry moves with the email. Its key has the email in lower case, so that a change of case moves nothing. */
function personWrites(
	{ organizationId }: ImportContext,
	before: User | undefined,
	after: User,
): ItemWrite[] {
	const user = { organizationId, userId: after.id };
	const toKey = (email: string | null | undefined) =>
		email ? personUserKey(email, user) : undefined;
	const [former, wanted] = [toKey(before?.email), toKey(after.email)];
	if (former?.pk === wanted?.pk) return [];
	return [
		...(former ? [{ kind: "DELETE" as const, key: former, ifAsRead: {} }] : []),
		...(wanted
			? [{ kind: "INSERT" as const, item: { ...wanted, ...user } }]
			: []),
	];
}
