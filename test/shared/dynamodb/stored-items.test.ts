import { BatchGetCommand, QueryCommand } from "@aws-sdk/lib-dynamodb";
import { expect, it } from "vitest";
import { queryPartition } from "../../../shared/dynamodb/reads/query.ts";
import { findStored } from "../../../shared/dynamodb/writes/batch-insert.ts";
import { withActivity } from "../../../shared/logging/activity.ts";
import type { Logger } from "../../../shared/logging/logger.ts";
import { useMockedTable } from "../../support/mocked-table.ts";
import { namedError } from "../../support/named-error.ts";

const { table, documents } = useMockedTable();
const key = (pk: string) => ({ pk, sk: "S" });

/** What `findStored` finds of five inserts, what it counts as settled, and its warnings. */
async function find() {
	const warnings: string[] = [];
	const logger = {
		warn: (message: string) => void warnings.push(message),
	} as unknown as Logger;
	const items = ["written", "own", "lost", "other", "unsent"].map(key);
	const outcomes = ["WRITTEN", "UNKNOWN", "UNKNOWN", "REFUSED", "OVERLOADED"];
	return withActivity(async (activity) => {
		const found = await findStored({ table, logger }, items, outcomes as never);
		const settled = activity.outcomesSettled;
		return { found: [...found.keys()], settled, warnings };
	});
}

it("guarantee 2: only refused and unanswered inserts are read back; an unanswered one that is stored counts as settled", async () => {
	documents
		.on(BatchGetCommand)
		.resolves({ Responses: { table: [key("own"), key("other")] } });
	const found = ["own", "other"];
	expect(await find()).toEqual({ found, settled: 1, warnings: [] });
	const [read] = documents.commandCalls(BatchGetCommand);
	expect(read?.args[0].input.RequestItems?.table?.Keys).toEqual(
		["own", "lost", "other"].map(key),
	);
});

it("guarantee 2: when they cannot be read back, the inserts that took effect stay reported", async () => {
	documents.on(BatchGetCommand).rejects(namedError("TimeoutError"));
	const warnings = ["It could not be read whether records were created"];
	expect(await find()).toEqual({ found: [], settled: 0, warnings });
});

it.each([
	[
		"all of it",
		{ pk: "p" },
		{
			KeyConditionExpression: "pk = :pk",
			ExpressionAttributeValues: { ":pk": "p" },
		},
	],
	[
		"what begins with a prefix",
		{ pk: "p", prefix: "S#" },
		{
			KeyConditionExpression: "pk = :pk AND begins_with(sk, :prefix)",
			ExpressionAttributeValues: { ":pk": "p", ":prefix": "S#" },
		},
	],
])(
	"a partition is read page by page, consistently: %s",
	async (_, partition, condition) => {
		documents
			.on(QueryCommand)
			.resolvesOnce({ Items: [key("a")], LastEvaluatedKey: key("a") })
			.resolvesOnce({ LastEvaluatedKey: key("b") })
			.resolves({ Items: [key("c")] });
		const found = await queryPartition(table, partition);
		expect(found).toEqual([key("a"), key("c")]);
		const query = { ...condition, ConsistentRead: true, TableName: "table" };
		const sent = documents.commandCalls(QueryCommand);
		expect(sent.map(({ args: [{ input }] }) => input)).toEqual([
			query,
			{ ...query, ExclusiveStartKey: key("a") },
			{ ...query, ExclusiveStartKey: key("b") },
		]);
	},
);
