import {
	type AttributeValue,
	BatchWriteItemCommand,
	DeleteTableCommand,
	DynamoDBClient,
	ScanCommand,
} from "@aws-sdk/client-dynamodb";
import { inGroups } from "../../shared/collections/in-groups.ts";
import { localConnection } from "../../tools/local/local-connection.ts";
import { unsigned } from "./aws-gateway/in-process.ts";

type Items = readonly Record<string, AttributeValue>[];

/** The engine itself: no gateway counts these calls or adds faults to them. */
const clients = new Map<string, DynamoDBClient>();

function engineAt(dynamodbUrl: string): DynamoDBClient {
	const client =
		clients.get(dynamodbUrl) ??
		new DynamoDBClient({
			...localConnection(dynamodbUrl),
			signer: unsigned("local"),
			maxAttempts: 1,
		});
	clients.set(dynamodbUrl, client);
	return client;
}

/** Deletes a test's table: each table that is left makes every later call of the engine slower. */
export async function deleteTable(dynamodbUrl: string, name: string) {
	try {
		await engineAt(dynamodbUrl).send(
			new DeleteTableCommand({ TableName: name }),
		);
	} catch {
		// Some tests stop the engine or delete the table. A table that stays costs time, and nothing else.
	}
}

/** @returns the items of a table, or undefined if they do not fit one page. */
export async function readItems(
	dynamodbUrl: string,
	name: string,
): Promise<Items | undefined> {
	const { Items, LastEvaluatedKey } = await engineAt(dynamodbUrl).send(
		new ScanCommand({ TableName: name, ConsistentRead: true }),
	);
	return LastEvaluatedKey ? undefined : Items;
}

export async function writeItems(
	dynamodbUrl: string,
	name: string,
	items: Items,
): Promise<void> {
	for (const group of inGroups(items, 25)) {
		const requests = group.map((Item) => ({ PutRequest: { Item } }));
		const { UnprocessedItems = {} } = await engineAt(dynamodbUrl).send(
			new BatchWriteItemCommand({ RequestItems: { [name]: requests } }),
		);
		if (Object.keys(UnprocessedItems).length > 0)
			throw new Error("The engine has not written all items");
	}
}
