import { UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { BatchResult } from "../../../shared/batches/results/batch-result.ts";
import { toCursor } from "../../../shared/batches/results/result-cursor.ts";
import {
	batchLayoutKey,
	chunkKey,
	chunkResultKey,
	type Key,
} from "../../../shared/dynamodb/keys.ts";
import { packJson } from "../../../shared/dynamodb/stored-values.ts";
import { drop } from "../../support/aws-gateway/faults/effects.ts";
import {
	allResults,
	deliver,
	expectNothingRuns,
	startBatch,
	sweep,
	sweepTimes,
} from "../../support/batches.ts";
import { deleteItem } from "../../support/delete-item.ts";
import { invoiceState } from "../../support/invoices.ts";
import {
	mixedOrganization,
	mixedOutcomes,
	mixedResources,
} from "../../support/mixed-batch.ts";
import { passSeconds } from "../../support/pass-time.ts";
import { pay } from "../../support/pay.ts";
import { useWorld } from "../../support/use-world.ts";
import { serviceAccessKeyId } from "../../support/world.ts";

const world = useWorld(mixedOrganization);
let slug: string;
let bodies: string[];
beforeEach(async () => {
	slug = await startBatch(world, mixedResources);
	bodies = world.queue.take();
});

const batchId = () => ({ organizationId: "acme", bulkActionSlug: slug });
const chunk = (number: number) => chunkKey(batchId(), number);
const result = (number: number) => chunkResultKey(batchId(), number);
const layout = () => batchLayoutKey(batchId(), 0);

/** The second chunk has the resources of two invoices, the first all others. */
const isInSecond = ({ slug: invoice }: { slug: string }) =>
	["inv-4", "inv-5"].includes(invoice);
const isInFirst = (resource: { slug: string }) => !isInSecond(resource);

const remove = (key: Key) => deleteItem(world, key);

const set =
	(attribute: string, value: unknown) =>
	({ pk, sk }: Key) =>
		world.table.documents.send(
			new UpdateCommand({
				TableName: world.table.name,
				Key: { pk, sk },
				UpdateExpression: "SET #attribute = :value",
				ExpressionAttributeNames: { "#attribute": attribute },
				ExpressionAttributeValues: { ":value": value },
			}),
		);

const deliverChunk = (number: number) => deliver(world, [bodies[number] ?? ""]);

/** The chunk is decided and paid; the worker dies before it counts it. */
async function payWithoutCount(number: number) {
	const count = world.gateway.faults.add({
		matches: (body) => JSON.stringify(body).includes("ADD counted"),
		effect: drop(),
	});
	expect((await deliverChunk(number)).batchItemFailures).toHaveLength(1);
	count.remove();
}

async function abandon(): Promise<number> {
	passSeconds(world, sweepTimes.abandonAfterSeconds + 1);
	return sweep(world);
}

/** Contract 3: complete, in request order, and adding up; and the organization is free. */
async function expectClosed(): Promise<BatchResult[]> {
	const results = await allResults(world, slug);
	expect(results).toHaveLength(mixedResources.length);
	const counts = { DONE: 0, ERROR: 0, SKIPPED: 0 };
	for (const { status } of results) counts[status] += 1;
	const total = mixedResources.length;
	expect((await world.getBatch(slug)).body.data).toMatchObject({
		status: "DONE",
		total,
		processed: total,
		counts,
	});
	await expectNothingRuns(world, slug);
	return results;
}

const outcomeOf = ({ status, reason }: BatchResult) => reason ?? status;

/** The outcomes of all resources. Those of a lost chunk have no slug, amount and payment id (C2). */
function expectOutcomes(
	results: readonly BatchResult[],
	isLost: (resource: { slug: string }) => boolean,
	lostOutcome: (position: number) => string | undefined,
) {
	const expected = mixedResources.map((resource, position) => {
		if (isLost(resource))
			return [position, "", null, lostOutcome(position), null];
		const outcome = mixedOutcomes[position];
		const paymentId = outcome === "DONE" ? `${slug}-${position}` : null;
		return [position, resource.slug, resource.amount, outcome, paymentId];
	});
	expect(
		results.map((one) => [
			one.position,
			one.slug,
			one.amount,
			outcomeOf(one),
			one.paymentId,
		]),
	).toEqual(expected);
}

const failed = () => "PROCESSING_FAILED";
const asPlanned = (position: number) => mixedOutcomes[position];

const losses: [string, (key: Key) => Promise<unknown>][] = [
	["missing", remove],
	["no longer unpacked", set("resources", new Uint8Array([1, 2, 3]))],
	["of another type", set("resources", "x")],
	["of an unknown format", set("format", 99)],
	["without a format", set("format", null)],
];

describe.each(losses)("batches: a chunk that is %s", (_, lose) => {
	it("is left to come back for 30 minutes, as it may only not be visible yet", async () => {
		await lose(chunk(0));
		expect((await deliverChunk(0)).batchItemFailures).toHaveLength(1);
		passSeconds(world, sweepTimes.abandonAfterSeconds);
		expect(await sweep(world)).toBe(0);
		expect((await pay(world, mixedResources)).status).toBe(409);
	});

	it("is then closed, its resources PROCESSING_FAILED in their places, with log and metric", async () => {
		const { logger } = world.dependencies.pipeline;
		const logged = vi.spyOn(logger, "error");
		await deliverChunk(1);
		await lose(chunk(0));
		expect(await abandon()).toBe(1);
		expectOutcomes(await expectClosed(), isInFirst, failed);
		expect(logged).toHaveBeenCalledWith("A chunk of a batch is lost", {
			organization: "acme",
			batch: batchId().bulkActionSlug,
			chunk: 0,
			resources: mixedResources.filter(isInFirst).length,
			mayBePaid: 0,
		});
		await startBatch(world, mixedResources);
	});
});

describe("batches: a chunk that is lost after it was decided", () => {
	it("keeps its payments: its resources are PROCESSING_FAILED, and the log says how many may have been paid", async () => {
		const { logger } = world.dependencies.pipeline;
		const logged = vi.spyOn(logger, "error");
		await payWithoutCount(0);
		await deliverChunk(1);
		await remove(chunk(0));
		await abandon();
		// What was refused stays refused.
		expectOutcomes(await expectClosed(), isInFirst, (position) =>
			mixedOutcomes[position] === "DONE" ? failed() : mixedOutcomes[position],
		);
		const planned = mixedResources.filter(
			(resource, position) =>
				isInFirst(resource) && mixedOutcomes[position] === "DONE",
		);
		expect(logged).toHaveBeenCalledWith(
			"A chunk of a batch is lost",
			expect.objectContaining({ mayBePaid: planned.length }),
		);
		expect(await invoiceState(world, "inv-0")).toMatchObject({ due: "40" });
	});

	it("has its exact results, once it is known what was not paid", async () => {
		// One invoice is changed between decision and payment.
		world.gateway.faults.add({
			operation: "BatchExecuteStatement",
			times: 1,
			effect: async (call, forward) => {
				await pay(world, [{ slug: "inv-1", amount: 1 }]);
				return forward(call);
			},
		});
		await payWithoutCount(0);
		await deliverChunk(1);
		await remove(chunk(0));
		await abandon();
		expectOutcomes(await expectClosed(), isInFirst, (position) => {
			const isChanged =
				mixedResources[position]?.slug === "inv-1" &&
				mixedOutcomes[position] === "DONE";
			return isChanged ? "LOCK_HELD" : mixedOutcomes[position];
		});
	});

	it("has its exact results, when it was counted before", async () => {
		await deliverChunk(0);
		await deliverChunk(1);
		await remove(chunk(0));
		expectOutcomes(await expectClosed(), isInFirst, asPlanned);
	});

	it("is shown in its places while the batch is running", async () => {
		await deliverChunk(1);
		await remove(chunk(1));
		const { status, body } = await world.getBatch(slug);
		expect(status).toBe(200);
		expect(body.data.status).toBe("PENDING");
		expect(body.data.results.map(outcomeOf)).toEqual(
			mixedOutcomes.filter((_, position) =>
				isInSecond(mixedResources[position] ?? { slug: "" }),
			),
		);
	});
});

describe("batches: a decision that cannot be read", () => {
	it.each([
		["cannot be unpacked", set("decision", new Uint8Array([1]))],
		["has an unknown format", set("format", 99)],
	])(
		"is replaced after 30 minutes, if it %s: what it may have paid stays, and is PROCESSING_FAILED",
		async (_, lose) => {
			const { logger } = world.dependencies.pipeline;
			const logged = vi.spyOn(logger, "error");
			await payWithoutCount(0);
			await deliverChunk(1);
			await lose(result(0));
			expect((await deliverChunk(0)).batchItemFailures).toHaveLength(1);
			world.gateway.meter.reset();
			await abandon();
			// The list, the batch, the chunk, its decision, the count, which is refused, the end.
			expect(world.gateway.meter.read(serviceAccessKeyId).operations).toEqual([
				"Query",
				"BatchGetItem",
				"BatchGetItem",
				"PutItem",
				"UpdateItem",
				"TransactWriteItems",
			]);
			const results = await expectClosed();
			expect(results.map(outcomeOf)).toEqual(
				mixedResources.map((resource, position) =>
					isInFirst(resource) ? failed() : mixedOutcomes[position],
				),
			);
			expect(results.map((one) => one.slug)).toEqual(
				mixedResources.map((one) => one.slug),
			);
			const resources = mixedResources.filter(isInFirst).length;
			expect(logged).toHaveBeenCalledWith(
				"A chunk of a batch is lost",
				expect.objectContaining({ resources, mayBePaid: resources }),
			);
		},
	);

	it("lost after it was counted does not cause a 5xx: its resources are missing, because nobody knows their outcome", async () => {
		await deliverChunk(0);
		await deliverChunk(1);
		await remove(result(0));
		const { status, body } = await world.getBatch(slug);
		expect(status).toBe(200);
		expect(body.data).toMatchObject({
			status: "DONE",
			processed: mixedResources.length,
		});
		expect(body.data.results).toHaveLength(
			mixedResources.filter(isInSecond).length,
		);
	});
});

describe.each<[string, (key: Key) => Promise<unknown>]>([
	["missing", remove],
	["no longer unpacked", set("layout", new Uint8Array([1]))],
	[
		"of an unknown format",
		async (key) => {
			await set("format", 99)(key);
			// What this version would read from it is wrong.
			await set("layout", packJson(mixedResources.map(() => 0)))(key);
		},
	],
])("batches: a layout page that is %s", (_, lose) => {
	it("is made again from the chunks", async () => {
		await lose(layout());
		await deliverChunk(0);
		await deliverChunk(1);
		const results = await expectClosed();
		expectOutcomes(results, () => false, asPlanned);
		const query = `limit=7&cursor=${toCursor(3)}`;
		const { data } = (await world.getBatch(slug, query)).body;
		expect(data.results).toEqual(results.slice(3, 10));
	});

	it("keeps no batch from being closed", async () => {
		await lose(layout());
		await deliverChunk(1);
		await abandon();
		const results = await expectClosed();
		expect(results.map(outcomeOf)).toEqual(
			mixedResources.map((resource, position) =>
				isInFirst(resource) ? failed() : mixedOutcomes[position],
			),
		);
	});

	it.each([
		[0, isInFirst],
		[1, isInSecond],
	])(
		"leaves to the lost chunk %i the positions that no other has",
		async (lost, isLost) => {
			await lose(layout());
			await deliverChunk(1 - lost);
			await remove(chunk(lost));
			await abandon();
			expectOutcomes(await expectClosed(), isLost, failed);
		},
	);

	it("leaves to a lost chunk that was decided as many positions as were decided on", async () => {
		await payWithoutCount(1);
		await lose(layout());
		await remove(chunk(0));
		await remove(chunk(1));
		expect(await abandon()).toBe(2);
		// One of its resources was refused, which the first chunk, undecided, has none of.
		expect((await expectClosed()).map(outcomeOf)).toContain("AMOUNT_EXCEEDS");
	});

	it("leaves to several lost chunks all positions, each to one of them", async () => {
		await lose(layout());
		await remove(chunk(0));
		await remove(chunk(1));
		expect(await abandon()).toBe(2);
		expectOutcomes(await expectClosed(), () => true, failed);
	});
});
