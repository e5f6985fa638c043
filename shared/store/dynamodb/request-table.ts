import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import type { RetryTime } from "../../runtime/retry-time.ts";
import { type Table, withRetryTime } from "./table.ts";

/**
 * The table as one request uses it: calls are retried while the request has time, and no write begins once it is too late
 * (records R9). Each attempt of a call that the SDK repeats is checked.
 */
export function requestTable(
	table: Table,
	request: { retryTime: RetryTime; isTooLateToWrite: () => boolean },
): Table {
	const { isTooLateToWrite, retryTime } = request;
	return {
		...withRetryTime(table, retryTime),
		documents: rejectLateWrites(table.documents, isTooLateToWrite),
		documentsNoRetry: rejectLateWrites(
			table.documentsNoRetry,
			isTooLateToWrite,
		),
	};
}

/** A write that was not sent because its request's deadline has passed: it took no effect. */
export class WriteDeadlineError extends Error {
	override readonly name = "WriteDeadlineError";
}

/** The same client and connections, with one middleware more, behind the one that repeats calls. */
function rejectLateWrites(
	documents: DynamoDBDocumentClient,
	isPast: () => boolean,
): DynamoDBDocumentClient {
	const guarded: DynamoDBDocumentClient = Object.create(documents);
	guarded.middlewareStack = documents.middlewareStack.clone();
	guarded.middlewareStack.add(
		(next, { commandName = "" }) =>
			(args) => {
				if (!reads.has(commandName) && isPast())
					throw new WriteDeadlineError(`${commandName} came too late`);
				return next(args);
			},
		{ step: "finalizeRequest", priority: "low", name: "writeDeadline" },
	);
	return guarded;
}

const reads = new Set([
	"BatchGetItemCommand",
	"GetItemCommand",
	"QueryCommand",
]);
