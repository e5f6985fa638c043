import {
	type CancellationReason,
	DynamoDBClient,
	TransactionCanceledException,
} from "@aws-sdk/client-dynamodb";
import {
	DynamoDBDocumentClient,
	ExecuteTransactionCommand,
	TransactWriteCommand,
} from "@aws-sdk/lib-dynamodb";
import { mockClient } from "aws-sdk-client-mock";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import { StoreBusyError } from "../../../shared/dynamodb/retry-busy.ts";
import type { Table } from "../../../shared/dynamodb/table.ts";
import {
	executeTransaction,
	transact,
} from "../../../shared/dynamodb/transact.ts";
import { startRetryTime } from "../../../shared/timing/retry-time.ts";

const documents = mockClient(
	DynamoDBDocumentClient.from(new DynamoDBClient({})),
);
// Files share a process: the next one needs the real client.
afterAll(() => documents.restore());
afterEach(() => documents.reset());

// Transactions use only these properties of a table.
const table = {
	name: "table",
	documents,
	documentsNoRetry: documents,
	pause: async () => {},
} as unknown as Table;

const cancelled = (...codes: string[]) =>
	cancelledWith(
		codes.map((Code) => ({
			Code,
			Message: "of this part",
			...(Code === "ConditionalCheckFailed" && { Item: { n: { N: "1" } } }),
		})),
	);
const cancelledWith = (CancellationReasons: CancellationReason[]) =>
	new TransactionCanceledException({
		message: "cancelled",
		$metadata: {},
		CancellationReasons,
	});

const calls = () => documents.commandCalls(TransactWriteCommand).length;

describe("transact", () => {
	it.each([
		"TransactionConflict",
		"ThrottlingError",
		"ProvisionedThroughputExceeded",
	])("is sent again after %s, which the SDK does not do", async (code) => {
		documents
			.on(TransactWriteCommand)
			.rejectsOnce(cancelled("None", code))
			.resolves({});
		expect(await transact(table, [])).toBeNull();
		expect(calls()).toBe(2);
	});

	it("tells which conditions did not hold, and what stands in the way, with anything else going on", async () => {
		documents
			.on(TransactWriteCommand)
			.rejects(
				cancelled("TransactionConflict", "ConditionalCheckFailed", "None"),
			);
		const refusals = await transact(table, []);
		expect(refusals).toMatchObject([null, { n: { value: "1" } }, null]);
		expect(calls()).toBe(1);
	});

	it("gives up on a conflict that does not end", async () => {
		documents
			.on(TransactWriteCommand)
			.rejects(cancelled("TransactionConflict"));
		await expect(transact(table, [])).rejects.toThrow(StoreBusyError);
		expect(calls()).toBe(8);
	});

	it("2.11: goes on for as long as there is time", async () => {
		documents.on(TransactWriteCommand).rejects(cancelled("ThrottlingError"));
		let left = 3_000;
		const timed = {
			...table,
			pause: async (milliseconds: number) => {
				left -= milliseconds;
			},
			retryTime: startRetryTime(
				{ getRemainingTimeInMillis: () => left + 5_000 },
				{ milliseconds: 3_000, longestPauseMilliseconds: 100 },
			),
		};
		await expect(transact(timed, [])).rejects.toThrow(StoreBusyError);
		expect(calls()).toBeGreaterThan(30);
		expect(left).toBeGreaterThanOrEqual(0);
	});

	it("throws what is our bug, and what leaves open whether it took effect", async () => {
		const bug = cancelled("None", "ValidationError");
		documents.on(TransactWriteCommand).rejects(bug);
		await expect(transact(table, [])).rejects.toMatchObject({
			message: "Transaction refused: ValidationError of this part",
			cause: bug,
		});
		documents.on(TransactWriteCommand).rejects(new Error("socket hang up"));
		await expect(transact(table, [])).rejects.toThrow("socket hang up");
		expect(calls()).toBe(2);
	});
});

const duplicate = "Duplicate primary key exists in table";

describe("executeTransaction", () => {
	it.each([
		["ConditionalCheckFailed", "The conditional request failed", "REFUSED"],
		["DuplicateItem", duplicate, "REFUSED"],
		["ValidationError", duplicate, "REFUSED"],
		["TransactionConflict", "Transaction is ongoing", "OVERLOADED"],
	])("cancelled with %s (%s): %s", async (Code, Message, outcome) => {
		documents
			.on(ExecuteTransactionCommand)
			.rejects(cancelledWith([{ Code: "None" }, { Code, Message }]));
		expect(await executeTransaction(table, [])).toBe(outcome);
	});

	it("throws when a statement is malformed", async () => {
		const Message = "Item size has exceeded";
		documents
			.on(ExecuteTransactionCommand)
			.rejects(cancelledWith([{ Code: "ValidationError", Message }]));
		await expect(executeTransaction(table, [])).rejects.toThrow("cancelled");
	});
});
