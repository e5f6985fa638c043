import {
	BatchExecuteStatementCommand,
	BatchGetItemCommand,
	DeleteItemCommand,
	type DynamoDBClient,
	ExecuteStatementCommand,
	GetItemCommand,
	PutItemCommand,
	QueryCommand,
	TransactGetItemsCommand,
	TransactWriteItemsCommand,
	UpdateItemCommand,
} from "@aws-sdk/client-dynamodb";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
	itemKey,
	type OpenGateway,
	openGateway,
} from "../../tools/local/aws-gateway/open-gateway.ts";
import { latency } from "./faults/effects.ts";

let opened: OpenGateway;
let client: DynamoDBClient;

beforeAll(async () => {
	opened = await openGateway();
	client = opened.connect("metered");
});
afterAll(() => opened[Symbol.asyncDispose]());

/** 2.5 KB: three write units, one consistent read unit. */
const large = { S: "x".repeat(2_500) };

beforeEach(async () => {
	const TableName = opened.tableName;
	const setup = opened.connect("setup");
	for (const [pk, v] of Object.entries({ large, small: { S: "x" } }))
		await setup.send(
			new PutItemCommand({ TableName, Item: { ...itemKey(pk), v } }),
		);
	await setup.send(new DeleteItemCommand({ TableName, Key: itemKey("new") }));
	opened.gateway.meter.reset();
});

const meter = () => opened.gateway.meter.read("metered");

describe("capacity units are those of DynamoDB's price list", () => {
	const table = () => opened.tableName;
	const Key = itemKey("large");
	const update = (pk: string, expected: string) => ({
		Statement: `UPDATE "${table()}" SET "n" = ? WHERE pk = ? AND sk = ? AND "v" = ?`,
		Parameters: [{ N: "1" }, { S: pk }, { S: "X" }, { S: expected }],
	});
	const insert = (pk: string) => ({
		Statement: `INSERT INTO "${table()}" VALUE {'pk': ?, 'sk': ?, 'v': ?}`,
		Parameters: [{ S: pk }, { S: "X" }, large],
	});
	const refusal = { ConditionExpression: "attribute_not_exists(pk)" };

	it.each<[string, number, (t: { TableName: string }) => unknown]>([
		[
			"PutItem: 1 KB a unit",
			3,
			(t) =>
				client.send(
					new PutItemCommand({ ...t, Item: { ...itemKey("new"), v: large } }),
				),
		],
		[
			"PutItem over a larger item: the larger of the two",
			3,
			(t) => client.send(new PutItemCommand({ ...t, Item: Key })),
		],
		[
			"PutItem refused by its condition",
			1,
			(t) =>
				expect(
					client.send(new PutItemCommand({ ...t, Item: Key, ...refusal })),
				).rejects.toThrow("conditional"),
		],
		[
			"UpdateItem: the whole item, not the change",
			3,
			(t) =>
				client.send(
					new UpdateItemCommand({ ...t, Key, UpdateExpression: "REMOVE n" }),
				),
		],
		[
			"DeleteItem of nothing",
			1,
			(t) => client.send(new DeleteItemCommand({ ...t, Key: itemKey("new") })),
		],
		[
			"BatchExecuteStatement: each statement its item",
			4,
			() =>
				client.send(
					new BatchExecuteStatementCommand({
						Statements: [insert("new"), update("small", "x")],
					}),
				),
		],
		[
			"BatchExecuteStatement refused in part: the item in the way",
			4,
			() =>
				client.send(
					new BatchExecuteStatementCommand({
						Statements: [update("small", "x"), insert("large")],
					}),
				),
		],
		[
			"BatchExecuteStatement refused altogether: a unit each",
			2,
			() =>
				client.send(
					new BatchExecuteStatementCommand({
						Statements: [update("small", "y"), insert("large")],
					}),
				),
		],
		[
			"ExecuteStatement",
			1,
			() => client.send(new ExecuteStatementCommand(update("small", "x"))),
		],
		[
			"TransactWriteItems: twice",
			8,
			(t) =>
				client.send(
					new TransactWriteItemsCommand({
						TransactItems: [
							{ Put: { ...t, Item: { ...itemKey("new"), v: large } } },
							{ Delete: { ...t, Key: itemKey("small") } },
						],
					}),
				),
		],
		[
			"TransactWriteItems cancelled: it was prepared",
			4,
			(t) =>
				expect(
					client.send(
						new TransactWriteItemsCommand({
							TransactItems: [
								{ Put: { ...t, Item: Key, ...refusal } },
								{ Delete: { ...t, Key: itemKey("small") } },
							],
						}),
					),
				).rejects.toThrow("cancelled"),
		],
	])("%s", async (_, writeUnits, act) => {
		await act({ TableName: table() });
		expect(meter()).toMatchObject({ writeUnits, readUnits: 0 });
	});

	it.each<[string, number, (t: { TableName: string }) => unknown]>([
		[
			"GetItem: half a unit",
			0.5,
			(t) => client.send(new GetItemCommand({ ...t, Key })),
		],
		[
			"GetItem, consistent",
			1,
			(t) =>
				client.send(new GetItemCommand({ ...t, Key, ConsistentRead: true })),
		],
		[
			"BatchGetItem, consistent: each item, also one not found",
			2,
			() =>
				client.send(
					new BatchGetItemCommand({
						RequestItems: {
							[table()]: { Keys: [Key, itemKey("new")], ConsistentRead: true },
						},
					}),
				),
		],
		[
			"TransactGetItems: twice",
			2,
			(t) =>
				client.send(
					new TransactGetItemsCommand({
						TransactItems: [{ Get: { ...t, Key } }],
					}),
				),
		],
		[
			"Query, consistent",
			1,
			(t) =>
				client.send(
					new QueryCommand({
						...t,
						ConsistentRead: true,
						KeyConditionExpression: "pk = :pk",
						ExpressionAttributeValues: { ":pk": Key.pk },
					}),
				),
		],
		[
			"ExecuteStatement that selects",
			0.5,
			() =>
				client.send(
					new ExecuteStatementCommand({
						Statement: `SELECT * FROM "${table()}" WHERE pk = ? AND sk = ?`,
						Parameters: [Key.pk, Key.sk],
					}),
				),
		],
	])("%s", async (_, readUnits, act) => {
		await act({ TableName: table() });
		expect(meter()).toMatchObject({ readUnits, writeUnits: 0 });
	});
});

describe("calls", () => {
	const read = (accessKeyId: string, pk = "small") =>
		opened
			.connect(accessKeyId)
			.send(
				new GetItemCommand({ TableName: opened.tableName, Key: itemKey(pk) }),
			);

	it("are counted for each caller apart, and together", async () => {
		await read("one");
		await read("two");
		await read("two");
		const { meter } = opened.gateway;
		expect([meter.read("one"), meter.read("two"), meter.read()]).toMatchObject([
			{ calls: 1 },
			{ calls: 2 },
			{ calls: 3, operations: ["GetItem", "GetItem", "GetItem"] },
		]);
		meter.reset("two");
		expect([meter.read("one").calls, meter.read("two").calls]).toEqual([1, 0]);
	});

	it("side by side are one round trip, one after the other as many as they are", async () => {
		const slow = opened.gateway.faults.add({
			effect: latency({ milliseconds: 20 }),
		});
		await Promise.all([read("trips"), read("trips"), read("trips")]);
		await read("trips");
		slow.remove();
		expect(opened.gateway.meter.read("trips")).toMatchObject({
			calls: 4,
			roundTrips: 2,
		});
	});
});

describe("the caller's answer", () => {
	it("has no consumed capacity that it did not ask for, and keeps text that looks like it", async () => {
		const v = { S: `,"ConsumedCapacity":{"TableName":"ü","CapacityUnits":1}` };
		const TableName = opened.tableName;
		const Item = {
			...itemKey("new"),
			v,
			ConsumedCapacity: { M: { TableName: v } },
		};
		await client.send(new PutItemCommand({ TableName, Item }));
		const answer = await client.send(
			new GetItemCommand({ TableName, Key: itemKey("new") }),
		);
		expect(answer.Item).toEqual(Item);
		expect(answer.ConsumedCapacity).toBeUndefined();
	});

	it("has the consumed capacity that it asked for", async () => {
		const answer = await client.send(
			new GetItemCommand({
				TableName: opened.tableName,
				Key: itemKey("large"),
				ReturnConsumedCapacity: "TOTAL",
			}),
		);
		expect(answer.ConsumedCapacity?.CapacityUnits).toBe(0.5);
		expect(meter().readUnits).toBe(0.5);
	});
});
