import {
	type CancellationReason,
	TransactionCanceledException,
} from "@aws-sdk/client-dynamodb";
import {
	ExecuteTransactionCommand,
	TransactWriteCommand,
} from "@aws-sdk/lib-dynamodb";
import { describe, expect, it } from "vitest";
import { StoreBusyError } from "../../../../shared/dynamodb/retries/retry-busy.ts";
import {
	executeTransaction,
	isBug,
	sendTransaction,
	transact,
	writeTransaction,
} from "../../../../shared/dynamodb/writes/transact.ts";
import { startRetryTime } from "../../../../shared/timing/retry-time.ts";
import { useMockedTable } from "../../../support/mocked-table.ts";
import { namedError } from "../../../support/named-error.ts";

const { table, documents } = useMockedTable();

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

	it("reports which conditions did not hold and which items conflict, whatever else is going on", async () => {
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

	it("ADR 14: retries for as long as there is time", async () => {
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

describe("writeTransaction", () => {
	const parts = [{ Delete: { TableName: "table", Key: { pk: "p" } } }];
	const outcome = () => writeTransaction(table, parts);
	const sent = () =>
		documents
			.commandCalls(TransactWriteCommand)
			.map(({ args: [{ input }] }) => input.TransactItems);

	it.each([
		["WRITTEN", null],
		["OVERLOADED", cancelled("None", "TransactionConflict")],
		["REFUSED", cancelled("TransactionConflict", "ConditionalCheckFailed")],
		["UNKNOWN", namedError("TimeoutError")],
	])("is sent once, and is %s", async (expected, error) => {
		documents.on(TransactWriteCommand).resolves({});
		if (error) documents.on(TransactWriteCommand).rejects(error);
		expect(await outcome()).toBe(expected);
		expect(sent()).toEqual([parts]);
	});

	it("throws our bugs, and sends nothing again", async () => {
		documents.on(TransactWriteCommand).rejects(namedError("AccessDenied"));
		await expect(outcome()).rejects.toThrow("AccessDenied");
		await expect(sendTransaction(table, parts)).rejects.toThrow("AccessDenied");
		expect(sent()).toEqual([parts, parts]);
	});

	it("treats an error that is not the store's as a bug, but not a part without a code", () => {
		expect(isBug("no error")).toBe(true);
		expect(isBug(cancelledWith([{}]))).toBe(false);
		expect(isBug(new Error("socket hang up"))).toBe(false);
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
		const statements = [{ Statement: "s", Parameters: ["p"] }];
		expect(await executeTransaction(table, statements)).toBe(outcome);
		const [call] = documents.commandCalls(ExecuteTransactionCommand);
		expect(call?.args[0].input.TransactStatements).toEqual(statements);
	});

	it("throws when a statement is malformed", async () => {
		const Message = "Item size has exceeded";
		documents
			.on(ExecuteTransactionCommand)
			.rejects(cancelledWith([{ Code: "ValidationError", Message }]));
		await expect(executeTransaction(table, [])).rejects.toThrow("cancelled");
	});
});
