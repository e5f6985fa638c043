import { setImmediate } from "node:timers/promises";
import { BatchGetCommand, DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { mockClient } from "aws-sdk-client-mock";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import {
	batchGet,
	batchGetGroups,
} from "../../../../shared/dynamodb/reads/batch-get.ts";
import { connectTable } from "../../../../shared/dynamodb/table.ts";

const client = mockClient(DynamoDBDocumentClient);
// Files share a process: the next one needs the real client.
afterAll(() => client.restore());
afterEach(() => client.reset());
const table = {
	...connectTable({ name: "test", region: "ap-south-1" }),
	pause: async () => {},
};
const key = (pk: string) => ({ pk, sk: "S" });

/** What an overloaded store answers: some items, and keys that it left over. */
const answer = (found: string[], left: string[]) => ({
	Responses: { test: found.map(key) },
	UnprocessedKeys: left.length > 0 ? { test: { Keys: left.map(key) } } : {},
});

const calls = () =>
	client
		.commandCalls(BatchGetCommand)
		.map(({ args: [{ input }] }) => input.RequestItems?.test);

describe("batchGet", () => {
	it("design 2: reads again what the store leaves over, only that, in any round, consistently", async () => {
		client
			.on(BatchGetCommand)
			.resolvesOnce(answer(["a"], ["b", "c"]))
			.resolvesOnce(answer(["b"], ["c"]))
			.resolvesOnce(answer([], ["c"]))
			.resolves(answer(["c"], []));
		const keys = ["a", "b", "c"].map(key);
		expect(await batchGet(table, keys)).toEqual(keys);
		expect(calls()).toEqual([
			{ Keys: keys, ConsistentRead: true },
			{ Keys: [key("b"), key("c")], ConsistentRead: true },
			{ Keys: [key("c")], ConsistentRead: true },
			{ Keys: [key("c")], ConsistentRead: true },
		]);
	});

	it("reads the key and the attributes that are asked for, for unprocessed keys too", async () => {
		client
			.on(BatchGetCommand)
			.resolvesOnce(answer(["a"], ["b"]))
			.resolves(answer(["b"], []));
		await batchGet(table, ["a", "b"].map(key), ["state"]);
		const read = {
			ConsistentRead: true,
			ProjectionExpression: "#0,#1,#2",
			ExpressionAttributeNames: { "#0": "pk", "#1": "sk", "#2": "state" },
		};
		expect(calls()).toEqual([
			{ Keys: [key("a"), key("b")], ...read },
			{ Keys: [key("b")], ...read },
		]);
	});

	it("distinguishes an item that does not exist from one that was read later", async () => {
		client
			.on(BatchGetCommand)
			.resolvesOnce(answer([], ["a", "gone"]))
			.resolves(answer(["a"], []));
		const found = await batchGet(table, [key("gone"), key("a")]);
		expect(found).toEqual([undefined, key("a")]);
	});

	it("throws when keys are left over to the last: none is ever taken for missing", async () => {
		client.on(BatchGetCommand).resolves(answer([], ["a"]));
		await expect(batchGet(table, [key("a")])).rejects.toThrow("busy");
		expect(calls()).toHaveLength(8);
	});

	it("asks once for a key that is given several times, and for 100 keys in a call", async () => {
		client.on(BatchGetCommand).resolves(answer(["0"], []));
		const keys = Array.from({ length: 250 }, (_, index) => key(`${index}`));
		const found = await batchGet(table, [...keys, key("0")]);
		expect([found[0], found[1], found.at(-1)]).toEqual([
			key("0"),
			undefined,
			key("0"),
		]);
		expect(calls().map((call) => call?.Keys?.length)).toEqual([100, 100, 50]);
	});
});

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

	it("architecture, Fewest calls: starts no call beyond the first 1,000 keys while one of them may be missing", async () => {
		const firstCall = Promise.withResolvers<void>();
		const names = Array.from({ length: 2_500 }, (_, index) => `${index}`);
		client
			.on(BatchGetCommand)
			.callsFakeOnce(async () => {
				await firstCall.promise;
				return answer([], []);
			})
			.callsFake(async ({ RequestItems }) => ({
				Responses: { test: RequestItems.test.Keys },
			}));
		const reading = batchGetGroups(
			table,
			{ vendor: [key("unknown")], skus: names.map(key) },
			["skus"],
		);
		await expect.poll(calls).toHaveLength(10);
		// The answers of the other nine calls are all there by now.
		await setImmediate();
		firstCall.resolve();
		expect((await reading).vendor).toEqual([]);
		expect(calls()).toHaveLength(10);
	});
});
