import { setTimeout } from "node:timers/promises";
import {
	CreateTableCommand,
	DescribeTableCommand,
	DynamoDBClient,
	type GlobalSecondaryIndex,
	ResourceInUseException,
	UpdateTableCommand,
	UpdateTimeToLiveCommand,
} from "@aws-sdk/client-dynamodb";
import { localConnection } from "./local-connection.ts";
import type { TemplateTable } from "./template/template-table.ts";

const pauseMilliseconds = 50;

/**
 * Creates the template's table in an engine. Adds missing indexes to an existing table, which may be that of an earlier
 * version, and waits until the engine has filled them.
 */
export async function createTable(
	endpoint: string,
	{ input, timeToLiveAttribute }: Omit<TemplateTable, "streamViewType">,
) {
	const client = new DynamoDBClient(localConnection(endpoint));
	try {
		await client.send(new CreateTableCommand(input));
		if (timeToLiveAttribute)
			await client.send(
				new UpdateTimeToLiveCommand({
					TableName: input.TableName,
					TimeToLiveSpecification: {
						AttributeName: timeToLiveAttribute,
						Enabled: true,
					},
				}),
			);
	} catch (error) {
		if (!(error instanceof ResourceInUseException)) throw error;
		await addMissingIndexes(client, input);
	} finally {
		client.destroy();
	}
}

/** DynamoDB creates one index at a time. */
async function addMissingIndexes(
	client: DynamoDBClient,
	input: TemplateTable["input"],
) {
	const { TableName, AttributeDefinitions, GlobalSecondaryIndexes } = input;
	for (const index of GlobalSecondaryIndexes ?? []) {
		if (await findIndexStatus(client, TableName, index)) continue;
		await client.send(
			new UpdateTableCommand({
				TableName,
				AttributeDefinitions,
				GlobalSecondaryIndexUpdates: [{ Create: index }],
			}),
		);
	}
	for (const index of GlobalSecondaryIndexes ?? []) {
		while ((await findIndexStatus(client, TableName, index)) !== "ACTIVE")
			await setTimeout(pauseMilliseconds);
	}
}

/** undefined: the index does not exist. */
async function findIndexStatus(
	client: DynamoDBClient,
	TableName: string,
	{ IndexName }: GlobalSecondaryIndex,
) {
	const { Table } = await client.send(new DescribeTableCommand({ TableName }));
	const indexes = Table?.GlobalSecondaryIndexes ?? [];
	return indexes.find((index) => index.IndexName === IndexName)?.IndexStatus;
}
