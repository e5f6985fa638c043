import {
	BatchExecuteStatementCommand,
	BatchGetItemCommand,
	type DynamoDBClient,
	ExecuteTransactionCommand,
	GetItemCommand,
	QueryCommand,
	ScanCommand,
	TransactWriteItemsCommand,
	type Update,
} from "@aws-sdk/client-dynamodb";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { listIndexName } from "../../../../shared/lists/list-index.store.ts";
import { startAwsGateway } from "../../../../tools/local/aws-gateway/gateway.ts";
import { itemKey, type OpenGateway, openGateway } from "./open-gateway.ts";

let open: OpenGateway;
let client: DynamoDBClient;
let TableName: string;
beforeAll(async () => {
	open = await openGateway({ requiresConsistentReads: true });
	client = open.connect("service");
	TableName = open.tableName;
});
afterAll(() => open[Symbol.asyncDispose]());

const keyCondition = {
	KeyConditionExpression: "pk = :pk",
	ExpressionAttributeValues: { ":pk": { S: "a" } },
};

/** One of each read. */
const reads = {
	GetItem: (ConsistentRead?: boolean) =>
		client.send(
			new GetItemCommand({ TableName, Key: itemKey("a"), ConsistentRead }),
		),
	BatchGetItem: (ConsistentRead?: boolean) =>
		client.send(
			new BatchGetItemCommand({
				RequestItems: { [TableName]: { Keys: [itemKey("a")], ConsistentRead } },
			}),
		),
	Query: (ConsistentRead?: boolean) =>
		client.send(
			new QueryCommand({ TableName, ...keyCondition, ConsistentRead }),
		),
	Scan: (ConsistentRead?: boolean) =>
		client.send(new ScanCommand({ TableName, ConsistentRead })),
};

describe.each(Object.entries(reads))("a read by %s", (operation, read) => {
	it("is refused unless it asks for the latest writes", async () => {
		const refusal = `${operation} must ask for ConsistentRead`;
		await expect(read()).rejects.toThrow(refusal);
		await expect(read(false)).rejects.toThrow(refusal);
		await read(true);
	});
});

it("a query of the lists' index is taken as it is: no index can be read consistently", async () => {
	await client.send(
		new QueryCommand({
			TableName,
			IndexName: listIndexName,
			KeyConditionExpression: "listPk = :pk",
			ExpressionAttributeValues: { ":pk": { S: "a" } },
		}),
	);
});

describe("a part of a transaction", () => {
	const update = (part: Partial<Update>) =>
		client.send(
			new TransactWriteItemsCommand({
				TransactItems: [
					{
						Update: {
							TableName,
							Key: itemKey("a"),
							UpdateExpression: "SET v = :v",
							ExpressionAttributeValues: { ":v": { S: "new" } },
							...part,
						},
					},
				],
			}),
		);

	it("is taken when its placeholders are defined", async () => {
		await update({
			ConditionExpression: "attribute_not_exists(pk) OR #v <> :v",
			ExpressionAttributeNames: { "#v": "v" },
		});
	});

	it("is refused when a value or a name is undefined, even if nothing would use it", async () => {
		const isFree = "attribute_not_exists(sk) OR attribute_exists(sk)";
		await expect(
			update({ ConditionExpression: `${isFree} OR v = :other` }),
		).rejects.toThrow("is not defined; attribute value: :other");
		await expect(
			update({ ConditionExpression: `${isFree} OR #other = :v` }),
		).rejects.toThrow("is not defined; attribute name: #other");
	});
});

it.each(["", "{", "null", '"text"'])(
	"a body that is no JSON object is refused: %j",
	async (body) => {
		const answer = await fetch(open.gateway.url, {
			method: "POST",
			headers: { "x-amz-target": "DynamoDB_20120810.TransactWriteItems" },
			body,
		});
		expect(answer.status).toBe(400);
		expect(await answer.text()).toContain("SerializationException");
	},
);

const emptyCall = (url: string, headers: Record<string, string> = {}) =>
	fetch(url, {
		method: "POST",
		headers: { "x-amz-target": "DynamoDB_20120810.ListTables", ...headers },
		body: "{}",
	});

it("a call with the header Origin is refused: a web page has sent it", async () => {
	const { url } = open.gateway;
	expect((await emptyCall(url)).status).not.toBe(403);
	const refused = await emptyCall(url, { origin: "http://localhost:8000" });
	expect(refused.status).toBe(403);
	expect(refused.headers.get("access-control-allow-origin")).toBeNull();
});

it("where the stack has a session token, a call with another one or with none is refused", async () => {
	const { url, stop } = await startAwsGateway({
		dynamodbUrl: inject("dynamodbUrl"),
		sessionToken: "of-the-stack",
	});
	const own = await emptyCall(url, { "x-amz-security-token": "of-the-stack" });
	expect(await own.text()).not.toContain("UnrecognizedClientException");
	for (const headers of [undefined, { "x-amz-security-token": "another" }]) {
		const refused = await emptyCall(url, headers);
		expect(refused.status).toBe(400);
		expect(await refused.text()).toContain("UnrecognizedClientException");
	}
	await stop();
});

/** Both calls that carry statements. */
const executions = {
	BatchExecuteStatement: (Statement: string, texts: string[]) =>
		client.send(
			new BatchExecuteStatementCommand({
				Statements: [{ Statement, Parameters: texts.map((S) => ({ S })) }],
			}),
		),
	ExecuteTransaction: (Statement: string, texts: string[]) =>
		client.send(
			new ExecuteTransactionCommand({
				TransactStatements: [
					{ Statement, Parameters: texts.map((S) => ({ S })) },
				],
			}),
		),
};

describe.each(Object.entries(executions))("a statement of %s", (_, execute) => {
	const insert = () => `INSERT INTO "${TableName}" VALUE {'pk': ?, 'sk': ?}`;

	it("is refused with fewer or more parameters than it has places for", async () => {
		const refusal = "Number of parameters";
		await expect(execute(insert(), ["p"])).rejects.toThrow(refusal);
		await expect(execute(insert(), ["p", "s", "x"])).rejects.toThrow(refusal);
		await execute(insert(), [crypto.randomUUID(), "s"]);
	});

	it("is refused with a name that is neither quoted nor known to need no quotes", async () => {
		const statement = (name: string) =>
			`UPDATE "${TableName}" SET ${name} = ? WHERE pk = ? AND sk = ?`;
		await expect(execute(statement("status"), ["x", "a", "X"])).rejects.toThrow(
			"must be quoted; attribute name: status",
		);
		await execute(statement(`"status"`), ["x", "a", "X"]);
	});
});
