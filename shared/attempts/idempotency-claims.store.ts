import { PutCommand } from "@aws-sdk/lib-dynamodb";
import { idempotencyClaimKey, type Key } from "../dynamodb/keys.ts";
import type { StoredNumber } from "../dynamodb/stored-values.ts";
import type { Table } from "../dynamodb/table.ts";
import { conditionalWrite } from "../dynamodb/writes/conditional-write.ts";
import {
	type AttemptedRequest,
	attemptKeptSeconds,
	type ClaimHolder,
	windowSeconds,
} from "./attempt.ts";
import {
	type AttemptedRequestItem,
	toAttemptedRequestItem,
} from "./attempted-request-item.store.ts";

/** The claim of a request on its idempotency key (spec 5). */
export interface IdempotencyClaim {
	organizationId: string;
	operation: string;
	idempotencyKey: string;
	/** Unique to the request, so that a claim that the SDK repeats after a lost response recognises itself. */
	attemptId: string;
	/** Stored for reads of the attempt (records R9). */
	request: AttemptedRequest;
	now: Date;
}

/** The item of a claim. */
export interface ClaimItem extends Key, Partial<AttemptedRequestItem> {
	attemptId: string;
	/** Epoch seconds with milliseconds as decimals. */
	claimedAt: StoredNumber;
	/** Epoch seconds, for the store's TTL. */
	expiresAt: StoredNumber;
}

/**
 * Claims an idempotency key for 5 minutes, with any outcome of the request (ADR 5): one conditional write. The item
 * stays for 24 hours, so that the attempt can be read, unless the key is claimed again.
 *
 * @returns The attempt that holds the key: this one, or an earlier one.
 */
export async function claimIdempotencyKey(
	table: Table,
	{
		organizationId,
		operation,
		idempotencyKey,
		attemptId,
		request,
		now,
	}: IdempotencyClaim,
): Promise<ClaimHolder> {
	const nowSeconds = now.getTime() / 1_000;
	const isFree = "attribute_not_exists(pk)";
	const isOver = "claimedAt <= :windowStart";
	const holder = await conditionalWrite(
		table,
		new PutCommand({
			TableName: table.name,
			Item: {
				...idempotencyClaimKey(organizationId, operation, idempotencyKey),
				attemptId,
				claimedAt: nowSeconds,
				expiresAt: Math.ceil(nowSeconds) + attemptKeptSeconds,
				...toAttemptedRequestItem(request),
			},
			ConditionExpression: `${isFree} OR ${isOver}`,
			ExpressionAttributeValues: {
				":windowStart": nowSeconds - windowSeconds,
			},
			ReturnValuesOnConditionCheckFailure: "ALL_OLD",
		}),
	);
	if (holder === null) return { attemptId, isAttempt: true };
	return {
		attemptId: String(holder.attemptId),
		isAttempt: holder.request !== undefined,
	};
}

export const fromClaimedAt = (claimedAt: StoredNumber): Date =>
	new Date(Math.round(Number(claimedAt.value) * 1_000));
