import { randomUUID } from "node:crypto";
import { DeleteCommand, PutCommand } from "@aws-sdk/lib-dynamodb";
import { batchGuardKey, type Key } from "../dynamodb/keys.ts";
import type { Item } from "../dynamodb/reads/batch-get.ts";
import { getItem } from "../dynamodb/reads/get-item.ts";
import type { Table } from "../dynamodb/table.ts";
import { conditionalWrite } from "../dynamodb/writes/conditional-write.ts";
import type { BatchId } from "./payment-batch.ts";

/** The guard that limits an organization to one running batch, the web application's included (spec 4.4 rule 4). */
export interface BatchGuard {
	holder: string;
	/** Id of the batch that holds it; null when the web application holds it. */
	bulkActionSlug: string | null;
	/** When it was set; null when the holder has not written it. */
	heldAt: Date | null;
}

/** The item of a guard. The web application's has no `bulkActionSlug`; batches never remove that one. */
interface BatchGuardItem extends Key {
	holder: string;
	bulkActionSlug?: string;
	/** RFC 3339 */
	heldAt?: string | null;
	/** Set by `holdBatchGuard` only: lets a repeated write recognise its own item. */
	writeId?: string;
}

export const toGuardItem = ({
	organizationId,
	bulkActionSlug,
	createdAt,
}: BatchId & { createdAt: string }): BatchGuardItem => ({
	...batchGuardKey(organizationId),
	holder: "mark-as-paid",
	bulkActionSlug,
	heldAt: createdAt,
});

/** Unchecked cast: items under a guard's key have this shape. */
const asGuardItem = (item: Item) => item as BatchGuardItem & Item;

export function toBatchGuard(item: Item): BatchGuard {
	const { holder, bulkActionSlug, heldAt } = asGuardItem(item);
	return {
		holder,
		bulkActionSlug: bulkActionSlug ?? null,
		heldAt: heldAt ? new Date(heldAt) : null,
	};
}

/**
 * Sets the guard as the web application does.
 *
 * @param heldAt Lets a guard that was forgotten be noticed.
 * @returns null, or the existing guard.
 */
export async function holdBatchGuard(
	table: Table,
	organizationId: string,
	holder: string,
	heldAt?: Date,
): Promise<BatchGuard | null> {
	const item: BatchGuardItem = {
		...batchGuardKey(organizationId),
		holder,
		...(heldAt && { heldAt: heldAt.toISOString() }),
		writeId: randomUUID(),
	};
	const conflictingItem = await conditionalWrite(
		table,
		new PutCommand({
			TableName: table.name,
			Item: item,
			ConditionExpression: "attribute_not_exists(pk)",
			ReturnValuesOnConditionCheckFailure: "ALL_OLD",
		}),
	);
	const isOwn = conflictingItem?.writeId === item.writeId;
	return conflictingItem && !isOwn ? toBatchGuard(conflictingItem) : null;
}

/**
 * Removes the guard as the web application does, unless it has been set anew since it was read. Does nothing when there
 * is none.
 *
 * @returns null, or the guard that stays: of a batch of this service, or one that was set meanwhile.
 */
export async function releaseBatchGuard(
	table: Table,
	organizationId: string,
): Promise<BatchGuard | null> {
	const key = batchGuardKey(organizationId);
	const item = await getItem(table, key);
	if (!item) return null;
	const { heldAt, bulkActionSlug } = asGuardItem(item);
	if (bulkActionSlug !== undefined) return toBatchGuard(item);
	const isRemoved = "attribute_not_exists(pk)";
	const belongsToNoBatch = "attribute_not_exists(bulkActionSlug)";
	const isAsRead =
		heldAt === undefined ? "attribute_not_exists(heldAt)" : "heldAt = :heldAt";
	const conflictingItem = await conditionalWrite(
		table,
		new DeleteCommand({
			TableName: table.name,
			Key: key,
			ConditionExpression: `${isRemoved} OR (${belongsToNoBatch} AND ${isAsRead})`,
			...(heldAt !== undefined && {
				ExpressionAttributeValues: { ":heldAt": heldAt },
			}),
			ReturnValuesOnConditionCheckFailure: "ALL_OLD",
		}),
	);
	return conflictingItem && toBatchGuard(conflictingItem);
}
