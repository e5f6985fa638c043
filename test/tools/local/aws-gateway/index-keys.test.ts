import { randomUUID } from "node:crypto";
import {
	type AttributeValue,
	BatchExecuteStatementCommand,
	BatchWriteItemCommand,
	type DynamoDBClient,
	PutItemCommand,
	TransactWriteItemsCommand,
	UpdateItemCommand,
} from "@aws-sdk/client-dynamodb";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { itemKey, type OpenGateway, openGateway } from "./open-gateway.ts";

let open: OpenGateway;
let client: DynamoDBClient;
beforeEach(async () => {
	open = await openGateway();
	client = open.connect("service");
});
afterEach(() => open[Symbol.asyncDispose]());

type Keys = { listPk: AttributeValue; listSk: AttributeValue };

/** One of each call that writes index keys. */
const writes = {
	PutItem: (TableName: string, pk: string, keys: Keys) =>
		client.send(
			new PutItemCommand({ TableName, Item: { ...itemKey(pk), ...keys } }),
		),
	BatchWriteItem: (TableName: string, pk: string, keys: Keys) =>
		client.send(
			new BatchWriteItemCommand({
				RequestItems: {
					[TableName]: [{ PutRequest: { Item: { ...itemKey(pk), ...keys } } }],
				},
			}),
		),
	TransactWriteItems: (TableName: string, pk: string, keys: Keys) =>
		client.send(
			new TransactWriteItemsCommand({
				TransactItems: [
					{ Put: { TableName, Item: { ...itemKey(pk), ...keys } } },
				],
			}),
		),
	UpdateItem: (TableName: string, pk: string, { listPk, listSk }: Keys) =>
		client.send(
			new UpdateItemCommand({
				TableName,
				Key: itemKey(pk),
				UpdateExpression: "SET listPk = :one, listSk = :other",
				ExpressionAttributeValues: { ":one": listPk, ":other": listSk },
			}),
		),
	INSERT: (TableName: string, pk: string, { listPk, listSk }: Keys) =>
		execute(
			`INSERT INTO "${TableName}" VALUE {'pk': ?, 'sk': ?, 'listPk': ?, 'listSk': ?}`,
			[{ S: pk }, { S: "X" }, listPk, listSk],
		),
	UPDATE: async (TableName: string, pk: string, { listPk, listSk }: Keys) => {
		await client.send(new PutItemCommand({ TableName, Item: itemKey(pk) }));
		return execute(
			`UPDATE "${TableName}" SET "listPk" = ?, "listSk" = ? WHERE pk = ? AND sk = ? AND "listPk" IS MISSING`,
			[listPk, listSk, { S: pk }, { S: "X" }],
		);
	},
};
const kinds = Object.keys(writes) as (keyof typeof writes)[];

async function execute(Statement: string, Parameters: AttributeValue[]) {
	const Statements = [{ Statement, Parameters }];
	const { Responses } = await client.send(
		new BatchExecuteStatementCommand({ Statements }),
	);
	expect(Responses?.[0]?.Error).toBeUndefined();
}

const text = (bytes: number) => ({ S: "é".repeat(bytes / 2) });
const write = (kind: keyof typeof writes, listPk: number, listSk: number) =>
	writes[kind](open.tableName, randomUUID(), {
		listPk: text(listPk),
		listSk: text(listSk),
	});

describe.each(kinds)("an index key in a call of %s", (kind) => {
	it("is taken up to DynamoDB's limit", async () => {
		await write(kind, 2_048, 1_024);
	});

	it("is refused beyond it, as DynamoDB does and the local engine does not", async () => {
		const refusal = (name: string, bytes: number) =>
			`Size of ${name} has exceeded the maximum size limit of ${bytes} bytes`;
		await expect(write(kind, 20, 1_026)).rejects.toThrow(
			refusal("listSk", 1_024),
		);
		await expect(write(kind, 2_050, 20)).rejects.toThrow(
			refusal("listPk", 2_048),
		);
	});
});
