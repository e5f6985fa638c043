import type { Table } from "../../../shared/dynamodb/table.ts";
import { upsertItem } from "../../../shared/dynamodb/writes/upsert-item.ts";
import { writeItem } from "../../../shared/dynamodb/writes/write-in-rounds.ts";
import type { Permission } from "../../../shared/organizations/organization.ts";
import { toUser } from "../../../shared/organizations/organizations.store.ts";
import { toChangeMarks } from "../../organization-files/import/file-entry.ts";
import { requireUserItem } from "./require-user.ts";

export interface PermissionChange {
	organizationId: string;
	userId: string;
	now: Date;
	/** @returns What the user may do in the console from then on. */
	change(held: readonly Permission[]): Iterable<Permission>;
}

/**
 * Changes what a user may do in the console. Idempotent. The write is conditional on the user's version, so that no
 * concurrent change is lost.
 *
 * @throws CommandError when the user does not exist.
 */
export async function changePermissions(
	table: Table,
	{ organizationId, userId, now, change }: PermissionChange,
) {
	const { pk, sk } = await requireUserItem(table, organizationId, userId);
	const key = { pk: String(pk), sk: String(sk) };
	await writeItem(table, key, (existing) => {
		if (!existing) return undefined;
		const permissions = [...new Set(change(toUser(existing).permissions))];
		const changed = toChangeMarks({ now }, existing);
		return upsertItem(existing, { ...key, permissions }, { changed });
	});
}
