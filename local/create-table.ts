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
 * Creates the template's table in an engine, or adds to the one that is there the indexes that it lacks: a data directory
 * of an earlier version goes on. The engine fills a new index before it is done.
 */
export async function createTable(
	endpoint: string,
	{ input, timeToLiveAttribute }: TemplateTable,
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

/** One after the other, as DynamoDB wants it. */
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

/** undefined: there is no such index. */
async function findIndexStatus(
	client: DynamoDBClient,
	TableName: string,
	{ IndexName }: GlobalSecondaryIndex,
) {
	const { Table } = await client.send(new DescribeTableCommand({ TableName }));
	const indexes = Table?.GlobalSecondaryIndexes ?? [];
	return indexes.find((index) => index.IndexName === IndexName)?.IndexStatus;
}
