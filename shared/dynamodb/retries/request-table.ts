import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import type { Clock } from "../../environment/clock.ts";
import type { OpenWrites } from "../../timing/open-writes.ts";
import type { RetryTime } from "../../timing/retry-time.ts";
import { secondsBetween, writeSeconds } from "../../timing/write-deadline.ts";
import { isRead, type Table, withRetryTime } from "../table.ts";

interface WritingRequest {
	/** The instant from which the deadline of its writes counts. */
	now: Date;
	clock: Clock;
	retryTime: RetryTime;
	openWrites: OpenWrites;
}

/**
 * The table for one request: retries calls while the request has time, starts no write after the request's deadline,
 * and counts the writes that may still take effect (R9). Deadline and count include every retry by the SDK.
 */
export function requestTable(table: Table, request: WritingRequest): Table {
	return {
		...withRetryTime(table, request.retryTime),
		documents: guardWrites(table.documents, request),
		documentsNoRetry: guardWrites(table.documentsNoRetry, request),
	};
}

/** A write was not sent, because its request's deadline has passed. It had no effect. */
export class WriteDeadlineError extends Error {
	override readonly name = "WriteDeadlineError";
}

/**
 * A client with the same connections and one more middleware. It runs for each attempt of the SDK, after the signing:
 * a request that leaves the machine later than it was checked has an old signature, which DynamoDB refuses after five
 * minutes (R9).
 */
function guardWrites(
	documents: DynamoDBDocumentClient,
	{ now, clock, openWrites }: WritingRequest,
): DynamoDBDocumentClient {
	const isPast = () => secondsBetween(now, clock()) > writeSeconds;
	const guarded: DynamoDBDocumentClient = Object.create(documents);
	guarded.middlewareStack = documents.middlewareStack.clone();
	guarded.middlewareStack.add(
		(next, { commandName = "" }) =>
			async (args) => {
				if (isRead(commandName)) return next(args);
				if (isPast())
					throw new WriteDeadlineError(
						`${commandName} was not sent: the write deadline of its request has passed`,
					);
				return openWrites.track(() => next(args), isAnswer);
			},
		{ step: "finalizeRequest", priority: "low", name: "requestWrites" },
	);
	return guarded;
}

/** Did the store refuse the write? After any other error, the write may still take effect. */
function isAnswer(error: unknown): boolean {
	// Unchecked cast: any object may lack the property.
	const { $metadata } = error as { $metadata?: { httpStatusCode?: number } };
	const status = $metadata?.httpStatusCode ?? 0;
	return status >= 400 && status < 500;
}
