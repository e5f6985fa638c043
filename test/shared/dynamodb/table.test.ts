import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import {
	BatchGetCommand,
	DeleteCommand,
	GetCommand,
	PutCommand,
	QueryCommand,
	ScanCommand,
	TransactWriteCommand,
	UpdateCommand,
} from "@aws-sdk/lib-dynamodb";
import { expect, it } from "vitest";
import { importLeaseKey } from "../../../shared/dynamodb/keys.ts";
import { connectTable } from "../../../shared/dynamodb/table.ts";
import { beforeWrites } from "../../../shared/dynamodb/writes/before-writes.ts";
import { startSilentServer } from "../../support/silent-server.ts";

const logger = /^loggerMiddleware\b/;

it("guarantee 8: the SDK never logs what is sent and read", () => {
	const byDefault = new DynamoDBClient({ region: "ap-south-1" });
	expect(byDefault.middlewareStack.identify()).toContainEqual(
		expect.stringMatching(logger),
	);

	const table = connectTable({ name: "table", region: "ap-south-1" });
	for (const { middlewareStack } of [table.documents, table.documentsNoRetry]) {
		expect(middlewareStack.identify()).not.toContainEqual(
			expect.stringMatching(logger),
		);
	}
});

it("calls with and without retries share connections: a cold start opens one", async () => {
	await using server = await startServer((_, response) => response.end("{}"));
	const { name, documents, documentsNoRetry } = connect(server.url);
	const get = new GetCommand({ TableName: name, Key: { pk: "p", sk: "s" } });
	await documents.send(get);
	await documentsNoRetry.send(get);
	await documents.send(get);
	expect(server).toMatchObject({ connections: 1, requests: 3 });
});

it.each([
	["documents", 3],
	["documentsNoRetry", 1],
] as const)(
	"a call of %s that fails is sent %i times",
	async (client, sent) => {
		await using server = await startServer((_, response) => {
			response.statusCode = 500;
			response.end("{}");
		});
		const { name, [client]: documents } = connect(server.url);
		const get = new GetCommand({ TableName: name, Key: { pk: "p", sk: "s" } });
		await expect(documents.send(get)).rejects.toThrow();
		expect(server.requests).toBe(sent);
	},
);

it("a call that the network swallowed is given up long before the function is killed", async () => {
	await using server = await startSilentServer();
	const { name, documentsNoRetry } = connect(server.url);
	const get = new GetCommand({ TableName: name, Key: { pk: "p", sk: "s" } });
	await expect(documentsNoRetry.send(get)).rejects.toMatchObject({
		name: "TimeoutError",
	});
}, 120_000);

it.each(["documents", "documentsNoRetry"] as const)(
	"a hook of %s runs before each write, but for the lease of an import",
	async (client) => {
		await using server = await startServer((_, response) => response.end("{}"));
		const table = connect(server.url);
		const hooked: string[] = [];
		const withHook = beforeWrites(table, async (command) => {
			// Before: the server has not got the write yet.
			hooked.push(`${command} ${server.requests}`);
		});
		const [TableName, Key] = [table.name, { pk: "p", sk: "s" }];
		const put = new PutCommand({ TableName, Item: Key });
		const lease = importLeaseKey("acme");
		const send = withHook[client];
		await send.send(new GetCommand({ TableName, Key }));
		await send.send(new QueryCommand({ TableName }));
		await send.send(new ScanCommand({ TableName }));
		const RequestItems = { [TableName]: { Keys: [Key] } };
		await send.send(new BatchGetCommand({ RequestItems }));
		await send.send(new PutCommand({ TableName, Item: lease }));
		await send.send(new UpdateCommand({ TableName, Key: lease }));
		await table[client].send(put);
		await send.send(put);
		await send.send(new UpdateCommand({ TableName, Key }));
		await send.send(new DeleteCommand({ TableName, Key }));
		const TransactItems = [{ Put: { TableName, Item: Key } }];
		await send.send(new TransactWriteCommand({ TransactItems }));
		expect(hooked).toEqual([
			...["PutItemCommand 7", "UpdateItemCommand 8", "DeleteItemCommand 9"],
			"TransactWriteItemsCommand 10",
		]);
		expect(server.requests).toBe(11);
	},
);

it("what a hook throws prevents the write", async () => {
	await using server = await startServer((_, response) => response.end("{}"));
	const { name, documents } = beforeWrites(connect(server.url), async () => {
		throw new Error("Not recorded");
	});
	const put = new PutCommand({ TableName: name, Item: { pk: "p", sk: "s" } });
	await expect(documents.send(put)).rejects.toThrow("Not recorded");
	expect(server.requests).toBe(0);
});

const connect = (endpoint: string) =>
	connectTable({
		name: "table",
		endpoint,
		region: "ap-south-1",
		credentials: { accessKeyId: "test", secretAccessKey: "test" },
	});

/** A server in place of DynamoDB, which counts its connections and requests. */
async function startServer(answer: RequestListener) {
	const counts = { connections: 0, requests: 0 };
	const server = createServer((request, response) => {
		counts.requests += 1;
		answer(request, response);
	});
	server.on("connection", () => {
		counts.connections += 1;
	});
	server.listen(0, "127.0.0.1");
	await once(server, "listening");
	// Unchecked cast: a server that listens on TCP has such an address.
	const { port } = server.address() as AddressInfo;
	return Object.assign(counts, {
		url: `http://127.0.0.1:${port}`,
		async [Symbol.asyncDispose]() {
			server.closeAllConnections();
			server.close();
			await once(server, "close");
		},
	});
}
