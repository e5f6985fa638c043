import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PutCommand } from "@aws-sdk/lib-dynamodb";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { connectTable, type Table } from "../../../../shared/dynamodb/table.ts";
import { batchPut } from "../../../../shared/dynamodb/writes/batch-put.ts";
import { createTable } from "../../../../tools/local/create-table.ts";
import { type Engine, startEngine } from "../../../../tools/local/engine.ts";
import type { InvocationOutcome } from "../../../../tools/local/function-environment.ts";
import { localConnection } from "../../../../tools/local/local-connection.ts";
import {
	type EngineStream,
	openEngineStream,
} from "../../../../tools/local/stream/engine-stream.ts";
import { startStreamPoller } from "../../../../tools/local/stream/stream-poller.ts";

const name = "table";
const readers = ["first", "second"];
let folder: string;
let databasePath: string;
let engine: Engine;
let table: Table;
let stream: EngineStream;

beforeEach(async () => {
	folder = mkdtempSync(join(tmpdir(), "engine-stream-"));
	databasePath = join(folder, "store.db");
	await start();
});
afterEach(async () => {
	stream.close();
	await engine.stop();
	rmSync(folder, { recursive: true });
});

async function start() {
	engine = await startEngine({ dbPath: databasePath });
	await createTable(engine.url, {
		input: {
			TableName: name,
			BillingMode: "PAY_PER_REQUEST",
			AttributeDefinitions: [
				{ AttributeName: "pk", AttributeType: "S" },
				{ AttributeName: "sk", AttributeType: "S" },
			],
			KeySchema: [
				{ AttributeName: "pk", KeyType: "HASH" },
				{ AttributeName: "sk", KeyType: "RANGE" },
			],
		},
		timeToLiveAttribute: "expiresAt",
	});
	table = connectTable({ name, ...localConnection(engine.url) });
	const opened = await openEngineStream(engine.url, {
		databasePath,
		tableName: name,
		streamViewType: "NEW_AND_OLD_IMAGES",
		readers,
	});
	if (!opened) throw new Error("No stream");
	stream = opened;
}

const put = (pk: string, more: object = {}) =>
	table.documents.send(
		new PutCommand({ TableName: name, Item: { pk, sk: "A", ...more } }),
	);
const keysRead = (afterId = 0) =>
	stream.read(afterId, 1_000).map(({ keys }) => JSON.parse(keys).pk.S);

// Another engine has no database here.
describe.skipIf(process.env.DYNAMODB_ENDPOINT)("the engine's stream", () => {
	it("has each write with both images, in order", async () => {
		await put("a", { n: 1 });
		await put("a", { n: 2 });
		const records = stream.read(0, 10);
		expect(records.map(({ eventName }) => eventName)).toEqual([
			"INSERT",
			"MODIFY",
		]);
		expect(JSON.parse(records[1]?.oldImage ?? "").n).toEqual({ N: "1" });
		expect(JSON.parse(records[1]?.newImage ?? "").n).toEqual({ N: "2" });
	});

	it("keeps what a reader is not done with, also across a restart, and removes the rest", async () => {
		await put("a");
		await put("b");
		await put("c");
		const [a, b] = stream.read(0, 10);
		stream.advance("first", b?.id ?? 0);
		expect(keysRead()).toEqual(["a", "b", "c"]);
		stream.advance("second", a?.id ?? 0);
		expect(keysRead()).toEqual(["b", "c"]);
		stream.close();
		await engine.stop();
		await start();
		expect(stream.position("first")).toBe(b?.id);
		await put("d");
		expect(keysRead(stream.position("first"))).toEqual(["c", "d"]);
	});
});

describe.skipIf(process.env.DYNAMODB_ENDPOINT)("a poller", () => {
	interface Batch {
		Records: {
			dynamodb: { Keys: { pk: { S: string } }; SequenceNumber: string };
		}[];
	}

	/** Polls for the function `first` until the test ends. */
	function poll(
		answer: (batch: Batch) => InvocationOutcome,
		more: object = {},
	) {
		const batches: string[][] = [];
		const lines: string[] = [];
		const poller = startStreamPoller({
			source: {
				streamArn: "arn:stream",
				functionArn: "first",
				batchSize: 3,
				patterns: [{ dynamodb: { NewImage: { wanted: { S: ["yes"] } } } }],
				recordAgeSecondsMax: 3_600,
				...more,
			},
			stream,
			host: {
				invoke: async (_, event) => {
					// What this poller makes.
					const batch = event as Batch;
					batches.push(batch.Records.map(({ dynamodb }) => dynamodb.Keys.pk.S));
					return answer(batch);
				},
			},
			log: (line) => lines.push(`${line}`),
		});
		return { batches, lines, poller };
	}
	const succeed = () => ({ answer: '{"batchItemFailures":[]}' });
	const failAt =
		(pk: string) =>
		({ Records }: Batch) => {
			const failed = Records.find(({ dynamodb }) => dynamodb.Keys.pk.S === pk);
			const itemIdentifier = failed?.dynamodb.SequenceNumber;
			return {
				answer: JSON.stringify({
					batchItemFailures: failed ? [{ itemIdentifier }] : [],
				}),
			};
		};
	const putAll = async (...names: string[]) => {
		for (const pk of names) await put(pk, { wanted: "yes" });
	};

	it("delivers the records that match, in order and batches, and passes the others", async () => {
		await putAll("a", "b");
		await batchPut(
			table,
			Array.from({ length: 600 }, (_, index) => ({ pk: `x${index}`, sk: "A" })),
		);
		await putAll("c", "d", "e");
		const { batches, poller } = poll(succeed);
		await expect.poll(() => batches.flat()).toHaveLength(5);
		await expect.poll(() => keysRead(stream.position("first"))).toEqual([]);
		await poller.stop();
		expect(batches.flat()).toEqual(["a", "b", "c", "d", "e"]);
		for (const batch of batches) expect(batch.length).toBeLessThan(4);
	});

	it("delivers again from the first failed record on", async () => {
		await putAll("a", "b", "c", "d");
		let failures = 0;
		const { batches, poller } = poll((batch) => {
			if (failures > 0) return succeed();
			failures += 1;
			return failAt("b")(batch);
		});
		await expect
			.poll(() => batches)
			.toEqual([
				["a", "b", "c"],
				["b", "c", "d"],
			]);
		await poller.stop();
	});

	it("gives up a record that is too old, says so, and goes on", async () => {
		await putAll("a", "b");
		const { batches, lines, poller } = poll(failAt("a"), {
			recordAgeSecondsMax: -1,
		});
		await expect.poll(() => batches.at(-1)).toEqual(["b"]);
		await poller.stop();
		expect(lines.join("")).toContain("Given up: record");
	});
});
