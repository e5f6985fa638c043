import { BatchExecuteStatementCommand } from "@aws-sdk/client-dynamodb";
import { ExecuteTransactionCommand } from "@aws-sdk/lib-dynamodb";
import { beforeEach, describe, expect, it } from "vitest";
import type { ItemWrite } from "../../../../shared/dynamodb/writes/item-write.ts";
import { writeInRounds } from "../../../../shared/dynamodb/writes/write-in-rounds.ts";
import { useMockedTable } from "../../../support/mocked-table.ts";
import { namedError } from "../../../support/named-error.ts";

const { table, documents, pauses } = useMockedTable();

const insert = (index: number): ItemWrite => ({
	kind: "INSERT",
	item: { pk: `p-${index}`, sk: "s" },
});
const inserts = (count: number) =>
	Array.from({ length: count }, (_, index) => [insert(index)]);

/** The store answers each statement so; null: it was written. */
const answer = (codeOf: (index: number) => string | null, Message = "m") =>
	documents
		.on(BatchExecuteStatementCommand)
		.callsFake(({ Statements }: { Statements: object[] }) => ({
			Responses: Statements.map((_, index) => codeOf(index)).map((Code) =>
				Code ? { Error: { Code, Message } } : {},
			),
		}));

beforeEach(() => {
	answer(() => null);
	documents.on(ExecuteTransactionCommand).resolves({});
});

describe("writeInRounds", () => {
	it("sends 500 single writes at a time, and each unit of several as a transaction", async () => {
		const written: number[] = [];
		const asked: number[] = [];
		const units = [...inserts(501), [insert(501), insert(502)]];
		await writeInRounds(table, async (round) => (round === 0 ? [units] : []), {
			beforeWrites: async () => void asked.push(1),
			onWritten: (count) => void written.push(count),
		});
		expect(asked).toHaveLength(3);
		expect(written).toEqual([...Array(501).fill(1), 2]);
		const [transaction] = documents.commandCalls(ExecuteTransactionCommand);
		expect(transaction?.args[0].input.TransactStatements).toHaveLength(2);
		expect(pauses).toEqual([]);
	});

	it("continues for any number of rounds while each leaves fewer writes", async () => {
		const written: number[] = [];
		answer((index) => (index === 0 ? null : "ConditionalCheckFailed"));
		const rounds: number[] = [];
		await writeInRounds(
			table,
			async (round) => {
				rounds.push(round);
				return [inserts(12 - written.length)];
			},
			{ onWritten: (count) => void written.push(count) },
		);
		expect(rounds).toHaveLength(12);
		expect(pauses).toHaveLength(11);
	});

	it("begins a phase when the one before is written, and plans it only then", async () => {
		answer(() => "ConditionalCheckFailed");
		let planned = 0;
		const later = async () => {
			planned += 1;
			return inserts(1);
		};
		const plan = async () => [inserts(1), later, inserts(2), inserts(3)];
		await expect(writeInRounds(table, plan)).rejects.toThrow(
			"Not all could be written (entries left: 6): other writers keep changing the same records. Try again.",
		);
		expect(planned).toBe(0);
		expect(pauses).toHaveLength(7);
		answer(() => null);
		const planOnce = async () => [inserts(1), later];
		await writeInRounds(table, planOnce);
		expect(planned).toBe(1);
	});

	it("says what prevented the writes: load, or no answer, even of one of them", async () => {
		const plan = async () => [inserts(2)];
		answer((index) => (index === 0 ? "ThrottlingError" : null));
		await expect(writeInRounds(table, plan)).rejects.toThrow(
			"(entries left: 1): the store is overloaded. Try again.",
		);
		documents
			.on(BatchExecuteStatementCommand)
			.rejects(namedError("TimeoutError"));
		await expect(writeInRounds(table, plan)).rejects.toThrow(
			"(entries left: 2): the store does not answer, or answers with server errors. Try again.",
		);
	});

	it.each<[ItemWrite]>([
		[insert(0)],
		[
			{
				kind: "UPDATE",
				key: { pk: "p-0", sk: "s" },
				set: { a: 1 },
				ifAsRead: {},
			},
		],
	])("names the item that would be too large: %j", async (write) => {
		answer(() => "ValidationError", "Item size has exceeded");
		await expect(writeInRounds(table, async () => [[[write]]])).rejects.toThrow(
			"p-0 would exceed the maximum item size",
		);
	});
});
