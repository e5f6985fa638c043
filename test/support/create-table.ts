import {
	CreateTableCommand,
	ResourceInUseException,
} from "@aws-sdk/client-dynamodb";
import type { Table } from "../../shared/dynamodb/table.ts";
import { listIndexName } from "../../shared/lists/list-index.store.ts";

/** The table, as the stack's template describes it. Each test names its own. */
export async function createTable({ documents, name }: Table) {
	const creation = documents.send(
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
	await creation.catch((error) => {
		// The SDK repeats a call that is answered late: then it exists.
		if (!(error instanceof ResourceInUseException)) throw error;
	});
}
