import { UpdateCommand } from "@aws-sdk/lib-dynamodb";
import type { Key } from "../../../shared/dynamodb/keys.ts";
import { connectTable } from "../../../shared/dynamodb/table.ts";
import { localConnection } from "../../../tools/local/local-connection.ts";
import { openLocalStore } from "../../../tools/local/store-access.ts";

interface Times {
	key: Key;
	/** Attributes that hold instants. */
	names: readonly string[];
	minutesAgo: number;
}

/** Lets time pass for an item of a local stack's table. */
export async function setTimes(
	dataDirectory: string,
	{ key, names, minutesAgo }: Times,
) {
	const store = await openLocalStore(dataDirectory, { mayCreate: false });
	const { documents } = connectTable({
		name: store.tableName,
		...localConnection(store.endpoint),
	});
	const instant = new Date(Date.now() - minutesAgo * 60_000).toISOString();
	await documents.send(
		new UpdateCommand({
			TableName: store.tableName,
			Key: key,
			UpdateExpression: `SET ${names.map((name) => `${name} = :instant`).join(", ")}`,
			ConditionExpression: "attribute_exists(pk)",
			ExpressionAttributeValues: { ":instant": instant },
		}),
	);
	await store.close();
}
