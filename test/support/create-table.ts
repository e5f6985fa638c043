import { CreateTableCommand } from "@aws-sdk/client-dynamodb";
import type { Table } from "../../shared/store/dynamodb/table.ts";
import { listIndexName } from "../../shared/store/list-index.ts";

/** The table, as the stack's template describes it. */
export async function createTable({ documents, name }: Table) {
	await documents.send(
		new CreateTableCommand({
			TableName: name,
			BillingMode: "PAY_PER_REQUEST",
			KeySchema: [
				{ AttributeName: "pk", KeyType: "HASH" },
				{ AttributeName: "sk", KeyType: "RANGE" },
			],
			AttributeDefinitions: [
				{ AttributeName: "pk", AttributeType: "S" },
				{ AttributeName: "sk", AttributeType: "S" },
				{ AttributeName: "listPk", AttributeType: "S" },
				{ AttributeName: "listSk", AttributeType: "S" },
			],
			GlobalSecondaryIndexes: [
				{
					IndexName: listIndexName,
					KeySchema: [
						{ AttributeName: "listPk", KeyType: "HASH" },
						{ AttributeName: "listSk", KeyType: "RANGE" },
					],
					Projection: { ProjectionType: "KEYS_ONLY" },
				},
			],
		}),
	);
}
