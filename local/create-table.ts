import {
	CreateTableCommand,
	DynamoDBClient,
	ResourceInUseException,
	UpdateTimeToLiveCommand,
} from "@aws-sdk/client-dynamodb";
import { localConnection } from "./local-connection.ts";
import type { TemplateTable } from "./template/template-table.ts";

/** Creates the template's table in an engine, unless it is there already. */
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
	} finally {
		client.destroy();
	}
}
