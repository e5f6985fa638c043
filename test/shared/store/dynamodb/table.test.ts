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
