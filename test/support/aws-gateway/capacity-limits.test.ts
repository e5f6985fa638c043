import { beforeEach, describe, expect, it } from "vitest";
import type {
	AwsCall,
	Outcome,
} from "../../../tools/local/aws-gateway/aws-call.ts";
import { jsonAnswer } from "../../../tools/local/aws-gateway/aws-error.ts";
import {
	type CapacityLimits,
	limitCapacity,
} from "./limits/capacity-limits.ts";

let milliseconds: number;
let forwarded: AwsCall[];
beforeEach(() => {
	milliseconds = 0;
	forwarded = [];
});

/** A table before which each call takes `units`, and answers for all that it was asked. */
function limit(limits: CapacityLimits, { units = 1 } = {}) {
	const effect = limitCapacity(limits, () => milliseconds);
	const forward = async (call: AwsCall): Promise<Outcome> => {
		forwarded.push(call);
		const { Statements = [] } = JSON.parse(`${call.body}`);
		return jsonAnswer(200, {
			ConsumedCapacity: { TableName: "t", CapacityUnits: units },
			...(Statements.length > 0 && {
				Responses: Statements.map(() => ({ TableName: "t" })),
			}),
		});
	};
	return async (operation: string, body: object) => {
		const outcome = await effect(
			{
				accessKeyId: "a",
				service: "dynamodb",
				operation,
				headers: {},
				body: Buffer.from(JSON.stringify(body)),
			},
			forward,
		);
		if (outcome === "disconnected") throw new Error("No answer");
		const answer = JSON.parse(`${outcome.body}`);
		return { status: outcome.status, ...answer };
	};
}

const key = (pk: string) => ({ pk: { S: pk }, sk: { S: "x" } });
const put = (pk: string) => ({ TableName: "t", Item: key(pk) });
const update = (pk: string) => ({
	Statement: 'UPDATE "t" SET a = ? WHERE pk = ? AND sk = ?',
	Parameters: [{ N: "1" }, { S: pk }, { S: "x" }],
});
const insert = (pk: string) => ({
	Statement: `INSERT INTO "t" VALUE {'pk': ?, 'sk': ?}`,
	Parameters: [{ S: pk }, { S: "x" }],
});
const puts = (...pks: string[]) => ({
	RequestItems: {
		t: pks.map((pk) => ({ PutRequest: { Item: key(pk) } })),
	},
});
const codes = ({ Responses }: { Responses: { Error?: { Code: string } }[] }) =>
	Responses.map(({ Error: failure }) => failure?.Code ?? "ok");

describe("options of a limit", () => {
	it("partitions: keys share so many partitions, by their hashes", async () => {
		const send = limit({
			writes: { table: 1_000, partition: 10, partitions: 2 },
		});
		const statuses = [];
		for (let key = 0; key < 100; key++)
			statuses.push((await send("PutItem", put(`key-${key}`))).status);
		expect(statuses.filter((status) => status === 200)).toHaveLength(20);
	});

	it("startsEmpty: nothing is there before time brings it", async () => {
		const writes = { table: 10, partition: 10, startsEmpty: true };
		const send = limit({ writes });
		expect((await send("PutItem", put("a"))).status).toBe(400);
		milliseconds = 100;
		expect((await send("PutItem", put("a"))).status).toBe(200);
		expect((await send("PutItem", put("a"))).status).toBe(400);
	});
});

describe("single accesses", () => {
	it("are refused when the table's units of this second are used up, and pass again as time brings new ones", async () => {
		const send = limit({ writes: { table: 2, partition: 10 } });
		const outcomes = [];
		for (const pk of ["a", "b", "c"])
			outcomes.push(await send("PutItem", put(pk)));
		expect(outcomes.map(({ status }) => status)).toEqual([200, 200, 400]);
		expect(outcomes[2]?.__type).toMatch(/#ThrottlingException$/);
		milliseconds = 499;
		expect((await send("PutItem", put("c"))).status).toBe(400);
		milliseconds = 500;
		expect((await send("PutItem", put("c"))).status).toBe(200);
	});

	it("are refused for a hot partition, while others pass", async () => {
		const send = limit({ writes: { table: 10, partition: 1 } });
		await send("UpdateItem", { Key: key("hot") });
		const refused = await send("DeleteItem", { Key: key("hot") });
		expect(refused.__type).toMatch(/#ProvisionedThroughputExceededException$/);
		expect((await send("PutItem", put("cold"))).status).toBe(200);
	});

	it("take what they consumed: an item of 3 KB leaves a debt, which is paid first", async () => {
		const send = limit({ writes: { table: 1, partition: 9 } }, { units: 3 });
		expect((await send("PutItem", put("a"))).status).toBe(200);
		milliseconds = 2_999;
		expect((await send("PutItem", put("b"))).status).toBe(400);
		milliseconds = 3_000;
		expect((await send("PutItem", put("b"))).status).toBe(200);
	});

	it("an idle table saves no more than one second's units", async () => {
		const send = limit({ writes: { table: 1, partition: 9 } });
		milliseconds = 60_000;
		expect((await send("PutItem", put("a"))).status).toBe(200);
		expect((await send("PutItem", put("b"))).status).toBe(400);
	});

	it("reads have limits of their own, or none", async () => {
		const send = limit({ reads: { table: 1, partition: 1 } });
		expect((await send("GetItem", { Key: key("a") })).status).toBe(200);
		expect((await send("GetItem", { Key: key("a") })).status).toBe(400);
		for (const pk of ["a", "a", "a"])
			expect((await send("PutItem", put(pk))).status).toBe(200);
	});
});

describe("batches", () => {
	it("BatchExecuteStatement: each statement is admitted or refused on its own, in its place", async () => {
		const send = limit({ writes: { table: 3, partition: 1 } }, { units: 3 });
		const Statements = [
			update("a"),
			insert("a"),
			insert("b"),
			update("c"),
			update("d"),
		];
		const answer = await send("BatchExecuteStatement", { Statements });
		expect(codes(answer)).toEqual([
			"ok",
			"ProvisionedThroughputExceeded",
			"ok",
			"ok",
			"ThrottlingError",
		]);
		expect(JSON.parse(`${forwarded[0]?.body}`).Statements).toEqual([
			update("a"),
			insert("b"),
			update("c"),
		]);
		const all = await send("BatchExecuteStatement", { Statements });
		expect(new Set(codes(all))).toEqual(new Set(["ThrottlingError"]));
		expect(forwarded).toHaveLength(1);
	});

	it("BatchWriteItem and BatchGetItem: refused items are returned as unprocessed, and as an error if all were refused", async () => {
		const send = limit({
			writes: { table: 1, partition: 1 },
			reads: { table: 1, partition: 1 },
		});
		const written = await send("BatchWriteItem", puts("a", "b"));
		expect(written.UnprocessedItems).toEqual(puts("b").RequestItems);
		expect((await send("BatchWriteItem", puts("b"))).status).toBe(400);
		const keys = (...pks: string[]) => ({
			t: { Keys: pks.map(key), ConsistentRead: true },
		});
		const read = await send("BatchGetItem", { RequestItems: keys("a", "b") });
		expect(read.UnprocessedKeys).toEqual(keys("b"));
		expect(
			(await send("BatchGetItem", { RequestItems: keys("b") })).status,
		).toBe(400);
	});
});

describe("transactions", () => {
	const parts = (...pks: string[]) => ({
		TransactItems: pks.map((pk) => ({ Put: put(pk) })),
	});

	it("are cancelled as a whole, with the reason of each part, and consume nothing then", async () => {
		const send = limit({ writes: { table: 9, partition: 1 } }, { units: 4 });
		expect((await send("TransactWriteItems", parts("a", "b"))).status).toBe(
			200,
		);
		const cancelled = await send("TransactWriteItems", parts("c", "a"));
		expect(cancelled.__type).toMatch(/#TransactionCanceledException$/);
		expect(cancelled.CancellationReasons).toEqual([
			{ Code: "None" },
			{ Code: "ProvisionedThroughputExceeded" },
		]);
		expect((await send("PutItem", put("c"))).status).toBe(200);
	});
});
