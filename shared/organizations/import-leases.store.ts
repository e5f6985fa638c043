import {
	DeleteCommand,
	PutCommand,
	UpdateCommand,
} from "@aws-sdk/lib-dynamodb";
import { importLeaseKey, type Key } from "../dynamodb/keys.ts";
import type { Item } from "../dynamodb/reads/batch-get.ts";
import { getItem } from "../dynamodb/reads/get-item.ts";
import {
	fromStoredInteger,
	type StoredNumber,
} from "../dynamodb/stored-values.ts";
import type { Table } from "../dynamodb/table.ts";
import { conditionalWrite } from "../dynamodb/writes/conditional-write.ts";

/** The import that writes to an organization. */
export interface ImportLease {
	/** Unique to the import. */
	importId: string;
	/** Each renewal raises it. */
	renewals: number;
	/** The machine and the process that runs the import. */
	host: string;
	pid: number;
	/** RFC 3339 */
	startedAt: string;
}

interface ImportLeaseItem extends Key, Omit<ImportLease, "renewals" | "pid"> {
	renewals: StoredNumber;
	pid: StoredNumber;
}

/**
 * Takes an organization's lease if no import has it, or if the lease to be replaced was not renewed since it was read.
 *
 * @returns null when it is taken, otherwise the lease that another import has; "GIVEN_UP" when that is gone by now.
 */
export async function takeLease(
	table: Table,
	organizationId: string,
	{ own, replaced }: { own: ImportLease; replaced: ImportLease | undefined },
): Promise<ImportLease | "GIVEN_UP" | null> {
	const isFree = "attribute_not_exists(pk)";
	const isReplaced = "(importId = :importId AND renewals = :renewals)";
	const conflicting = await conditionalWrite(
		table,
		new PutCommand({
			TableName: table.name,
			Item: { ...importLeaseKey(organizationId), ...own },
			ConditionExpression: replaced ? `${isFree} OR ${isReplaced}` : isFree,
			...(replaced && {
				ExpressionAttributeValues: {
					":importId": replaced.importId,
					":renewals": replaced.renewals,
				},
			}),
			ReturnValuesOnConditionCheckFailure: "ALL_OLD",
		}),
	);
	if (conflicting === null) return null;
	if (conflicting.pk === undefined) return "GIVEN_UP";
	const lease = toLease(conflicting);
	// The SDK repeats a write whose answer was lost.
	return lease.importId === own.importId ? null : lease;
}

/** @returns false when the import has lost its lease. */
export async function renewLease(
	table: Table,
	organizationId: string,
	{ importId, renewals }: ImportLease,
): Promise<boolean> {
	const conflicting = await conditionalWrite(
		table,
		new UpdateCommand({
			TableName: table.name,
			Key: importLeaseKey(organizationId),
			UpdateExpression: "SET renewals = :renewals",
			ConditionExpression: isOwn,
			ExpressionAttributeValues: {
				":importId": importId,
				":renewals": renewals,
			},
		}),
	);
	return conflicting === null;
}

/** @returns false when the import has lost its lease, or an earlier attempt with a lost answer has deleted it. */
export async function deleteLease(
	table: Table,
	organizationId: string,
	{ importId }: ImportLease,
): Promise<boolean> {
	const conflicting = await conditionalWrite(
		table,
		new DeleteCommand({
			TableName: table.name,
			Key: importLeaseKey(organizationId),
			ConditionExpression: isOwn,
			ExpressionAttributeValues: { ":importId": importId },
		}),
	);
	return conflicting === null;
}

const isOwn = "importId = :importId";

export async function findLease(
	table: Table,
	organizationId: string,
): Promise<ImportLease | undefined> {
	const item = await getItem(table, importLeaseKey(organizationId));
	return item && toLease(item);
}

function toLease(item: Item): ImportLease {
	// Unchecked cast: the item under the lease's key has this shape.
	const stored = item as ImportLeaseItem & Item;
	const { importId, host, startedAt, renewals, pid } = stored;
	return {
		importId,
		host,
		startedAt,
		renewals: fromStoredInteger(renewals),
		pid: fromStoredInteger(pid),
	};
}
