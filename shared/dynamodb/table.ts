import { setTimeout } from "node:timers/promises";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import type { AwsConnection } from "../environment/aws-connection.ts";
import { countAwsCalls, lastStep } from "../logging/activity.ts";
import type { RetryTime } from "../timing/retry-time.ts";

/** The service's table, and its document clients, with and without the SDK's retries. */
export interface Table {
	name: string;
	/** The SDK retries failed calls. For reads, and for writes that recognise their own earlier attempt. */
	documents: DynamoDBDocumentClient;
	/**
	 * Sends each call once, so that a failed condition is never caused by the call's own earlier attempt. For writes
	 * whose outcome is read.
	 */
	documentsNoRetry: DynamoDBDocumentClient;
	pause: (milliseconds: number) => Promise<void>;
	/** The retry time of the current invocation. Without one, a few attempts are made. */
	retryTime?: RetryTime;
}

export interface TableConnection extends AwsConnection {
	name: string;
}

export function connectTable({ name, ...connection }: TableConnection): Table {
	const client = connect(connection);
	const documents = toDocuments(client);
	const documentsNoRetry = toDocuments(client);
	documentsNoRetry.middlewareStack = documents.middlewareStack.clone();
	documentsNoRetry.middlewareStack.add((next) => next, insteadOfRetry);
	return {
		name,
		documents,
		documentsNoRetry,
		pause: (milliseconds) => setTimeout(milliseconds),
	};
}

/** Replaces the middleware that retries. */
const insteadOfRetry = {
	name: "retryMiddleware",
	step: "finalizeRequest",
	priority: "high",
	override: true,
} as const;

/** The table for one invocation. */
export const withRetryTime = (table: Table, retryTime: RetryTime): Table => ({
	...table,
	retryTime,
});

/** The table with more retry time, for calls that determine the outcome of earlier writes. */
export const withExtendedRetryTime = (table: Table): Table =>
	table.retryTime ? withRetryTime(table, table.retryTime.extended()) : table;

function connect(connection: AwsConnection): DynamoDBClient {
	const client = new DynamoDBClient({
		...connection,
		// The mode of the environment is ignored, because the bundles lack the rate limiter of `adaptive`.
		retryMode: "standard",
		maxAttempts: 3,
		// Without these, a call without a response would hang until the function times out.
		requestHandler: {
			connectionTimeout: 1_000,
			requestTimeout: 2_500,
			throwOnRequestTimeout: true,
		},
	});
	// It builds a log entry for every call without a logger, 8 % of a large request's CPU time.
	client.middlewareStack.remove("loggerMiddleware");
	client.middlewareStack.add(countAwsCalls, lastStep);
	return client;
}

const toDocuments = (client: DynamoDBClient): DynamoDBDocumentClient =>
	DynamoDBDocumentClient.from(client, {
		marshallOptions: { removeUndefinedValues: true },
		// Keeps numbers exact: JavaScript numbers are not.
		unmarshallOptions: { wrapNumbers: true },
	});

/** Does a command of this name only read, as the SDK's middleware names it? */
export const isRead = (commandName: string): boolean => reads.has(commandName);

const reads = new Set([
	"BatchGetItemCommand",
	"GetItemCommand",
	"QueryCommand",
	"ScanCommand",
]);
