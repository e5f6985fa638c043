import { PutCommand } from "@aws-sdk/lib-dynamodb";
import {
	type AttemptedRequest,
	attemptKeptSeconds,
	type ClaimHolder,
} from "../../domain/attempt.ts";
import { conditionalWrite } from "../dynamodb/conditional-write.ts";
import type { StoredNumber } from "../dynamodb/stored-values.ts";
import type { Table } from "../dynamodb/table.ts";
import { idempotencyClaimKey, type Key } from "../keys.ts";
import {
	type AttemptedRequestItem,
	toAttemptedRequestItem,
} from "./attempted-request-item.ts";

const windowSeconds = 300;

/** A request that wants to be the only one to use its idempotency key (spec 5). */
export interface IdempotencyClaim {
	organizationId: string;
	operation: string;
	idempotencyKey: string;
	/** Unique to the request: makes a claim repeated by the SDK, after a lost response, recognise itself. */
	attemptId: string;
	/** What it asks for: kept for whoever asks what became of it (records R9). */
	request: AttemptedRequest;
	now: Date;
}

/** A claim as the table holds it. */
export interface ClaimItem extends Key, Partial<AttemptedRequestItem> {
	attemptId: string;
	/** Epoch seconds, to the millisecond. */
	claimedAt: StoredNumber;
	/** Epoch seconds: the store's TTL acts on it. */
	expiresAt: StoredNumber;
}

/**
 * Claims an idempotency key for 5 minutes from the first request, whatever becomes of that: one conditional write. The
 * claim itself stays for 24 hours, for those who ask what became of the request, unless the key is claimed anew.
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
