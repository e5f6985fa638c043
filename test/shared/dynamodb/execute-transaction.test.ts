import {
	DynamoDBClient,
	TransactionCanceledException,
} from "@aws-sdk/client-dynamodb";
import {
	DynamoDBDocumentClient,
	ExecuteTransactionCommand,
} from "@aws-sdk/lib-dynamodb";
import { mockClient } from "aws-sdk-client-mock";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import { executeTransaction } from "../../../shared/dynamodb/execute-transaction.ts";
import type { Table } from "../../../shared/dynamodb/table.ts";

const documentsNoRetry = mockClient(
	DynamoDBDocumentClient.from(new DynamoDBClient({})),
);
// Files share a process: the next one needs the real client.
afterAll(() => documentsNoRetry.restore());
afterEach(() => documentsNoRetry.reset());

// `executeTransaction` uses only this property of a table.
const table = { documentsNoRetry } as unknown as Table;

const executed = () => executeTransaction(table, []);
const cancelled = (Code: string, Message: string) =>
	new TransactionCanceledException({
		message: "cancelled",
		$metadata: {},
		CancellationReasons: [{ Code: "None" }, { Code, Message }],
	});
const duplicate = "Duplicate primary key exists in table";

describe("executeTransaction", () => {
	it.each([
		["ConditionalCheckFailed", "The conditional request failed", "REFUSED"],
		["DuplicateItem", duplicate, "REFUSED"],
		["ValidationError", duplicate, "REFUSED"],
		["TransactionConflict", "Transaction is ongoing", "OVERLOADED"],
	])("cancelled with %s (%s): %s", async (code, message, outcome) => {
		documentsNoRetry
			.on(ExecuteTransactionCommand)
			.rejects(cancelled(code, message));
		expect(await executed()).toBe(outcome);
	});

	it("throws when a statement is malformed", async () => {
		documentsNoRetry
			.on(ExecuteTransactionCommand)
			.rejects(cancelled("ValidationError", "Item size has exceeded"));
		await expect(executed()).rejects.toThrow("cancelled");
	});
});
