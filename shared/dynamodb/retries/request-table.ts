import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import type { Clock } from "../../environment/clock.ts";
import type { RetryTime } from "../../timing/retry-time.ts";
import { secondsBetween, writeSeconds } from "../../timing/write-deadline.ts";
import { isRead, type Table, withRetryTime } from "../table.ts";

/**
 * The table for one request: retries calls while the request has time, and starts no write after the request's deadline
 * (records R9). The deadline also applies to every retry by the SDK.
 */
export function requestTable(
	table: Table,
	request: { now: Date; clock: Clock; retryTime: RetryTime },
): Table {
	const { now, clock, retryTime } = request;
	const isPast = () => secondsBetween(now, clock()) > writeSeconds;
	return {
		...withRetryTime(table, retryTime),
		documents: rejectLateWrites(table.documents, isPast),
		documentsNoRetry: rejectLateWrites(table.documentsNoRetry, isPast),
	};
}

/** A write was not sent, because its request's deadline has passed. It had no effect. */
export class WriteDeadlineError extends Error {
	override readonly name = "WriteDeadlineError";
}

/**
 * A client with the same connections and one more middleware. It runs for each attempt of the SDK, after the signing:
 * a request that leaves the machine later than it was checked has an old signature, which DynamoDB refuses after five
 * minutes (records R9).
 */
function rejectLateWrites(
	documents: DynamoDBDocumentClient,
	isPast: () => boolean,
): DynamoDBDocumentClient {
	const guarded: DynamoDBDocumentClient = Object.create(documents);
	guarded.middlewareStack = documents.middlewareStack.clone();
	guarded.middlewareStack.add(
		(next, { commandName = "" }) =>
			(args) => {
				if (!isRead(commandName) && isPast())
					throw new WriteDeadlineError(
						`${commandName} was not sent: the write deadline of its request has passed`,
					);
				return next(args);
			},
		{ step: "finalizeRequest", priority: "low", name: "writeDeadline" },
	);
	return guarded;
}
