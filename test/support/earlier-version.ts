import {
	mkdirSync,
	mkdtempSync,
	readFileSync,
	rmSync,
	writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { gunzipSync } from "node:zlib";
import type { AttributeValue } from "@aws-sdk/client-dynamodb";
import type { SQSBatchResponse } from "aws-lambda";
import { inject } from "vitest";
import { startEnvironment } from "../../tools/local/function-environment.ts";
import { readOrganizationFile } from "../../tools/organization-files/read-organization-file.ts";
import made from "../fixtures/dcd53ad/made.json" with { type: "json" };
import { writeItems } from "./engine-table.ts";
import { openWorld, type World } from "./world.ts";

/** What version dcd53ad left behind: see `test/fixtures/dcd53ad/README.md`. */
const folder = join(import.meta.dirname, "../fixtures/dcd53ad");
const storeTable = "ProcurementPayments-dev-TableCD117FA1";

/** The ids in the fixture's records, and the instant `at` which its stack ended. */
export { made };

/** The organization file that was imported last. */
export const earlierFile = () =>
	readOrganizationFile(join(folder, "organization.json"));

/**
 * Opens a world with the records of the earlier version, a second after its stack ended. Its queue has the messages that
 * no worker had finished.
 *
 * @param isNeeded Whether a test needs an item. Four in five are invoices, and writing them takes most of the time.
 */
export async function openEarlierWorld(
	isNeeded: (item: Item) => boolean = () => true,
): Promise<World> {
	const world = await openWorld();
	world.time.now = new Date(Date.parse(made.at) + 1_000);
	earlierItems ??= readItems();
	const items = earlierItems.filter(isNeeded);
	await writeItems(inject("dynamodbUrl"), world.table.name, items);
	world.queue.receive(made.batches.waiting);
	return world;
}

/**
 * Writes the earlier version's data directory for `npm start`. Instants by which the service judges age are moved to now:
 * otherwise the store's TTL would delete claims a day after the fixture was made, and batches 90 days after.
 */
export function writeEarlierDataDirectory(path: string) {
	mkdirSync(join(path, "queues"), { recursive: true });
	writeFileSync(join(path, "store.db"), unzipped("store.db"));
	writeFileSync(join(path, "queues/fauxqs.db"), unzipped("fauxqs.db"));
	const elapsed = Date.now() - Date.parse(made.at);
	const store = new DatabaseSync(join(path, "store.db"));
	const update = store.prepare(
		`UPDATE "${storeTable}" SET item_json = ? WHERE item_json = ?`,
	);
	for (const json of readItemTexts(store))
		update.run(JSON.stringify(movedBy(elapsed, JSON.parse(json))), json);
	store.close();
}

type Item = Record<string, AttributeValue>;

/** Neither an invoice nor its archived payments. */
export const isNoInvoice = ({ pk }: Item) => !pk?.S?.includes("#INVOICE#");

function movedBy(milliseconds: number, item: Item): Item {
	const entries = Object.entries(item).map(([name, value]) => {
		if (["expiresAt", "claimedAt"].includes(name) && value.N)
			return [
				name,
				{ N: `${Number(value.N) + Math.floor(milliseconds / 1_000)}` },
			];
		if (["progressAt", "sentAt"].includes(name) && value.S)
			return [
				name,
				{ S: new Date(Date.parse(value.S) + milliseconds).toISOString() },
			];
		return [name, value];
	});
	return Object.fromEntries(entries);
}

/**
 * Delivers messages to the earlier version's worker, as during a deployment. Its clock is the world's at that moment, and
 * runs on.
 */
export async function deliverToEarlierWorker(
	world: World,
	bodies: readonly string[],
): Promise<SQSBatchResponse> {
	const codePath = mkdtempSync(join(tmpdir(), "earlier-worker-"));
	writeFileSync(join(codePath, "package.json"), '{"type":"commonjs"}\n');
	writeFileSync(
		join(codePath, "index.js"),
		[shiftedClock(world), unzipped("payment-worker.js")].join("\n"),
	);
	const environment = startEnvironment({
		templateFunction: {
			name: "earlier-payment-worker",
			arn: "earlier-payment-worker",
			codePath,
			handler: "index.handler",
			timeoutSeconds: 30,
			memoryMegabytes: 1_024,
			role: [],
			environment: {
				TABLE_NAME: world.table.name,
				METRICS_NAMESPACE: "test",
				CHUNK_QUEUE_URL: "http://127.0.0.1/queue",
			},
		},
		accessKeyId: earlierWorker,
		gatewayUrl: world.gateway.url,
		log: () => {},
	});
	const Records = bodies.map((body, index) => ({
		messageId: `${index}`,
		body,
	}));
	const outcome = await environment.invoke(JSON.stringify({ Records }));
	await environment.kill();
	rmSync(codePath, { recursive: true });
	if ("failure" in outcome) throw new Error(outcome.failure);
	return JSON.parse(outcome.answer);
}

/** Identifies the earlier worker's calls to meter and faults. */
export const earlierWorker = "earlier-worker";

const shiftedClock = ({ time }: World) => `"use strict";
	{
		const ahead = ${time.now.getTime()} - Date.now();
		globalThis.Date = class extends Date {
			constructor(...parts) {
				super(...(parts.length === 0 ? [Date.now()] : parts));
			}
			static now() {
				return super.now() + ahead;
			}
		};
	}`;

let earlierItems: Item[] | undefined;

function readItems(): Item[] {
	const directory = mkdtempSync(join(tmpdir(), "earlier-store-"));
	const path = join(directory, "store.db");
	writeFileSync(path, unzipped("store.db"));
	const store = new DatabaseSync(path, { readOnly: true });
	const items = readItemTexts(store).map((json) => {
		const item: Item = JSON.parse(json);
		for (const value of Object.values(item))
			if (value.B) value.B = Buffer.from(`${value.B}`, "base64");
		return item;
	});
	store.close();
	rmSync(directory, { recursive: true });
	return items;
}

const readItemTexts = (store: DatabaseSync) =>
	store
		.prepare(`SELECT item_json FROM "${storeTable}"`)
		.all()
		.map(({ item_json: json }) => String(json));

const unzipped = (name: string) =>
	gunzipSync(readFileSync(join(folder, `${name}.gz`)));
