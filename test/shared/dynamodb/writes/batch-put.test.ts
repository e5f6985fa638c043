import { BatchWriteCommand } from "@aws-sdk/lib-dynamodb";
import { expect, it } from "vitest";
import { batchPut } from "../../../../shared/dynamodb/writes/batch-put.ts";
import { useMockedTable } from "../../../support/mocked-table.ts";

const { table, documents } = useMockedTable();

const items = (count: number) =>
	Array.from({ length: count }, (_, index) => ({ pk: `${index}`, sk: "x" }));

const requests = (...pks: string[]) => ({
	table: pks.map((pk) => ({ PutRequest: { Item: { pk, sk: "x" } } })),
});

const sent = () =>
	documents
		.commandCalls(BatchWriteCommand)
		.map(({ args: [{ input }] }) =>
			input.RequestItems?.table?.map(({ PutRequest }) => PutRequest?.Item?.pk),
		);

it("sends again only the items that an overloaded store did not process, although it answered 200", async () => {
	documents
		.on(BatchWriteCommand)
		.resolvesOnce({ UnprocessedItems: requests("1", "3") })
		.resolvesOnce({ UnprocessedItems: requests("3") })
		.resolves({ UnprocessedItems: {} });
	await batchPut(table, items(4));
	expect(sent()).toEqual([["0", "1", "2", "3"], ["1", "3"], ["3"]]);
});

it("puts 25 to a call", async () => {
	documents.on(BatchWriteCommand).resolves({});
	await batchPut(table, items(60));
	expect(sent().map((call) => call?.length)).toEqual([25, 25, 10]);
});

it("throws when the store leaves items over to the last", async () => {
	documents.on(BatchWriteCommand).resolves({ UnprocessedItems: requests("0") });
	await expect(batchPut(table, items(1))).rejects.toThrow("busy");
	expect(sent()).toHaveLength(8);
});
