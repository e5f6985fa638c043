import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import type { Table } from "./table.ts";

/** A write that was not sent, because its request's deadline has passed: it took no effect. */
export class WriteDeadlineError extends Error {
	override readonly name = "WriteDeadlineError";
}

/**
 * The table for one request, which begins no write any more once `isPast` says so; reads go on. Each attempt of a call
 * that the SDK repeats is asked about.
 */
export function withWriteDeadline(table: Table, isPast: () => boolean): Table {
	return {
		...table,
		documents: refuseLateWrites(table.documents, isPast),
		documentsNoRetry: refuseLateWrites(table.documentsNoRetry, isPast),
	};
}

/** The same client and connections, with one middleware more, behind the one that repeats calls. */
function refuseLateWrites(
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
