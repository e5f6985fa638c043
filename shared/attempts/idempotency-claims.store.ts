import { createHash } from "node:crypto";
import { PutCommand } from "@aws-sdk/lib-dynamodb";
import { idempotencyClaimKey, type Key } from "../dynamodb/keys.ts";
import type { StoredNumber } from "../dynamodb/stored-values.ts";
import type { Table } from "../dynamodb/table.ts";
import { conditionalWrite } from "../dynamodb/writes/conditional-write.ts";
import {
	type AttemptedRequest,
	type AttemptKey,
	attemptKeptSeconds,
	windowSeconds,
} from "./attempt.ts";
import {
	type AttemptedRequestItem,
	toAttemptedRequestItem,
} from "./attempted-request-item.store.ts";

/** The claim of a request on its idempotency key (spec 5). */
export interface IdempotencyClaim extends AttemptKey {
	/** Unique to the request, so that a claim that the SDK repeats after a lost response recognises itself. */
	attemptId: string;
	/** Stored for reads of the attempt (R9). */
	request: AttemptedRequest;
	/** The body as it was sent, so that the answer to a repeated key can say whether its request is the same. */
	body: string;
	now: Date;
}

/** The attempt that holds a key. */
export interface ClaimHolder {
	attemptId: string;
	/** Was it sent with a body that differs from that of this request? */
	hasOtherBody: boolean;
}

/** The item of a claim. */
export interface ClaimItem extends Key, AttemptedRequestItem {
	attemptId: string;
	/** Eight bytes of the SHA-256 of the body, in base64url. */
	bodyDigest: string;
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
	{ attemptId, request, body, now, ...key }: IdempotencyClaim,
): Promise<ClaimHolder> {
	const bodyDigest = toBodyDigest(body);
	const nowSeconds = now.getTime() / 1_000;
	const isFree = "attribute_not_exists(pk)";
	const isOver = "claimedAt <= :windowStart";
	const holder = await conditionalWrite(
		table,
		new PutCommand({
			TableName: table.name,
			Item: {
				...idempotencyClaimKey(key),
				attemptId,
				bodyDigest,
				claimedAt: nowSeconds,
				expiresAt: toExpiry(now),
				...toAttemptedRequestItem(request),
			},
			ConditionExpression: `${isFree} OR ${isOver}`,
			ExpressionAttributeValues: {
				":windowStart": nowSeconds - windowSeconds,
			},
			ReturnValuesOnConditionCheckFailure: "ALL_OLD",
		}),
	);
	if (holder === null) return { attemptId, hasOtherBody: false };
	return {
		attemptId: String(holder.attemptId),
		hasOtherBody: holder.bodyDigest !== bodyDigest,
	};
}

const toBodyDigest = (body: string): string =>
	createHash("sha256").update(body).digest().toString("base64url", 0, 8);

/** When the store may delete what is stored of an attempt that claimed its key at this instant. */
export const toExpiry = (claimedAt: Date): number =>
	Math.ceil(claimedAt.getTime() / 1_000) + attemptKeptSeconds;

export const fromClaimedAt = (claimedAt: StoredNumber): Date =>
	new Date(Math.round(Number(claimedAt.value) * 1_000));
