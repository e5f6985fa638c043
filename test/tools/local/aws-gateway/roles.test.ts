import {
	BatchExecuteStatementCommand,
	BatchWriteItemCommand,
	type DynamoDBClient,
	ExecuteTransactionCommand,
	GetItemCommand,
	PutItemCommand,
	QueryCommand,
	TransactWriteItemsCommand,
} from "@aws-sdk/client-dynamodb";
import { describe, expect, it } from "vitest";
import { account } from "../../../../tools/local/template/account.ts";
import type { DeniedKeys } from "../../../../tools/local/template/template-role.ts";
import { itemKey, openGateway } from "./open-gateway.ts";

const functionKey = "Stack-Function-1";

/** What a function with this role gets: the name of the SDK's error, or `allowed`. */
async function callAs(
	actions: string[],
	send: (client: DynamoDBClient, tableName: string) => Promise<unknown>,
	{
		accessKeyId = functionKey,
		resource = "",
		deniedKeys,
	}: {
		accessKeyId?: string;
		resource?: string;
		deniedKeys?: DeniedKeys;
	} = {},
) {
	await using open = await openGateway();
	const table = `arn:aws:dynamodb:${account.region}:${account.id}:table/${open.tableName}`;
	open.gateway.enforceRoles([
		{
			name: "Stack-Function",
			role: [
				{ actions, resources: [`${table}${resource}`] },
				...(deniedKeys ? [{ actions, resources: [table], deniedKeys }] : []),
			],
		},
	]);
	const sent = send(open.connect(accessKeyId), open.tableName);
	return await sent.then(
		() => "allowed",
		(error) => `${error.name}: ${error.message}`,
	);
}

const get = (client: DynamoDBClient, TableName: string) =>
	client.send(new GetItemCommand({ TableName, Key: itemKey("a") }));
const put = (client: DynamoDBClient, TableName: string) =>
	client.send(new PutItemCommand({ TableName, Item: itemKey("a") }));
const insertion = (tableName: string) => ({
	Statement: `INSERT INTO "${tableName}" VALUE {'pk': 'a', 'sk': 'X'}`,
});
const insert = (client: DynamoDBClient, tableName: string) =>
	client.send(
		new BatchExecuteStatementCommand({ Statements: [insertion(tableName)] }),
	);
const insertInTransaction = (client: DynamoDBClient, tableName: string) =>
	client.send(
		new ExecuteTransactionCommand({
			TransactStatements: [insertion(tableName)],
		}),
	);
const transact = (client: DynamoDBClient, TableName: string) =>
	client.send(
		new TransactWriteItemsCommand({
			TransactItems: [
				{ Put: { TableName, Item: itemKey("a") } },
				{
					ConditionCheck: {
						TableName,
						Key: itemKey("b"),
						ConditionExpression: "attribute_not_exists(pk)",
					},
				},
			],
		}),
	);
const queryIndex = (client: DynamoDBClient, TableName: string) =>
	client.send(
		new QueryCommand({
			TableName,
			IndexName: "ByCreation",
			KeyConditionExpression: "listPk = :pk",
			ExpressionAttributeValues: { ":pk": { S: "a" } },
		}),
	);

describe("a role, as IAM decides", () => {
	it("lets a call pass that it allows", async () => {
		expect(await callAs(["dynamodb:GetItem"], get)).toBe("allowed");
	});

	it("refuses an action that it does not list, naming function, action and resource", async () => {
		expect(await callAs(["dynamodb:GetItem"], put)).toMatch(
			/^AccessDeniedException: Stack-Function is not authorized to perform: dynamodb:PutItem on resource: arn:aws:dynamodb:.*:table\/test-/,
		);
	});

	it("refuses an action on another resource", async () => {
		const resource = "-other";
		expect(await callAs(["dynamodb:GetItem"], get, { resource })).toMatch(
			/^AccessDenied/,
		);
	});

	it("holds no one but functions to a role", async () => {
		const accessKeyId = "operator";
		expect(await callAs([], put, { accessKeyId })).toBe("allowed");
	});

	it.each([
		["a PartiQL statement as its verb", insert, ["dynamodb:PartiQLInsert"]],
		[
			"a transaction of statements as their verbs",
			insertInTransaction,
			["dynamodb:PartiQLInsert"],
		],
		[
			"a transaction as its parts",
			transact,
			["dynamodb:PutItem", "dynamodb:ConditionCheckItem"],
		],
	])("counts %s", async (_, send, actions) => {
		expect(await callAs(actions, send)).toBe("allowed");
		expect(await callAs(actions.slice(1), send)).toMatch(/^AccessDenied/);
	});

	it.each([
		["a call", put, "dynamodb:PutItem"],
		["a part of a transaction", transact, "dynamodb:PutItem"],
		[
			"a batch of writes",
			(client: DynamoDBClient, tableName: string) =>
				client.send(
					new BatchWriteItemCommand({
						RequestItems: {
							[tableName]: [{ PutRequest: { Item: itemKey("a") } }],
						},
					}),
				),
			"dynamodb:BatchWriteItem",
		],
		[
			"a statement with parameters",
			(client: DynamoDBClient, tableName: string) =>
				client.send(
					new BatchExecuteStatementCommand({
						Statements: [
							{
								Statement: `INSERT INTO "${tableName}" VALUE {'pk': ?, 'sk': ?}`,
								Parameters: [{ S: "a" }, { S: "X" }],
							},
						],
					}),
				),
			"dynamodb:PartiQLInsert",
		],
	])(
		"refuses %s with a partition key that a statement denies",
		async (_, send, action) => {
			const actions = [action, "dynamodb:ConditionCheckItem"];
			const denied = (beginning: string, areOthers = false) =>
				callAs(actions, send, {
					deniedKeys: { beginnings: [beginning], areOthers },
				});
			expect(await denied("a")).toMatch(/^AccessDenied/);
			expect(await denied("c")).toBe("allowed");
			expect(await denied("c", true)).toMatch(/^AccessDenied/);
		},
	);

	it("asks for the index's own ARN", async () => {
		const actions = ["dynamodb:Query"];
		expect(await callAs(actions, queryIndex)).toMatch(/\/index\/ByCreation$/);
		const resource = "/index/ByCreation";
		expect(await callAs(actions, queryIndex, { resource })).toBe("allowed");
	});
});
