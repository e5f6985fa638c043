import {
	DescribeTableCommand,
	DynamoDBClient,
	PutItemCommand,
} from "@aws-sdk/client-dynamodb";
import { afterEach, beforeEach, expect, inject, it } from "vitest";
import { connectTable } from "../../../shared/dynamodb/table.ts";
import { createTable } from "../../../tools/local/create-table.ts";
import { localConnection } from "../../../tools/local/local-connection.ts";
import { listed } from "../../support/listed.ts";

const connection = localConnection(inject("dynamodbUrl"));
const { endpoint } = connection;
let client: DynamoDBClient;
beforeEach(() => {
	client = new DynamoDBClient(connection);
});
afterEach(() => client.destroy());

const attribute = (AttributeName: string) =>
	({ AttributeName, AttributeType: "S" }) as const;
const keys = (hash: string, range: string) => [
	{ AttributeName: hash, KeyType: "HASH" } as const,
	{ AttributeName: range, KeyType: "RANGE" } as const,
];
const withoutIndex = (TableName: string) => ({
	TableName,
	BillingMode: "PAY_PER_REQUEST" as const,
	KeySchema: keys("pk", "sk"),
	AttributeDefinitions: [attribute("pk"), attribute("sk")],
});
const withIndex = (TableName: string) => ({
	...withoutIndex(TableName),
	AttributeDefinitions: ["pk", "sk", "listPk", "listSk"].map(attribute),
	GlobalSecondaryIndexes: [
		{
			IndexName: "ByCreation",
			KeySchema: keys("listPk", "listSk"),
			Projection: { ProjectionType: "KEYS_ONLY" as const },
		},
	],
});

it("R1: a table of a version without the index gets it, filled; doing so again changes nothing", async () => {
	const name = `test-${crypto.randomUUID()}`;
	const timeToLiveAttribute = "expiresAt";
	await createTable(endpoint, {
		input: withoutIndex(name),
		timeToLiveAttribute,
	});
	const Item = {
		pk: { S: "a" },
		sk: { S: "VENDOR" },
		listPk: { S: "acme#VENDOR" },
		listSk: { S: "#1" },
	};
	await client.send(new PutItemCommand({ TableName: name, Item }));

	await createTable(endpoint, { input: withIndex(name), timeToLiveAttribute });
	const describe = () =>
		client.send(new DescribeTableCommand({ TableName: name }));
	const { Table } = await describe();
	expect(Table?.GlobalSecondaryIndexes).toMatchObject([
		{ IndexName: "ByCreation", IndexStatus: "ACTIVE" },
	]);
	const table = connectTable({ name, ...connection });
	expect(await listed(table, "VENDOR")).toEqual(["a"]);

	await createTable(endpoint, { input: withIndex(name), timeToLiveAttribute });
	expect((await describe()).Table).toEqual(Table);
});

it("no call to a local engine is given up: that of a slow machine answers late", async () => {
	const table = connectTable({ name: "none", ...connection });
	await expect(listed(table, "VENDOR")).rejects.toThrow();
	// Unchecked cast: the handler of the SDK for Node.js.
	const handler = table.documents.config.requestHandler as unknown as {
		httpHandlerConfigs(): object;
	};
	expect(handler.httpHandlerConfigs()).toMatchObject({
		requestTimeout: 0,
		connectionTimeout: 0,
	});
});
