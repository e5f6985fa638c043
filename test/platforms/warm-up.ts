import {
	BatchExecuteStatementCommand,
	BatchGetItemCommand,
	CreateTableCommand,
	DeleteTableCommand,
	DynamoDBClient,
	TransactWriteItemsCommand,
} from "@aws-sdk/client-dynamodb";
import { localConnection } from "../../tools/local/local-connection.ts";

const TableName = "warm-up";
const Key = { pk: { S: "1" } };

/**
 * Makes an engine load what the service's calls need: on a machine that has other work to do, the first call of a kind may
 * take longer than the service waits for an answer. These calls wait for as long as it takes.
 */
export async function warmUp(url: string) {
	const client = new DynamoDBClient(localConnection(url));
	await client.send(
		new CreateTableCommand({
			TableName,
			BillingMode: "PAY_PER_REQUEST",
			KeySchema: [{ AttributeName: "pk", KeyType: "HASH" }],
			AttributeDefinitions: [{ AttributeName: "pk", AttributeType: "S" }],
		}),
	);
	await client.send(
		new BatchExecuteStatementCommand({
			Statements: [
				{ Statement: `INSERT INTO "${TableName}" VALUE {'pk': '1'}` },
			],
		}),
	);
	await client.send(
		new TransactWriteItemsCommand({
			TransactItems: [
				{
					Update: {
						TableName,
						Key,
						UpdateExpression: "SET seen = :one",
						ConditionExpression: "attribute_exists(pk)",
						ExpressionAttributeValues: { ":one": { N: "1" } },
					},
				},
			],
		}),
	);
	await client.send(
		new BatchGetItemCommand({ RequestItems: { [TableName]: { Keys: [Key] } } }),
	);
	await client.send(new DeleteTableCommand({ TableName }));
	client.destroy();
}
