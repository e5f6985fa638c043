import { apiKeyKey } from "../../../shared/dynamodb/keys.ts";
import type { Table } from "../../../shared/dynamodb/table.ts";
import { findApiKeys } from "../../../shared/organizations/api-keys/manage-api-keys.store.ts";
import { toSecretHash } from "../../../shared/organizations/api-keys/secret-hash.ts";
import type { Permission } from "../../../shared/organizations/organization.ts";
import type { OrganizationFile } from "../schema.ts";

/** What a user may do after the import, with a key that can be used or in the console. */
export interface Granted {
	userId: string;
	permissions: readonly Permission[];
	/** The place of the key or the user in the file, or the id of one that is stored and not in the file. */
	from: { pointer: string } | { keyId: string } | { userId: string };
}

/** Finds the keys of the file, and those that are stored and not in it. */
export async function findUsableKeys(
	table: Table,
	{ org, apiKeys = [] }: OrganizationFile,
	now: Date,
): Promise<Granted[]> {
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
