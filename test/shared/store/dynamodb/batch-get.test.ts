import { BatchGetCommand, DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { mockClient } from "aws-sdk-client-mock";
import { describe, expect, it } from "vitest";
import { batchGetGroups } from "../../../../shared/store/dynamodb/batch-get.ts";
import { connectTable } from "../../../../shared/store/dynamodb/table.ts";

const client = mockClient(DynamoDBDocumentClient);
const table = connectTable({ name: "test", region: "ap-south-1" });
const key = (pk: string) => ({ pk, sk: "S" });

describe("batchGetGroups", () => {
	it("reads all groups in one call and leaves out, group by group, what is not there", async () => {
		client.on(BatchGetCommand).resolves({
			Responses: { test: [key("d"), key("b"), key("a")] },
		});
		const found = await batchGetGroups(table, {
			first: [key("a"), key("gone"), key("b")],
			none: [],
			second: [key("d"), key("a")],
		});
		expect(found).toEqual({
			first: [key("a"), key("b")],
			none: [],
			second: [key("d"), key("a")],
		});
		expect(client.calls()).toHaveLength(1);
	});
});
