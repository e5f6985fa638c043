import { isKeyText, userKey } from "../../../shared/dynamodb/keys.ts";
import {
	batchGet,
	type Item,
} from "../../../shared/dynamodb/reads/batch-get.ts";
import type { Table } from "../../../shared/dynamodb/table.ts";
import { toUser } from "../../../shared/organizations/organizations.store.ts";
import { CommandError } from "../command-error.ts";

/** @throws CommandError when the organization has no such user. */
export async function requireUserItem(
	table: Table,
	organizationId: string,
	userId: string,
): Promise<Item> {
	const [item] = isKeyText(userId)
		? await batchGet(table, [userKey(organizationId, userId)])
		: [];
	if (item) return item;
	throw new CommandError(
		`There is no user ${JSON.stringify(userId)} in ${organizationId}: \`user list\` shows them`,
	);
}

/** @throws CommandError When the user has no email, and so never signed in. */
export async function requireEmail(
	table: Table,
	organizationId: string,
	userId: string,
): Promise<string> {
	const item = await requireUserItem(table, organizationId, userId);
	const { email } = toUser(item);
	if (email !== null) return email.toLowerCase();
	throw new CommandError(
		`The user ${JSON.stringify(userId)} of ${organizationId} has no email, with which people sign in: \`import\` a file with it`,
	);
}
