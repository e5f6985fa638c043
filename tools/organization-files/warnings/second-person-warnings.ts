import { apiKeyKey } from "../../../shared/dynamodb/keys.ts";
import type { Table } from "../../../shared/dynamodb/table.ts";
import { findApiKeys } from "../../../shared/organizations/api-keys/manage-api-keys.store.ts";
import { toSecretHash } from "../../../shared/organizations/api-keys/secret-hash.ts";
import type { Permission } from "../../../shared/organizations/organization.ts";
import { shorten } from "../../../shared/text/shorten.ts";
import type { OrganizationFile } from "../schema.ts";
import { type FileWarning, warning } from "./file-warning.ts";
import type { KnownRecords } from "./known-records.ts";

const pointer = "/org/secondPersonFrom";

/** Runs P4: how one person can get round the rule that payment runs need a second person. */
export async function secondPersonWarnings(
	table: Table,
	file: OrganizationFile,
	{ organization: { secondPersonFrom, currencies } }: KnownRecords,
	now: Date,
): Promise<FileWarning[]> {
	if (secondPersonFrom === null) return [];
	const both = await findUsersWithBoth(table, file, now);
	return [
		...(secondPersonFrom > 0 && currencies.length > 1
			? [
					warning(
						pointer,
						`is compared with sums over all currencies, without conversion: ${shorten(currencies.join(", "))}`,
					),
				]
			: []),
		...both.map((userId) =>
			warning(
				pointer,
				`does not bind a user who may prepare or release payment runs, and may also pay with payments:mark-paid: ${JSON.stringify(shorten(userId))}`,
			),
		),
	];
}

interface Granted {
	userId: string;
	permissions: readonly Permission[];
	/** Can the key be used? */
	isUsable: boolean;
}

/** Over all keys of a user: those of the file, and those that are stored and not in it. */
async function findUsersWithBoth(
	table: Table,
	{ org, apiKeys = [] }: OrganizationFile,
	now: Date,
): Promise<string[]> {
	const isPast = (instant: string | null | undefined) =>
		typeof instant === "string" && Date.parse(instant) <= now.getTime();
	const ofFile = new Set(
		apiKeys.map(({ key }) => apiKeyKey(toSecretHash(key)).pk),
	);
	const stored = (await findApiKeys(table, org.id)).filter(
		({ pk }) => !ofFile.has(pk),
	);
	const keys: Granted[] = [
		...apiKeys.map(({ revoked = false, expiresAt, ...key }) => ({
			...key,
			isUsable: !revoked && !isPast(expiresAt),
		})),
		...stored.map(({ revoked, validUntil, ...key }) => ({
			...key,
			isUsable: !revoked && !isPast(validUntil),
		})),
	];
	const usable = keys.filter(({ isUsable }) => isUsable);
	const byUser = Map.groupBy(usable, ({ userId }) => userId);
	return [...byUser].flatMap(([userId, own]) => {
		const granted = new Set(own.flatMap(({ permissions }) => permissions));
		const mayRun =
			granted.has("payments:prepare") || granted.has("payments:release");
		return mayRun && granted.has("payments:mark-paid") ? [userId] : [];
	});
}
