import { organizationKey } from "../../../shared/dynamodb/keys.ts";
import {
	batchGet,
	type Item,
} from "../../../shared/dynamodb/reads/batch-get.ts";
import type { Table } from "../../../shared/dynamodb/table.ts";
import type { Organization } from "../../../shared/organizations/organization.ts";
import { toOrganization } from "../../../shared/organizations/organizations.store.ts";
import { CommandError } from "../command-error.ts";

/**
 * Reads an organization.
 *
 * @throws CommandError when it does not exist.
 */
export async function requireOrganization(
	table: Table,
	organizationId: string,
): Promise<Organization> {
	return toOrganization(await requireOrganizationItem(table, organizationId));
}

/** Like `requireOrganization`, but returns the whole item, which has more than the organization's document. */
export async function requireOrganizationItem(
	table: Table,
	organizationId: string,
): Promise<Item> {
	const unknown = new CommandError(
		`There is no organization ${JSON.stringify(organizationId)}: \`import\` its file first`,
	);
	// Any other id cannot exist, and might be too long for a key.
	if (!/^[a-z0-9-]{1,64}$/.test(organizationId)) throw unknown;
	const [item] = await batchGet(table, [organizationKey(organizationId)]);
	if (!item) throw unknown;
	return item;
}
