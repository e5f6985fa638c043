import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { GetCommand } from "@aws-sdk/lib-dynamodb";
import { expect, it } from "vitest";
import { connectTable } from "../../../../shared/store/dynamodb/table.ts";
import { startSilentServer } from "../../../support/silent-server.ts";

const logger = /^loggerMiddleware\b/;

it("guarantee 8: the SDK never makes a log entry of what is sent and read", () => {
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
	let connections = 0;
	const server = createServer((_, response) => response.end("{}"));
	server.on("connection", () => {
		connections += 1;
	});
	server.listen(0, "127.0.0.1");
	await once(server, "listening");
	// Unchecked cast: a server that listens on TCP has such an address.
	const { port } = server.address() as AddressInfo;
	const { name, documents, documentsNoRetry } = connectTable({
		name: "table",
		endpoint: `http://127.0.0.1:${port}`,
		region: "ap-south-1",
		credentials: { accessKeyId: "test", secretAccessKey: "test" },
	});
	const get = new GetCommand({ TableName: name, Key: { pk: "p", sk: "s" } });
	await documents.send(get);
	await documentsNoRetry.send(get);
	await documents.send(get);
	expect(connections).toBe(1);
	documents.destroy();
	server.close();
});

it("a call that the network swallowed is given up long before the function is killed", async () => {
	await using server = await startSilentServer();
	const { name, documentsNoRetry } = connectTable({
		name: "table",
		endpoint: server.url,
		region: "ap-south-1",
		credentials: { accessKeyId: "test", secretAccessKey: "test" },
	});
	const get = new GetCommand({ TableName: name, Key: { pk: "p", sk: "s" } });
	await expect(documentsNoRetry.send(get)).rejects.toMatchObject({
		name: "TimeoutError",
	});
});
