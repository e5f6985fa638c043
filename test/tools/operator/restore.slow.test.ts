import { ScanCommand } from "@aws-sdk/lib-dynamodb";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Key } from "../../../shared/dynamodb/keys.ts";
import type { Item } from "../../../shared/dynamodb/reads/batch-get.ts";
import { batchPut } from "../../../shared/dynamodb/writes/batch-put.ts";
import {
	holdBatches,
	releaseBatches,
} from "../../../tools/operator/batches/hold-batches.ts";
import {
	holdStage,
	releaseStage,
} from "../../../tools/operator/organizations/hold-stage.ts";
import { acme, payableInvoices } from "../../support/acme.ts";
import {
	deliver,
	expectNothingRuns,
	expectSettled,
	resourcesOf,
	startBatch,
	sweep,
	workOff,
} from "../../support/batches.ts";
import { invoiceState } from "../../support/invoices.ts";
import { passSeconds } from "../../support/pass-time.ts";
import { pay } from "../../support/pay.ts";
import { useWorld } from "../../support/use-world.ts";
import { openWorld, type World } from "../../support/world.ts";

/** The table that is lost. */
const lost = useWorld(() => acme({ invoices: payableInvoices(250) }));
/** The table that a restore made of the lost one, as it was at an instant. */
let restored: World;
beforeEach(async () => {
	restored = await openWorld();
	restored.skipPauses();
});
afterEach(() => restored[Symbol.asyncDispose]());

/** A point-in-time restore: a new table with all items of that instant, expired ones included. */
async function itemsOf({ table }: World): Promise<Item[]> {
	const items: Item[] = [];
	let ExclusiveStartKey: Item | undefined;
	do {
		const page = await table.documents.send(
			new ScanCommand({
				TableName: table.name,
				ConsistentRead: true,
				...(ExclusiveStartKey && { ExclusiveStartKey }),
			}),
		);
		items.push(...(page.Items ?? []));
		ExclusiveStartKey = page.LastEvaluatedKey;
	} while (ExclusiveStartKey);
	return items;
}

/** Unchecked cast: every item of the table has its key. */
const restore = (items: Item[]) =>
	batchPut(restored.table, items as (Item & Key)[]);

const resources = resourcesOf(250);
describe("operations, Restore: a batch that was running at the instant", () => {
	/** @returns The batch, which has ended in the lost table, and its messages. */
	async function restoreRunningBatch() {
		const slug = await startBatch(lost, resources);
		const [first = "", ...others] = lost.queue.take();
		await deliver(lost, [first]);
		const instant = await itemsOf(lost);
		for (const message of others) await deliver(lost, [message]);
		await expectSettled(lost, slug, resources);
		await restore(instant);
		return { slug, messages: [first, ...others] };
	}

	it("goes on after resume --all, however long ago that was: each resource is paid once", async () => {
		const { slug, messages } = await restoreRunningBatch();
		await holdStage(restored.table, restored.time.now.toISOString());
		passSeconds(restored, 3 * 3_600);
		await sweep(restored);
		// Messages that were still on the queue pay nothing while the stage is stopped.
		for (const message of messages) await deliver(restored, [message]);
		expect(restored.queue.take()).toEqual([]);
		expect(await invoiceState(restored, "inv-249")).toMatchObject({
			paid: "0",
		});

		await releaseStage(restored.table, restored.time.now.toISOString());
		await sweep(restored);
		await workOff(restored);
		const results = await expectSettled(restored, slug, resources);
		expect(results.every(({ status }) => status === "DONE")).toBe(true);
	});
});

describe("operations, Restore: a batch that was accepted after the instant", () => {
	it("is unknown: its messages are used up and pay nothing", async () => {
		const instant = await itemsOf(lost);
		const slug = await startBatch(lost, resources);
		await restore(instant);
		expect(await deliver(restored, lost.queue.take())).toEqual({
			batchItemFailures: [],
		});
		expect(await restored.getBatch(slug)).toMatchObject({ status: 404 });
		expect(await invoiceState(restored, "inv-0")).toMatchObject({ paid: "0" });
		await expectNothingRuns(restored, slug);
	});
});

describe("operations, Restore: what the operator did", () => {
	it("batch hold is in the table: it is restored too, and ended with batch release", async () => {
		await holdBatches(lost.table, "acme", lost.time.now);
		await restore(await itemsOf(lost));
		expect(await pay(restored, resources)).toMatchObject({
			body: { error: { code: "MAP_BATCH_IN_PROGRESS" } },
		});
		await releaseBatches(restored.table, "acme");
		await startBatch(restored, resources);
	});
});
