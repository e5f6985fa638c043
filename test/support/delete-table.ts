import { DeleteTableCommand, DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { localConnection } from "../../tools/local/local-connection.ts";

const clients = new Map<string, DynamoDBClient>();

/** Deletes a test's table: each table that is left makes every later call of the engine slower. */
export async function deleteTable(dynamodbUrl: string, name: string) {
	const client =
		clients.get(dynamodbUrl) ??
		new DynamoDBClient({ ...localConnection(dynamodbUrl), maxAttempts: 1 });
	clients.set(dynamodbUrl, client);
	try {
		await client.send(new DeleteTableCommand({ TableName: name }));
	} catch {
		// Some tests stop the engine or delete the table. A table that stays costs time, and nothing else.
	}
}
