import type { Organization } from "../shared/domain/organization/organization.ts";
import { batchGet } from "../shared/store/dynamodb/batch-get.ts";
import type { Table } from "../shared/store/dynamodb/table.ts";
import { organizationKey } from "../shared/store/keys.ts";
import { toOrganization } from "../shared/store/organizations/organizations.ts";
import { CommandError } from "./command-error.ts";

/** @throws CommandError when there is no such organization. */
export async function requireOrganization(
	table: Table,
	organizationId: string,
): Promise<Organization> {
	const unknown = new CommandError(
		`There is no organization ${JSON.stringify(organizationId)}`,
	);
	// What was never stored is not looked for: it might not fit a key.
	if (!/^[a-z0-9-]{1,64}$/.test(organizationId)) throw unknown;
	const [item] = await batchGet(table, [organizationKey(organizationId)]);
	if (!item) throw unknown;
	return toOrganization(item);
}
