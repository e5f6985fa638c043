import { UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { beforeEach, describe, expect, it } from "vitest";
import { batchKey } from "../../../shared/dynamodb/keys.ts";
import {
	holdStage,
	releaseStage,
} from "../../../tools/operator/organizations/hold-stage.ts";
import { acme, payableInvoices } from "../../support/acme.ts";
import { after as afterCall } from "../../support/aws-gateway/faults/effects.ts";
import {
	chunks,
	deliver,
	expectSettled,
	resourcesOf,
	startBatch,
	stopBatch,
	sweep,
	sweepTimes,
	workOff,
} from "../../support/batches.ts";
import { invoiceStates } from "../../support/invoices.ts";
import { logged } from "../../support/logged.ts";
import { passSeconds } from "../../support/pass-time.ts";
import { pay } from "../../support/pay.ts";
import { startProcess } from "../../support/service-process.ts";
import { useWorld } from "../../support/use-world.ts";

const world = useWorld(() => acme({ invoices: payableInvoices(chunks(3)) }));
beforeEach(() => world.skipPauses());

const resources = resourcesOf(chunks(3));
const done = { batchItemFailures: [] };
const hour = 3_600;

const hold = () => holdStage(world.table, world.time.now.toISOString());
const release = () => releaseStage(world.table, world.time.now.toISOString());

async function paidCount() {
	const states = await invoiceStates(
		world,
		resources.map(({ slug }) => slug),
	);
	return [...states.values()].reduce(
		(sum, { payments }) => sum + payments.length,
		0,
	);
}

/** Sweeps every minute, as the schedule does. */
async function sweepFor(seconds: number) {
	for (let passed = 0; passed < seconds; passed += 600) {
		passSeconds(world, 600);
		expect(await sweep(world)).toBe(0);
	}
}

describe("contract 5, suspend --all: a batch in the middle", () => {
	it("waits, however long the stop lasts: no chunk begins, fails, is sent or given up; after resume --all, each is delivered again and paid once", async () => {
		const slug = await startBatch(world, resources);
		const [first = "", ...others] = world.queue.take();
		expect(await deliver(world, [first])).toEqual(done);
		const paid = await paidCount();

		await hold();
		// A message that SQS takes as done has no receive count and no age that a hold could use up.
		expect(await deliver(world, others)).toEqual(done);
		expect(await paidCount()).toBe(paid);
		expect(logged(world, "Chunk").slice(1)).toMatchObject([
			{ outcome: "HELD" },
			{ outcome: "HELD" },
		]);
		await sweepFor(12 * hour);
		expect(world.queue.take()).toEqual([]);
		expect(logged(world, "Sweep").at(-1)).toMatchObject({
			results: { HELD: 1 },
		});

		await release();
		passSeconds(world, 60);
		expect(await sweep(world)).toBe(0);
		const again = world.queue.take();
		expect(again.toSorted()).toEqual(others.toSorted());
		for (const message of again) await deliver(world, [message]);
		const results = await expectSettled(world, slug, resources);
		expect(results.every(({ status }) => status === "DONE")).toBe(true);
	});

	it("a chunk that a worker had decided when it died is carried out after resume --all", async () => {
		const slug = await startBatch(world, resources);
		const [first = ""] = world.queue.take();
		// It reads the chunk, the invoices and stores its decision.
		const dying = startProcess(world, { call: 3, when: "after", what: "die" });
		await deliver(world, [first], dying.table);
		await hold();
		expect(await deliver(world, [first])).toEqual(done);
		expect(await paidCount()).toBe(0);
		await sweepFor(hour);
		await release();
		await sweep(world);
		await workOff(world);
		const results = await expectSettled(world, slug, resources);
		expect(results.every(({ status }) => status === "DONE")).toBe(true);
	});

	it("a chunk that was begun before ends", async () => {
		const slug = await startBatch(world, resources);
		world.addFault({
			// Stores the chunk's decision.
			operation: "PutItem",
			times: 1,
			effect: afterCall(hold),
		});
		const [first = "", ...others] = world.queue.take();
		await deliver(world, [first]);
		expect(await paidCount()).toBeGreaterThan(0);
		await release();
		await deliver(world, others);
		await expectSettled(world, slug, resources);
	});

	it("is sent again by the first sweep after a short hold too, and given up only after the stall limit has passed since", async () => {
		const slug = await startBatch(world, resources);
		await hold();
		await deliver(world, world.queue.take());
		passSeconds(world, 10);
		await release();
		passSeconds(world, 10);
		await sweep(world);
		expect(world.queue.take()).toHaveLength(3);
		passSeconds(world, 60);
		await sweep(world);
		expect(world.queue.take()).toHaveLength(0);
		passSeconds(world, sweepTimes.abandonAfterSeconds - 70);
		expect(await sweep(world)).toBe(0);
		passSeconds(world, 1);
		expect(await sweep(world)).toBe(3);
		await expectSettled(world, slug, resources);
	});

	it("is not given up by a sweep that began before the hold", async () => {
		const slug = await startBatch(world, resources);
		const messages = world.queue.take();
		passSeconds(world, sweepTimes.abandonAfterSeconds + 1);
		world.addFault({
			operation: "BatchGetItem",
			times: 1,
			matches: (body) => JSON.stringify(body).includes('"STAGE"'),
			effect: afterCall(hold),
		});
		await sweep(world);
		await release();
		await deliver(world, messages);
		const results = await expectSettled(world, slug, resources);
		expect(results.every(({ status }) => status === "DONE")).toBe(true);
	});

	it("can be stopped for good meanwhile", async () => {
		const slug = await startBatch(world, resources);
		const messages = world.queue.take();
		// The key's caller is remembered for 5 seconds.
		await hold();
		await stopBatch(world, slug);
		expect(await deliver(world, messages)).toEqual(done);
		await sweep(world);
		expect(await paidCount()).toBe(0);
		await expectSettled(world, slug, resources);
	});

	it("keeps the chunks of a version that this one does not know, without a failed delivery", async () => {
		const slug = await startBatch(world, resources);
		const key = batchKey({ organizationId: "acme", bulkActionSlug: slug });
		const setFormat = (format: number) =>
			world.table.documents.send(
				new UpdateCommand({
					TableName: world.table.name,
					Key: key,
					UpdateExpression: "SET #format = :format",
					ExpressionAttributeNames: { "#format": "format" },
					ExpressionAttributeValues: { ":format": format },
				}),
			);
		await setFormat(99);
		const messages = world.queue.take();
		await hold();
		expect(await deliver(world, messages)).toEqual(done);
		await release();
	});
});

it("contract 5, suspend --all: a batch that a request accepts which was admitted before waits too", async () => {
	expect((await pay(world, resourcesOf(1, 1))).status).toBe(200);
	await hold();
	const slug = await startBatch(world, resources);
	await deliver(world, world.queue.take());
	expect(await paidCount()).toBe(1);
	await sweepFor(hour);
	await release();
	passSeconds(world, 60);
	await sweep(world);
	await workOff(world);
	const { body } = await world.getBatch(slug);
	expect(body.data).toMatchObject({
		status: "DONE",
		counts: { DONE: resources.length },
	});
});
