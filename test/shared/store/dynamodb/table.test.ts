import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { expect, it } from "vitest";
import { connectTable } from "../../../../shared/store/dynamodb/table.ts";

const logger = /^loggerMiddleware\b/;

it("design 6.8: the SDK never makes a log entry of what is sent and read", () => {
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
