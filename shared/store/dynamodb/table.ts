import { setTimeout } from "node:timers/promises";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import type { RetryTime } from "../../runtime/retry-time.ts";

/** The service's one table, and how to reach it. */
export interface Table {
	name: string;
	/** The SDK repeats a call that failed: for reads, transactions and claims that know their owner. */
	documents: DynamoDBDocumentClient;
	/** Sends each call once, so that a refusal is never the echo of a lost response: for writes that are looked up. */
	documentsNoRetry: DynamoDBDocumentClient;
	pause: (milliseconds: number) => Promise<void>;
	/** Of the invocation that uses the table. Absent, outside of one: a few attempts are made. */
	retryTime?: RetryTime;
}

export interface TableConnection {
	name: string;
	/** Absent on AWS, where the SDK reads the environment. */
	endpoint?: string;
	region?: string;
	credentials?: { accessKeyId: string; secretAccessKey: string };
}

export function connectTable({ name, ...connection }: TableConnection): Table {
	return {
		name,
		documents: connect(connection, 3),
		documentsNoRetry: connect(connection, 1),
		pause: (milliseconds) => setTimeout(milliseconds),
	};
}

/** The table as one invocation uses it. */
export const withRetryTime = (table: Table, retryTime: RetryTime): Table => ({
	...table,
	retryTime,
});

/** The table for reads and writes that settle what others left open, and so may take longer than those. */
export const withExtendedRetryTime = (table: Table): Table =>
	table.retryTime ? withRetryTime(table, table.retryTime.extended()) : table;

function connect(
	connection: Omit<TableConnection, "name">,
	maxAttempts: number,
): DynamoDBDocumentClient {
	const client = new DynamoDBClient({
		...connection,
		maxAttempts,
		// Without these, a call without a response would hang until the function times out.
		requestHandler: {
			connectionTimeout: 1_000,
			requestTimeout: 2_500,
			throwOnRequestTimeout: true,
		},
	});
	// For every call it builds the log entry that no logger is there to take: a tenth of a large request's CPU time.
	client.middlewareStack.remove("loggerMiddleware");
	return DynamoDBDocumentClient.from(client, {
		marshallOptions: { removeUndefinedValues: true },
		// The store's numbers are exact decimals; JavaScript's are not.
		unmarshallOptions: { wrapNumbers: true },
	});
}
