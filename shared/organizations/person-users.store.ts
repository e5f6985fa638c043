import { personPartition, personUserPrefix } from "../dynamodb/keys.ts";
import type { Item } from "../dynamodb/reads/batch-get.ts";
import { queryPartition } from "../dynamodb/reads/query.ts";
import type { Table } from "../dynamodb/table.ts";

/** A user of an organization. One person may be users of several. */
export interface PersonUser {
	organizationId: string;
	userId: string;
}

/**
 * The users with an email, compared without regard to case. They may be inactive.
 *
 * @param organizationId Default: of all organizations.
 */
export async function findPersonUsers(
	table: Table,
	email: string,
	organizationId?: string,
): Promise<PersonUser[]> {
	const pk = personPartition(email);
	const of = organizationId === undefined ? "" : `${organizationId}#`;
	const prefix = `${personUserPrefix}${of}`;
	const items = await queryPartition(table, { pk, prefix });
	return items.map((item) => {
		// Unchecked cast: an import wrote these items.
		const { organizationId, userId } = item as PersonUser & Item;
		return { organizationId, userId };
	});
}
