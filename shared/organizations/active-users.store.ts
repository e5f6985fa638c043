import { isKeyText, userKey } from "../dynamodb/keys.ts";
import { batchGet } from "../dynamodb/reads/batch-get.ts";
import type { Table } from "../dynamodb/table.ts";
import type { User } from "./organization.ts";
import { toUser } from "./organizations.store.ts";

/** The users with these ids who exist and are active, in the order of the ids. */
export async function findActiveUsers(
	table: Table,
	organizationId: string,
	userIds: readonly string[],
): Promise<User[]> {
	const items = await batchGet(
		table,
		userIds.filter(isKeyText).map((id) => userKey(organizationId, id)),
	);
	return items
		.flatMap((item) => (item ? [toUser(item)] : []))
		.filter(({ active }) => active);
}
