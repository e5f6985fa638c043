import {
	BatchGetItemCommand,
	type DynamoDBClient,
	GetItemCommand,
	PutItemCommand,
	QueryCommand,
	TransactWriteItemsCommand,
} from "@aws-sdk/client-dynamodb";
import { afterEach, beforeEach, expect, it } from "vitest";
import {
	type OpenGateway,
	openGateway,
} from "../../tools/local/aws-gateway/open-gateway.ts";
import {
	type TornTransactions,
	tearTransactions,
} from "./faults/torn-transactions.ts";

let opened: OpenGateway;
let client: DynamoDBClient;
let TableName: string;

beforeEach(async () => {
	opened = await openGateway();
	client = opened.connect("caller");
	TableName = opened.tableName;
	for (const sk of ["changed", "deleted"]) await put(sk, "before");
});
afterEach(() => opened[Symbol.asyncDispose]());

const keyOf = (sk: string) => ({ pk: { S: "p" }, sk: { S: sk } });
const itemOf = (sk: string, v: string) => ({ ...keyOf(sk), v: { S: v } });
const put = (sk: string, v: string) =>
	client.send(new PutItemCommand({ TableName, Item: itemOf(sk, v) }));

const names = ["changed", "created", "deleted"] as const;

const transact = () =>
	client.send(
		new TransactWriteItemsCommand({
			TransactItems: [
				{
					Update: {
						TableName,
						Key: keyOf("changed"),
						UpdateExpression: "SET v = :v",
						ExpressionAttributeValues: { ":v": { S: "after" } },
					},
				},
				{ Put: { TableName, Item: itemOf("created", "after") } },
				{ Delete: { TableName, Key: keyOf("deleted") } },
			],
		}),
	);

type Seen = Record<string, string | undefined>;
const toSeen = (items: Record<string, { S?: string }>[] = []): Seen =>
	Object.fromEntries(items.map(({ sk, v }) => [sk?.S, v?.S]));

const readers: Record<string, () => Promise<Seen>> = {
	async BatchGetItem() {
		const Keys = names.map(keyOf);
		const { Responses } = await client.send(
			new BatchGetItemCommand({ RequestItems: { [TableName]: { Keys } } }),
		);
		return toSeen(Responses?.[TableName] as never);
	},
	async Query() {
		const { Items } = await client.send(
			new QueryCommand({
				TableName,
				KeyConditionExpression: "pk = :pk",
				ExpressionAttributeValues: { ":pk": { S: "p" } },
			}),
		);
		return toSeen(Items as never);
	},
	async "Query of a range"() {
		const { Items } = await client.send(
			new QueryCommand({
				TableName,
				KeyConditionExpression: "pk = :pk AND sk <= :sk",
				ExpressionAttributeValues: {
					":pk": { S: "p" },
					":sk": { S: "deleted" },
				},
				ScanIndexForward: false,
			}),
		);
		return toSeen(Items as never);
	},
	async GetItem() {
		const seen: Seen = {};
		for (const name of names) {
			const { Item } = await client.send(
				new GetItemCommand({ TableName, Key: keyOf(name) }),
			);
			Object.assign(seen, toSeen(Item ? [Item as never] : []));
		}
		return seen;
	},
};

const before: Seen = { changed: "before", deleted: "before" };
const after: Seen = { changed: "after", created: "after" };

const tear = (torn: TornTransactions) =>
	tearTransactions(opened.gateway.faults, torn);

const directions = names.flatMap((name, position) => [
	{ shown: `all but ${name}`, isHidden: (index: number) => index === position },
	{ shown: `only ${name}`, isHidden: (index: number) => index !== position },
]);

it.each(
	Object.keys(readers).flatMap((reader) =>
		directions.map((direction) => ({ reader, ...direction })),
	),
)(
	"$reader sees $shown of a transaction that is not answered yet",
	async ({ reader, isHidden }) => {
		let seen: Seen = {};
		const added = tear({
			isHidden,
			tornReads: 3,
			meanwhile: async () => {
				seen = (await readers[reader]?.()) ?? {};
			},
		});
		await transact();
		const expected = names.flatMap((name, index) => {
			const value = (isHidden(index) ? before : after)[name];
			return value === undefined ? [] : [[name, value]];
		});
		expect(seen).toEqual(Object.fromEntries(expected));
		expect(await readers[reader]?.()).toEqual(after);
		expect(added).toMatchObject({ hits: 1 });
	},
);

it("an unanswered transaction is torn for as many reads as the fault says, of those who count as readers", async () => {
	const added = tear({
		isHidden: () => true,
		isAnswered: false,
		tornReads: 2,
		isReader: (accessKeyId) => accessKeyId === "caller",
	});
	await expect(transact()).rejects.toThrow();
	const other = await opened
		.connect("other")
		.send(new GetItemCommand({ TableName, Key: keyOf("changed") }));
	expect(other.Item?.v?.S).toBe("after");
	expect(await readers.BatchGetItem?.()).toEqual(before);
	expect(await readers.Query?.()).toEqual(before);
	expect(await readers.BatchGetItem?.()).toEqual(after);
	expect(added.tornReads).toBe(2);
});

it("a transaction that is refused is not torn", async () => {
	const added = tear({ isHidden: () => true, isAnswered: false });
	const Item = itemOf("changed", "after");
	const refused = new TransactWriteItemsCommand({
		TransactItems: [
			{
				Put: {
					TableName,
					Item,
					ConditionExpression: "attribute_not_exists(pk)",
				},
			},
		],
	});
	await expect(client.send(refused)).rejects.toThrow("ConditionalCheckFailed");
	expect(await readers.BatchGetItem?.()).toEqual(before);
	expect(added.tornReads).toBe(0);
});
