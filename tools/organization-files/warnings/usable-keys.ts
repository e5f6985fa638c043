import { apiKeyKey } from "../../../shared/dynamodb/keys.ts";
import type { Table } from "../../../shared/dynamodb/table.ts";
import { findApiKeys } from "../../../shared/organizations/api-keys/manage-api-keys.store.ts";
import { toSecretHash } from "../../../shared/organizations/api-keys/secret-hash.ts";
import type { Permission } from "../../../shared/organizations/organization.ts";
import type { OrganizationFile } from "../schema.ts";

/** An API key that a caller can use after the import. */
export interface UsableKey {
	userId: string;
	permissions: readonly Permission[];
	/** The key's place in the file, or the id of a stored key that the file does not have. */
	from: { pointer: string } | { keyId: string };
}

/** The keys of the file, and those that are stored and not in it. */
export async function findUsableKeys(
	table: Table,
	{ org, apiKeys = [] }: OrganizationFile,
	now: Date,
): Promise<UsableKey[]> {
	const isUsable = (revoked: boolean, end: string | null | undefined) =>
		!revoked && !(typeof end === "string" && Date.parse(end) <= now.getTime());
	const ofFile = apiKeys.map(({ key, ...entry }, index) => ({
		...entry,
		pk: apiKeyKey(toSecretHash(key)).pk,
		from: { pointer: `/apiKeys/${index}` },
	}));
	const inFile = new Set(ofFile.map(({ pk }) => pk));
	const stored = await findApiKeys(table, org.id);
	return [
		...ofFile.filter(({ revoked = false, expiresAt }) =>
			isUsable(revoked, expiresAt),
		),
		...stored
			.filter(({ pk, revoked, validUntil }) =>
				inFile.has(pk) ? false : isUsable(revoked, validUntil),
			)
			.map(({ id, ...key }) => ({ ...key, from: { keyId: id } })),
	];
}
