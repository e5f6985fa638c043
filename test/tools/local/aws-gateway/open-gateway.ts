import { randomUUID } from "node:crypto";
import { DynamoDBClient, GetItemCommand } from "@aws-sdk/client-dynamodb";
import { inject } from "vitest";
import { connectTable } from "../../../../shared/dynamodb/table.ts";
import {
	startTestGateway,
	type TestGateway,
} from "../../../support/aws-gateway/test-gateway.ts";
import { createTable } from "../../../support/create-table.ts";

/** A gateway before the test run's engine, with a table of its own and SDK clients that repeat nothing. */
export interface OpenGateway extends AsyncDisposable {
	gateway: TestGateway;
	tableName: string;
	/** @param requestTimeout In milliseconds. Default: 20,000. */
	connect(accessKeyId: string, requestTimeout?: number): DynamoDBClient;
	/** Reads an item behind the gateway's back; a value `v`, undefined when there is no item. */
	peek(pk: string): Promise<string | undefined>;
}

export const itemKey = (pk: string) => ({ pk: { S: pk }, sk: { S: "X" } });

export async function openGateway(
	options: Partial<Parameters<typeof startTestGateway>[0]> = {},
): Promise<OpenGateway> {
	const gateway = await startTestGateway({
		dynamodbUrl: inject("dynamodbUrl"),
		...options,
	});
	const tableName = `test-${randomUUID()}`;
	const connect = (
		accessKeyId: string,
		requestTimeout = 20_000,
		endpoint = gateway.url,
	) =>
		new DynamoDBClient({
			endpoint,
			region: "ap-south-1",
			credentials: { accessKeyId, secretAccessKey: "test" },
			maxAttempts: 1,
			requestHandler: { requestTimeout, throwOnRequestTimeout: true },
		});
	const direct = connect("local", undefined, inject("dynamodbUrl"));
	await createTable(
		connectTable({
			name: tableName,
			endpoint: gateway.url,
			region: "ap-south-1",
			credentials: { accessKeyId: "setup", secretAccessKey: "test" },
		}),
	);
	return {
		gateway,
		tableName,
		connect: (accessKeyId, requestTimeout) =>
			connect(accessKeyId, requestTimeout),
		async peek(pk) {
			const { Item } = await direct.send(
				new GetItemCommand({
					TableName: tableName,
					Key: itemKey(pk),
					ConsistentRead: true,
				}),
			);
			return Item?.v?.S;
		},
		async [Symbol.asyncDispose]() {
			await gateway.stop();
		},
	};
}
