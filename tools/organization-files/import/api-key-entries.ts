import { apiKeyKey, userKey } from "../../../shared/dynamodb/keys.ts";
import { batchGet } from "../../../shared/dynamodb/reads/batch-get.ts";
import type { Table } from "../../../shared/dynamodb/table.ts";
import { upsertItem } from "../../../shared/dynamodb/writes/upsert-item.ts";
import {
	toApiKeyEntryItem,
	toApiKeyId,
	toKeyPrefix,
} from "../../../shared/organizations/api-keys/api-keys.store.ts";
import {
	type ApiKeyItem,
	asApiKeyItem,
} from "../../../shared/organizations/api-keys/callers.store.ts";
import { toSecretHash } from "../../../shared/organizations/api-keys/secret-hash.ts";
import { type Report, refused } from "../organization-file-error.ts";
import type { EntryOf, OrganizationFile } from "../schema.ts";
import {
	type EntryUnit,
	type FileEntry,
	isUnchanged,
	planEntries,
	toImportDigest,
} from "./file-entry.ts";

type ApiKeyEntry = EntryOf<"apiKeys">;

export interface PlannedApiKeys {
	/** The entries of the keys in the organization's list of keys. */
	listed: EntryUnit[];
	keys: EntryUnit[];
}

/** @param options.report Receives an error for each key whose user is neither in the file nor in the store. */
export async function planApiKeys(
	table: Table,
	file: OrganizationFile,
	{ now, report }: { now: Date; report: Report },
): Promise<PlannedApiKeys> {
	await reportUnknownUsers(table, file, report);
	const { org, apiKeys = [] } = file;
	const keys = apiKeys.map((entry, index) =>
		apiKeyEntry(entry, {
			organizationId: org.id,
			pointer: `/apiKeys/${index}`,
			now,
		}),
	);
	return {
		listed: await planListed(table, file),
		keys: await planEntries(table, keys, report),
	};
}

/** The same secret always has the same item, so that an item that is there needs no write. */
async function planListed(
	table: Table,
	{ org, apiKeys = [] }: OrganizationFile,
): Promise<EntryUnit[]> {
	const items = apiKeys.map(({ key }) =>
		toApiKeyEntryItem(org.id, toSecretHash(key)),
	);
	const stored = await batchGet(table, items, []);
	return items.flatMap((item, index) =>
		stored[index] ? [] : [[{ kind: "INSERT", item }]],
	);
}

function apiKeyEntry(
	entry: ApiKeyEntry,
	{
		organizationId,
		pointer,
		now,
	}: { organizationId: string; pointer: string; now: Date },
): FileEntry {
	const { key: secret, ...rest } = entry;
	const secretHash = toSecretHash(secret);
	const key = apiKeyKey(secretHash);
	const importDigest = toImportDigest(rest);
	return {
		key,
		pointer,
		toWrite(existing) {
			const known = existing && asApiKeyItem(existing);
			if (known && known.organizationId !== organizationId)
				throw refused(
					`${pointer}/key`,
					"belongs to another organization: each key must be of one organization",
				);
			// This also keeps permissions that the operator granted.
			if (isUnchanged(existing, importDigest)) return undefined;
			const item = {
				...key,
				id: toApiKeyId(secretHash),
				organizationId,
				name: entry.name,
				userId: entry.userId,
				permissions: [...new Set(entry.permissions)],
				keyPrefix: toKeyPrefix(secret),
				...validityAfter(entry, known),
			};
			const createdAt = now.toISOString();
			const initial = { rotatedTo: null, createdAt, version: 1 };
			const internal = { importDigest };
			return upsertItem(existing, item, { initial, internal });
		},
	};
}

/** An import undoes neither a revocation nor a rotation (contract 2). */
function validityAfter(
	{ revoked = false, expiresAt }: ApiKeyEntry,
	known: ApiKeyItem | undefined,
) {
	const wanted = expiresAt ?? null;
	const validUntil = known?.rotatedTo
		? earlier(wanted, known.validUntil ?? null)
		: wanted;
	return { revoked: revoked || (known?.revoked ?? false), validUntil };
}

/** The earlier of two instants. Null means that a key does not expire. */
function earlier(one: string | null, other: string | null): string | null {
	if (one === null || other === null) return one ?? other;
	return Date.parse(one) < Date.parse(other) ? one : other;
}

async function reportUnknownUsers(
	table: Table,
	{ org, users = [], apiKeys = [] }: OrganizationFile,
	report: Report,
) {
	const inFile = new Set(users.map(({ id }) => id));
	const items = await batchGet(
		table,
		apiKeys.map(({ userId }) => userKey(org.id, userId)),
	);
	apiKeys.forEach(({ userId }, index) => {
		if (inFile.has(userId) || items[index]) return;
		const pointer = `/apiKeys/${index}/userId`;
		report(
			refused(
				pointer,
				"is not a user of the organization: it must be in the file or have been imported",
			),
		);
	});
}
