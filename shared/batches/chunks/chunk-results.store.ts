import { PutCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { chunkResultKey, type Key } from "../../dynamodb/keys.ts";
import type { Item } from "../../dynamodb/reads/batch-get.ts";
import { packJson, unpackJson } from "../../dynamodb/stored-values.ts";
import type { Table } from "../../dynamodb/table.ts";
import { conditionalWrite } from "../../dynamodb/writes/conditional-write.ts";
import { toEpochSeconds } from "../batches.store.ts";
import {
	currentFormat,
	type Lost,
	requireKnownFormat,
	unlessUnreadable,
} from "../format.store.ts";
import type { PaymentBatch } from "../payment-batch.ts";
import type { ChunkDecision, Unpaid } from "./chunk-decision.ts";

/** The item of a chunk's decision and of its unpaid resources. Each is written once. */
interface ChunkResultItem extends Key {
	decision: Uint8Array;
	unpaid?: Uint8Array;
}

/** @returns The binding decision: this one, or the one stored before. */
export async function recordDecision(
	table: Table,
	batch: PaymentBatch,
	chunk: number,
	decision: ChunkDecision,
): Promise<ChunkDecision> {
	const item = toResultItem(batch, chunk, decision);
	const conflictingItem = await conditionalWrite(
		table,
		new PutCommand({
			TableName: table.name,
			Item: item,
			ConditionExpression: "attribute_not_exists(pk)",
			ReturnValuesOnConditionCheckFailure: "ALL_OLD",
		}),
	);
	return conflictingItem
		? toDecision(conflictingItem)
		: { ...decision, unpaid: null };
}

/** Overwrites an unreadable decision, which binds no writer. It is idempotent. */
export async function replaceDecision(
	table: Table,
	batch: PaymentBatch,
	chunk: number,
	decision: ChunkDecision,
): Promise<ChunkDecision> {
	const Item = toResultItem(batch, chunk, decision);
	await table.documents.send(new PutCommand({ TableName: table.name, Item }));
	return { ...decision, unpaid: null };
}

/** The item of a chunk's decision. */
export const toResultItem = (
	batch: PaymentBatch,
	chunk: number,
	{ unpaid: _, ...decision }: ChunkDecision,
) => ({
	...chunkResultKey(batch, chunk),
	format: currentFormat,
	expiresAt: toEpochSeconds(batch.expiresAt),
	decision: packJson(decision),
});

/** @returns The decision with the binding unpaid resources: these, or those stored before. */
export async function recordUnpaid(
	table: Table,
	batch: PaymentBatch,
	chunk: number,
	{ decision, unpaid }: { decision: ChunkDecision; unpaid: Unpaid },
): Promise<ChunkDecision> {
	const conflictingItem = await conditionalWrite(
		table,
		new UpdateCommand({
			TableName: table.name,
			Key: chunkResultKey(batch, chunk),
			UpdateExpression: "SET unpaid = :unpaid",
			ConditionExpression:
				"attribute_exists(pk) AND attribute_not_exists(unpaid)",
			ExpressionAttributeValues: { ":unpaid": packJson(unpaid) },
			ReturnValuesOnConditionCheckFailure: "ALL_OLD",
		}),
	);
	return conflictingItem
		? toDecision(conflictingItem)
		: { ...decision, unpaid };
}

/** @returns null when the chunk is undecided. */
export function findDecision(
	item: Item | undefined,
): ChunkDecision | Lost | null {
	return item ? unlessUnreadable(() => toDecision(item)) : null;
}

/** @throws When the item cannot be decoded. */
function toDecision(item: Item): ChunkDecision {
	requireKnownFormat(item);
	// Unchecked cast: items under a chunk result's key have this shape.
	const { decision, unpaid } = item as ChunkResultItem & Item;
	return {
		...unpackJson<Omit<ChunkDecision, "unpaid">>(decision),
		unpaid: unpaid ? unpackJson<Unpaid>(unpaid) : null,
	};
}
