import { randomUUID } from "node:crypto";
import {
	BatchGetItemCommand,
	type DynamoDBClient,
	ExecuteTransactionCommand,
	PutItemCommand,
	TransactWriteItemsCommand,
} from "@aws-sdk/client-dynamodb";
import { afterEach, beforeEach, expect, it } from "vitest";
import {
	type OpenGateway,
	openGateway,
} from "../../tools/local/aws-gateway/open-gateway.ts";
import { leaveTorn } from "./faults/leave-torn.ts";

let opened: OpenGateway;
let client: DynamoDBClient;
let TableName: string;
let isGoingOn: boolean;
let token: string;

beforeEach(async () => {
	opened = await openGateway();
	client = opened.connect("caller");
	TableName = opened.tableName;
	isGoingOn = true;
	token = randomUUID();
	for (const sk of names) await put(sk, "before");
	opened.gateway.faults.add({
		times: 1,
		effect: (call, forward) =>
			leaveTorn(call, forward, opened.gateway.faults, {
				isHidden: (index) => index === 1,
				isGoingOn: () => isGoingOn,
				isReader: (accessKeyId) => accessKeyId === "caller",
			}),
	});
});
afterEach(() => opened[Symbol.asyncDispose]());

const names = ["a", "b"];
const keyOf = (sk: string) => ({ pk: { S: "p" }, sk: { S: sk } });
const put = (sk: string, v: string) =>
	client.send(
		new PutItemCommand({ TableName, Item: { ...keyOf(sk), v: { S: v } } }),
	);

const transact = () =>
	client.send(
		new TransactWriteItemsCommand({
			ClientRequestToken: token,
			TransactItems: names.map((sk) => ({
				Update: {
					TableName,
					Key: keyOf(sk),
					UpdateExpression: "SET v = :v",
					ExpressionAttributeValues: { ":v": { S: "after" } },
				},
			})),
		}),
	);

const execute = () =>
	client.send(
		new ExecuteTransactionCommand({
			TransactStatements: [
				{
					Statement: `UPDATE "${TableName}" SET "v" = ? WHERE pk = ? AND sk = ?`,
					Parameters: [{ S: "after" }, { S: "p" }, { S: "a" }],
				},
				{
					Statement: `INSERT INTO "${TableName}" VALUE {'sk': ?, 'v': ?, 'pk': ?}`,
					Parameters: [{ S: "new" }, { S: "after" }, { S: "p" }],
				},
			],
		}),
	);

const read = (...sks: string[]) => readAs(client, ...sks);

async function readAs(reader: DynamoDBClient, ...sks: string[]) {
	const { Responses } = await reader.send(
		new BatchGetItemCommand({
			RequestItems: { [TableName]: { Keys: sks.map(keyOf) } },
		}),
	);
	const items = Responses?.[TableName] ?? [];
	return Object.fromEntries(items.map(({ sk, v }) => [sk?.S, v?.S]));
}

const torn = { a: "after", b: "before" };
const whole = { a: "after", b: "after" };

it("three reads see one item of an unanswered transaction before the other", async () => {
	await expect(transact()).rejects.toThrow();
	expect(await readAs(opened.connect("other"), "a", "b")).toEqual(whole);
	for (let count = 0; count < 3; count++)
		expect(await read("a", "b")).toEqual(torn);
	expect(await read("a", "b")).toEqual(whole);
});

it("so do reads after a transaction of statements, one of which inserts", async () => {
	await expect(execute()).rejects.toThrow();
	expect(await read("a", "new")).toEqual({ a: "after" });
	isGoingOn = false;
	expect(await read("a", "new")).toEqual({ a: "after", new: "after" });
});

it("a repetition is in progress three times, and then finds the transaction done", async () => {
	await expect(transact()).rejects.toThrow();
	for (let count = 0; count < 3; count++)
		await expect(transact()).rejects.toThrow("TransactionInProgress");
	expect(await read("a", "b")).toEqual(torn);
	await transact();
	expect(await read("a", "b")).toEqual(whole);
});

it("a write of a hidden item, which needs the end of the transaction, ends it", async () => {
	await expect(transact()).rejects.toThrow();
	await put("a", "later");
	expect(await read("a", "b")).toEqual({ a: "later", b: "before" });
	await put("b", "later");
	expect(await read("a", "b")).toEqual({ a: "later", b: "later" });
});
