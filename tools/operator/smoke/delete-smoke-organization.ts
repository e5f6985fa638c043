import { inGroups } from "../../../shared/collections/in-groups.ts";
import {
	type Key,
	organizationKey,
	organizationPartition,
	organizationPrefix,
} from "../../../shared/dynamodb/keys.ts";
import { batchGet } from "../../../shared/dynamodb/reads/batch-get.ts";
import type { Table } from "../../../shared/dynamodb/table.ts";
import { batchExecute } from "../../../shared/dynamodb/writes/batch-execute.ts";
import { toStatement } from "../../../shared/dynamodb/writes/item-write.ts";
import { toOrganization } from "../../../shared/organizations/organizations.store.ts";
import { isSmokeOrganizationId } from "../../../shared/organizations/smoke-organization.ts";
import { CommandError } from "../command-error.ts";
import { findSmokeItems } from "./find-smoke-items.ts";
import { smokeOrganizationName } from "./smoke-organization.ts";

const deletesAtOnce = 500;

/**
 * Deletes everything of a smoke test's organization, and nothing of any other. Items that lead to others are deleted
 * after them, so that an interrupted deletion can be repeated.
 *
 * @returns The number of items that were there.
 * @throws CommandError When it is not an organization of a smoke test, or its batch still runs.
 */
export async function deleteSmokeOrganization(
	table: Table,
	organizationId: string,
): Promise<number> {
	await requireSmokeOrganization(table, organizationId);
	let deleted = 0;
	for (const found of await findSmokeItems(table, organizationId)) {
		// A released run and its batch lead to the same items.
		const keys = [
			...new Map(found.map((key) => [`${key.pk} ${key.sk}`, key])).values(),
		];
		const foreignKey = keys.find((key) => !isOwn(organizationId, key));
		if (foreignKey)
			throw new Error(`${foreignKey.pk} is not a key of ${organizationId}`);
		const items = await batchGet(table, keys, []);
		await deleteAll(table, organizationId, keys);
		deleted += items.filter((item) => item !== undefined).length;
	}
	return deleted;
}

async function requireSmokeOrganization(table: Table, organizationId: string) {
	if (!isSmokeOrganizationId(organizationId))
		throw new CommandError(
			`${JSON.stringify(organizationId)} is not an organization of a smoke test: such an id is smoke- and 26 characters`,
		);
	const [item] = await batchGet(table, [organizationKey(organizationId)]);
	const name = item && toOrganization(item).name;
	if (name !== undefined && name !== smokeOrganizationName(organizationId))
		throw new CommandError(
			`The organization ${organizationId} was not created by a smoke test: its name is ${JSON.stringify(name)}`,
		);
}

const isApiKey = ({ pk }: Key): boolean => pk.startsWith("KEY#");

/** API keys have partitions of their own, and are deleted only if they belong to the organization (`toDeletion`). */
const isOwn = (organizationId: string, key: Key): boolean =>
	key.pk === organizationPartition(organizationId) ||
	key.pk.startsWith(organizationPrefix(organizationId)) ||
	isApiKey(key);

async function deleteAll(
	table: Table,
	organizationId: string,
	keys: readonly Key[],
) {
	for (const group of inGroups(keys, deletesAtOnce)) {
		const outcomes = await batchExecute(
			table,
			group.map((key) => toDeletion(table, organizationId, key)),
		);
		// An item that is not there counts as deleted.
		if (outcomes.some((one) => one !== "WRITTEN" && one !== "REFUSED"))
			throw new CommandError("The table does not take all deletions");
	}
}

const toDeletion = (table: Table, organizationId: string, key: Key) =>
	toStatement(table, {
		kind: "DELETE",
		key,
		ifAsRead: isApiKey(key) ? { organizationId } : {},
	});
