import { PutCommand } from "@aws-sdk/lib-dynamodb";
import { conditionalWrite } from "./dynamodb/conditional-write.ts";
import type { Table } from "./dynamodb/table.ts";
import { idempotencyClaimKey } from "./keys.ts";

const windowSeconds = 300;

/** A request that wants to be the only one to use its idempotency key (spec 5). */
export interface IdempotencyClaim {
	organizationId: string;
	operation: string;
	idempotencyKey: string;
	/** Unique to the request: makes a claim repeated by the SDK, after a lost response, recognise itself. */
	attemptId: string;
	now: Date;
}

/**
 * Claims an idempotency key for 5 minutes from the first request, whatever becomes of that: one conditional write.
 *
 * @returns The attempt that holds the key: the claimant's own, or the earlier one that refuses it.
 */
export async function claimIdempotencyKey(
	table: Table,
	{
		organizationId,
		operation,
		idempotencyKey,
		attemptId,
		now,
	}: IdempotencyClaim,
): Promise<string> {
	const nowSeconds = now.getTime() / 1_000;
	const isFree = "attribute_not_exists(pk)";
	// The store's TTL may be days late.
	const isOver = "claimedAt <= :windowStart";
	const holder = await conditionalWrite(
		table,
		new PutCommand({
			TableName: table.name,
			Item: {
				...idempotencyClaimKey(organizationId, operation, idempotencyKey),
				attemptId,
				claimedAt: nowSeconds,
				expiresAt: Math.ceil(nowSeconds) + windowSeconds,
			},
			ConditionExpression: `${isFree} OR ${isOver}`,
			ExpressionAttributeValues: {
				":windowStart": nowSeconds - windowSeconds,
			},
			ReturnValuesOnConditionCheckFailure: "ALL_OLD",
		}),
	);
	return holder ? String(holder.attemptId) : attemptId;
}
