import { toSecretHash } from "../../shared/runtime/secret-hash.ts";
import { batchGet } from "../../shared/store/dynamodb/batch-get.ts";
import type { Table } from "../../shared/store/dynamodb/table.ts";
import { apiKeyKey, userKey } from "../../shared/store/keys.ts";
import {
	toApiKeyEntryItem,
	toApiKeyId,
	toKeyPrefix,
} from "../../shared/store/organizations/api-keys.ts";
import {
	type ApiKeyItem,
	asApiKeyItem,
} from "../../shared/store/organizations/callers.ts";
import { type Report, refused } from "../organization-file-error.ts";
import type { OrganizationFile } from "../schema.ts";
import type { FileUpsert } from "./file-entry.ts";
import { isUnchanged, toImportDigest } from "./file-entry.ts";
import { upsertStatement } from "./upsert-statement.ts";

type ApiKeyEntry = NonNullable<OrganizationFile["apiKeys"]>[number];

/**
 * The API keys, each with its entry in the organization's list of keys.
 *
 * @param options.report Receives an error for each key whose user is neither in the file nor in the store.
 */
export async function planApiKeys(
	table: Table,
	file: OrganizationFile,
	{ now, report }: { now: Date; report: Report },
): Promise<FileUpsert[]> {
	await reportUnknownUsers(table, file, report);
	const { org, apiKeys = [] } = file;
	return apiKeys.flatMap((entry, index) => {
		const pointer = `/apiKeys/${index}`;
		const secretHash = toSecretHash(entry.key);
		const listed = toApiKeyEntryItem(org.id, secretHash);
		return [
			apiKeyUpsert(table, org.id, { entry, secretHash, pointer, now }),
			{
				key: { pk: listed.pk, sk: listed.sk },
				pointer,
				isAuxiliary: true,
				phase: "BEFORE_RECORDS",
				toStatement: (existing) => upsertStatement(table, existing, listed),
			},
		];
	});
}

function apiKeyUpsert(
	table: Table,
	organizationId: string,
	apiKey: {
		entry: ApiKeyEntry;
		secretHash: string;
		pointer: string;
		now: Date;
	},
): FileUpsert {
	const { entry, secretHash, pointer, now } = apiKey;
	const key = apiKeyKey(secretHash);
	const { key: _secret, ...rest } = entry;
	const importDigest = toImportDigest(rest);
	return {
		key,
		pointer,
		toStatement(existing) {
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
				keyPrefix: toKeyPrefix(entry.key),
				...validityAfter(entry, known),
			};
			const createdAt = now.toISOString();
			const initial = { rotatedTo: null, createdAt, version: 1 };
			const unseen = { importDigest };
			return upsertStatement(table, existing, item, { initial, unseen });
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

/** null: no expiry. */
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
