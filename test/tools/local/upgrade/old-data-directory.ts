import { readFileSync } from "node:fs";
import { join } from "node:path";
import {
	type AttributeValue,
	DynamoDBClient,
	PutItemCommand,
} from "@aws-sdk/client-dynamodb";
import { createTable } from "../../../../tools/local/create-table.ts";
import { takeDataDirectory } from "../../../../tools/local/data-directory.ts";
import { startEngine } from "../../../../tools/local/engine.ts";
import { localConnection } from "../../../../tools/local/local-connection.ts";
import { synthesize } from "../../../../tools/local/template/synthesize.ts";
import { readTemplate } from "../../../../tools/local/template/template.ts";

type Item = Record<string, AttributeValue>;

/** A batch of 120 payments of 10, of which the first chunk of 100 is done. */
export const runningBatch = "01M7YRRT80SEAY37CF5Z8NBWSY";

/**
 * What commit 28480b3, which had no index, wrote for an organization `acme` with a record of every kind, when the worker
 * had done one of the two chunks of a batch: one item a line, as a Scan of its table answered them, bytes in base64.
 */
const itemsPath = join(import.meta.dirname, "items-28480b3.jsonl");

/** Lays that commit's table down in a data directory, as if it had been killed just now. */
export async function writeOldDataDirectory(path: string) {
	const directory = await takeDataDirectory(path);
	if (!directory) throw new Error(`${path} is in use`);
	const { input, timeToLiveAttribute } = readTemplate(await synthesize()).table;
	const { GlobalSecondaryIndexes: _, ...withoutIndex } = input;
	const AttributeDefinitions = input.AttributeDefinitions?.filter(
		({ AttributeName }) => AttributeName === "pk" || AttributeName === "sk",
	);
	const engine = await startEngine({ dbPath: directory.databasePath });
	await createTable(engine.url, {
		input: { ...withoutIndex, AttributeDefinitions },
		timeToLiveAttribute,
	});
	const client = new DynamoDBClient(localConnection(engine.url));
	for (const Item of readItems(new Date()))
		await client.send(new PutItemCommand({ TableName: input.TableName, Item }));
	client.destroy();
	await engine.stop();
	await directory.release();
}

function readItems(now: Date): Item[] {
	const lines = readFileSync(itemsPath, "utf8").trim().split("\n");
	return lines.map((line) => {
		const item: Item = JSON.parse(line);
		for (const value of Object.values(item))
			if (value.B) value.B = Buffer.from(`${value.B}`, "base64");
		return { ...item, ...recentTimes(item, now) };
	});
}

/** Without them the test would fail 90 days after the items were written, and the sweeper would give the batch up. */
function recentTimes(item: Item, now: Date): Item {
	const inAnHour = { N: `${Math.floor(now.getTime() / 1_000) + 3_600}` };
	const justNow = { S: now.toISOString() };
	return {
		...(item.expiresAt && { expiresAt: inAnHour }),
		...(item.progressAt && { progressAt: justNow, sentAt: justNow }),
	};
}
