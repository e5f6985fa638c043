import { toApiKeyId } from "../../../shared/organizations/api-keys/api-keys.store.ts";
import { toSecretHash } from "../../../shared/organizations/api-keys/secret-hash.ts";
import { exportOrganization } from "../../../tools/operator/export/export-organization.ts";
import { exportText } from "../../../tools/operator/export/export-text.ts";
import { testKey, testNow, type World } from "../../support/world.ts";

/** What the export says of a record that an organization file created and no one changed since. */
export const byFile = { createdBy: null, updatedBy: null };

/** Who sends a test's requests. */
export const admin = {
	userId: "u-admin",
	keyId: toApiKeyId(toSecretHash(testKey)),
};

/** What the export says of a record that the admin created and no one changed since. */
export const byAdmin = { createdBy: admin, updatedBy: admin };

/** The export (contract 4) as text: its numbers digit by digit. */
export async function exportedText(
	{ table }: Pick<World, "table">,
	organizationId = "acme",
	now = testNow,
): Promise<string> {
	const document = await exportOrganization(table, { organizationId, now });
	const pieces: string[] = [];
	for await (const piece of exportText(document)) pieces.push(piece);
	return pieces.join("");
}

export async function exported(
	world: Pick<World, "table">,
	organizationId?: string,
	now?: Date,
	// biome-ignore lint/suspicious/noExplicitAny: a test reads any property
): Promise<any> {
	return JSON.parse(await exportedText(world, organizationId, now));
}
