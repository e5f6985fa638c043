import { randomUUID } from "node:crypto";
import {
	BatchExecuteStatementCommand,
	BatchGetItemCommand,
	DynamoDBClient,
	GetItemCommand,
	PutItemCommand,
} from "@aws-sdk/client-dynamodb";

const TableName = process.env.TABLE_NAME ?? "";
const client = new DynamoDBClient({ retryMode: "standard" });

/** Makes the kinds of calls of a first payment, one item each, and nothing else. */
export async function handler() {
	const key = { pk: { S: randomUUID() }, sk: { S: "floor" } };
	const read = () =>
		client.send(
			new BatchGetItemCommand({
				RequestItems: { [TableName]: { Keys: [key] } },
			}),
		);
	await client.send(new GetItemCommand({ TableName, Key: key }));
	await read();
	await client.send(
		new PutItemCommand({
			TableName,
			Item: key,
			ConditionExpression: "attribute_not_exists(pk)",
		}),
	);
	await read();
	const { Responses = [] } = await client.send(
		new BatchExecuteStatementCommand({
			Statements: [
				{
					Statement: `UPDATE "${TableName}" SET paid = ? WHERE pk = ? AND sk = ?`,
					Parameters: [{ BOOL: true }, key.pk, key.sk],
				},
			],
		}),
	);
	const failed = Responses.some((response) => response.Error);
	return { statusCode: failed ? 500 : 200 };
}
