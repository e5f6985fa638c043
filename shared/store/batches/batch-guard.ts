import { DeleteCommand, PutCommand } from "@aws-sdk/lib-dynamodb";
import type { BatchId } from "../../domain/batches/payment-batch.ts";
import type { Item } from "../dynamodb/batch-get.ts";
import { conditionalWrite } from "../dynamodb/conditional-write.ts";
import type { Table } from "../dynamodb/table.ts";
import { batchGuardKey, type Key } from "../keys.ts";

/** What keeps an organization to one batch at a time, the web application's included (spec 4.4 rule 4). */
export interface BatchGuard {
	holder: string;
	/** Of the batch that holds it; null: it is not one of ours. */
	bulkActionSlug: string | null;
}

/** A guard as the table holds it. The web application sets one without our field: nothing of ours removes that. */
interface BatchGuardItem extends Key {
	holder: string;
	bulkActionSlug?: string;
}

export const toGuardItem = ({
	organizationId,
	bulkActionSlug,
}: BatchId): BatchGuardItem => ({
	...batchGuardKey(organizationId),
	holder: "mark-as-paid",
	bulkActionSlug,
});

export function toBatchGuard(item: Item): BatchGuard {
	// Unchecked cast: items under a guard's key have this shape.
	const { holder, bulkActionSlug } = item as BatchGuardItem & Item;
	return { holder, bulkActionSlug: bulkActionSlug ?? null };
}

/**
 * Sets the guard as the web application does.
 *
 * @returns null, or the guard that is set already.
 */
export async function holdBatchGuard(
	table: Table,
	organizationId: string,
	holder: string,
): Promise<BatchGuard | null> {
	const item: BatchGuardItem = { ...batchGuardKey(organizationId), holder };
	const conflictingItem = await conditionalWrite(
		table,
		new PutCommand({
			TableName: table.name,
			Item: item,
			ConditionExpression: "attribute_not_exists(pk)",
			ReturnValuesOnConditionCheckFailure: "ALL_OLD",
		}),
	);
	return conflictingItem && toBatchGuard(conflictingItem);
}

/**
 * Removes the guard as the web application does; does nothing when there is none.
 *
 * @returns null, or the guard that is not the web application's.
 */
export async function releaseBatchGuard(
	table: Table,
	organizationId: string,
): Promise<BatchGuard | null> {
	const conflictingItem = await conditionalWrite(
		table,
		new DeleteCommand({
			TableName: table.name,
			Key: batchGuardKey(organizationId),
			ConditionExpression: "attribute_not_exists(bulkActionSlug)",
			ReturnValuesOnConditionCheckFailure: "ALL_OLD",
		}),
	);
	return conflictingItem && toBatchGuard(conflictingItem);
}
