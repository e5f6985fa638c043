import { BatchExecuteStatementCommand } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { mockClient } from "aws-sdk-client-mock";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import {
	connectTable,
	type Table,
	withRetryTime,
} from "../../../../shared/dynamodb/table.ts";
import { batchExecute } from "../../../../shared/dynamodb/writes/batch-execute.ts";
import { requestRetryTime } from "../../../../shared/timing/retry-time.ts";
import { namedError } from "../../../support/named-error.ts";

const client = mockClient(DynamoDBDocumentClient);
// Files share a process: the next one needs the real client.
afterAll(() => client.restore());
const pauses: number[] = [];
const table: Table = {
	...connectTable({ name: "test", region: "ap-south-1" }),
	pause: async (milliseconds) => void pauses.push(milliseconds),
};

beforeEach(() => {
	client.reset();
	pauses.length = 0;
});

const statement = (index: number) => ({
	Statement: 'UPDATE "test" SET a = ? WHERE pk = ?',
	Parameters: [1, `${index}`],
});
const statements = (count: number) =>
	Array.from({ length: count }, (_, index) => statement(index));

const errors = (...codes: (string | null)[]) => ({
	Responses: codes.map((Code) =>
		Code ? { Error: { Code: Code as never, Message: "m" } } : {},
	),
});

const sent = () =>
	client
		.commandCalls(BatchExecuteStatementCommand)
		.map((call) => call.args[0].input.Statements?.length);

describe("batchExecute", () => {
	it("makes no call for nothing", async () => {
		expect(await batchExecute(table, [])).toEqual([]);
		expect(sent()).toEqual([]);
	});

	it.each([
		[1, [1]],
		[25, [25]],
		[26, [25, 1]],
		[100, [25, 25, 25, 25]],
	])("sends %i statements as calls of %j", async (count, calls) => {
		client
			.on(BatchExecuteStatementCommand)
			.callsFake(({ Statements }) => errors(...Statements.map(() => null)));
		const outcomes = await batchExecute(table, statements(count));
		expect(outcomes).toEqual(Array(count).fill("WRITTEN"));
		expect(sent()).toEqual(calls);
	});

	it("reports the outcome of each, in their order", async () => {
		client
			.on(BatchExecuteStatementCommand)
			.resolves(
				errors(
					"ConditionalCheckFailed",
					null,
					"DuplicateItem",
					"InternalServerError",
				),
			);
		expect(await batchExecute(table, statements(4))).toEqual([
			"REFUSED",
			"WRITTEN",
			"REFUSED",
			"UNKNOWN",
		]);
	});

	it.each([
		"ThrottlingError",
		"ProvisionedThroughputExceeded",
		"RequestLimitExceeded",
		"TransactionConflict",
	])(
		"sends again only the statements refused with %s, with pauses",
		async (code) => {
			client
				.on(BatchExecuteStatementCommand)
				.resolvesOnce(errors(null, code, "ConditionalCheckFailed", code))
				.resolvesOnce(errors("ConditionalCheckFailed", code))
				.resolves(errors(null));
			expect(await batchExecute(table, statements(4))).toEqual([
				"WRITTEN",
				"REFUSED",
				"REFUSED",
				"WRITTEN",
			]);
			expect(sent()).toEqual([4, 2, 1]);
			expect(pauses).toHaveLength(2);
			expect(Math.max(...pauses)).toBeLessThanOrEqual(50);
		},
	);

	it.each([
		"ThrottlingException",
		"ProvisionedThroughputExceededException",
		"RequestLimitExceeded",
	])(
		"without a retry time, gives up on a store that refuses calls with %s after 8 attempts, knowing that nothing was written",
		async (name) => {
			client.on(BatchExecuteStatementCommand).rejects(namedError(name));
			expect(await batchExecute(table, statements(2))).toEqual([
				"OVERLOADED",
				"OVERLOADED",
			]);
			expect(sent()).toEqual(Array(8).fill(2));
		},
	);

	it("ADR 14: retries overload for as long as the invocation has time, ever more slowly", async () => {
		client
			.on(BatchExecuteStatementCommand)
			.callsFake(({ Statements }) =>
				errors(...Statements.map(() => "ThrottlingError")),
			);
		let remaining = 29_000;
		const timed = withRetryTime(
			{
				...table,
				pause: async (milliseconds) => {
					remaining -= milliseconds;
				},
			},
			requestRetryTime({ getRemainingTimeInMillis: () => remaining }),
		);
		expect(await batchExecute(timed, statements(1))).toEqual(["OVERLOADED"]);
		expect(29_000 - remaining).toBeLessThanOrEqual(8_000);
		expect(29_000 - remaining).toBeGreaterThan(7_500);
		expect(sent().length).toBeGreaterThan(20);
		expect(sent().length).toBeLessThan(50);
	});

	it.each([
		"Item size to update has exceeded the maximum allowed size",
		"Item size has exceeded the maximum allowed size",
	])("2.6: %s: concerns that statement only", async (Message) => {
		client.on(BatchExecuteStatementCommand).resolves({
			Responses: [{ Error: { Code: "ValidationError", Message } }, {}],
		});
		expect(await batchExecute(table, statements(2))).toEqual([
			"TOO_LARGE",
			"WRITTEN",
		]);
	});

	it.each(["TimeoutError", "InternalServerError", "ECONNRESET"])(
		"does not repeat a call that ended in %s: only a read can tell what it did",
		async (name) => {
			client.on(BatchExecuteStatementCommand).rejects(namedError(name));
			expect(await batchExecute(table, statements(2))).toEqual([
				"UNKNOWN",
				"UNKNOWN",
			]);
			expect(sent()).toEqual([2]);
		},
	);

	it.each(["ValidationException", "AccessDeniedException"])(
		"throws on %s: our bug",
		async (name) => {
			client.on(BatchExecuteStatementCommand).rejects(namedError(name));
			await expect(batchExecute(table, statements(1))).rejects.toThrow(name);
		},
	);

	it("throws on a malformed statement, after every call has ended", async () => {
		client
			.on(BatchExecuteStatementCommand)
			.resolvesOnce(errors("ValidationError"))
			.resolves(errors(null));
		await expect(batchExecute(table, statements(26))).rejects.toThrow(
			"Statement refused: ValidationError m",
		);
		expect(sent()).toEqual([25, 1]);
	});
});
