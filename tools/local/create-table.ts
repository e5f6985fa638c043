import {
	CreateTableCommand,
	DescribeTimeToLiveCommand,
	DynamoDBClient,
	ResourceInUseException,
	UpdateTimeToLiveCommand,
} from "@aws-sdk/client-dynamodb";
import { localConnection } from "./local-connection.ts";
import type { TemplateTable } from "./template/template-table.ts";

/** Creates the template's table in an engine, or leaves the one that is there from an earlier start. */
export async function createTable(
	endpoint: string,
	{ input, timeToLiveAttribute }: Omit<TemplateTable, "streamViewType">,
) {
	const client = new DynamoDBClient(localConnection(endpoint));
	try {
		await client.send(new CreateTableCommand(input)).catch((error) => {
			if (!(error instanceof ResourceInUseException)) throw error;
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
