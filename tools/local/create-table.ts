import { setTimeout } from "node:timers/promises";
import {
	CreateTableCommand,
	DescribeTableCommand,
	DescribeTimeToLiveCommand,
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
 * Creates the template's table in an engine. Adds what an existing table lacks, which may be that of an earlier version
 * or of an interrupted start, and waits until the engine has filled its indexes.
 */
export async function createTable(
	endpoint: string,
	{ input, timeToLiveAttribute }: Omit<TemplateTable, "streamViewType">,
) {
	const client = new DynamoDBClient(localConnection(endpoint));
	try {
		await client.send(new CreateTableCommand(input)).catch((error) => {
			if (!(error instanceof ResourceInUseException)) throw error;
			return addMissingIndexes(client, input);
		});
		if (timeToLiveAttribute)
			await enableTimeToLive(client, input.TableName, timeToLiveAttribute);
	} finally {
		client.destroy();
	}
}

/** DynamoDB refuses to enable it twice. */
async function enableTimeToLive(
	client: DynamoDBClient,
	TableName: string,
	AttributeName: string,
) {
	const { TimeToLiveDescription } = await client.send(
		new DescribeTimeToLiveCommand({ TableName }),
	);
	if (TimeToLiveDescription?.TimeToLiveStatus === "ENABLED") return;
	await client.send(
		new UpdateTimeToLiveCommand({
			TableName,
			TimeToLiveSpecification: { AttributeName, Enabled: true },
		}),
	);
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
