import { userKey } from "../../../shared/dynamodb/keys.ts";
import { batchGet } from "../../../shared/dynamodb/reads/batch-get.ts";
import type { User } from "../../../shared/organizations/organization.ts";
import { organizationKeys } from "../../../shared/organizations/organization-keys.store.ts";
import { toUser } from "../../../shared/organizations/organizations.store.ts";
import type { ImportContext } from "../import/file-entry.ts";
import { decideUser } from "../import/users/file-user.ts";
import type { OrganizationFile } from "../schema.ts";
import type { Granted } from "./usable-keys.ts";

/** Finds what active users, of the file and all others that are stored, may do in the console after the import. */
export async function findOwnPermissions(
	context: ImportContext,
	{ users = [] }: OrganizationFile,
): Promise<Granted[]> {
	const { table, organizationId } = context;
	const stored = await batchGet(
		table,
		users.map(({ id }) => userKey(organizationId, id)),
	);
	const ofFile = users.map((entry, index) => {
		const pointer = `/users/${index}`;
		const { after } = decideUser(context, { entry, pointer }, stored[index]);
		return toGranted(after, { pointer });
	});
	const inFile = new Set(users.map(({ id }) => id));
	const others: Granted[][] = [];
	for await (const keys of organizationKeys(table, organizationId)("USER")) {
		const items = await batchGet(table, keys);
		others.push(
			...items
				.flatMap((item) => (item ? [toUser(item)] : []))
				.filter(({ id }) => !inFile.has(id))
				.map((user) => toGranted(user, { userId: user.id })),
		);
	}
	return [...ofFile, ...others].flat();
}

const toGranted = (
	{ id, active, permissions }: User,
	from: Granted["from"],
): Granted[] =>
	active && permissions.length > 0 ? [{ userId: id, permissions, from }] : [];
