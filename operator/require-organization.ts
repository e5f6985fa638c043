import type { Organization } from "../shared/domain/organization.ts";
import { organizationKey } from "../shared/store/keys.ts";
import { toOrganization } from "../shared/store/organizations.ts";
import { readEach } from "../shared/store/read-each.ts";
import type { Table } from "../shared/store/table.ts";
import { Refusal } from "./refusal.ts";

/** @throws Refusal when there is no such organization. */
export async function requireOrganization(
	table: Table,
	organizationId: string,
): Promise<Organization> {
	const unknown = new Refusal(
		`There is no organization ${JSON.stringify(organizationId)}`,
	);
	// What was never stored is not looked for: it might not fit a key.
	if (!/^[a-z0-9-]{1,64}$/.test(organizationId)) throw unknown;
	const [item] = await readEach(table, [organizationKey(organizationId)]);
	if (!item) throw unknown;
	return toOrganization(item);
}
