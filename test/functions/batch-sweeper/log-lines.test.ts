import { describe, expect, it } from "vitest";
import {
	before as beforeCall,
	failBefore,
} from "../../support/aws-gateway/faults/effects.ts";
import {
	deliver,
	startBatch,
	stopBatch,
	sweep,
	sweepTimes,
	workOff,
} from "../../support/batches.ts";
import { logged } from "../../support/logged.ts";
import {
	mixedFirstChunk,
	mixedOrganization,
	mixedResources,
} from "../../support/mixed-batch.ts";
import { passSeconds } from "../../support/pass-time.ts";
import { pay } from "../../support/pay.ts";
import { startProcess } from "../../support/service-process.ts";
import { useWorld } from "../../support/use-world.ts";

const world = useWorld(mixedOrganization);

/** The values emitted while `act` ran, in order. */
async function emittedBy(act: () => Promise<unknown>) {
	const before = world.metrics.length;
	await act();
	return world.metrics.slice(before).map(({ values }) => values);
}

describe("the lines and metrics of a sweep", () => {
	it("say that nothing waits, without a line, when no batch runs", async () => {
		expect(await emittedBy(() => sweep(world))).toEqual([
			{ SecondsWithoutProgress: 0 },
		]);
		expect(world.logLines).toEqual([]);
	});

	it("say how long the batch has waited, and that its chunks were sent again", async () => {
		const slug = await startBatch(world, mixedResources);
		passSeconds(world, 60);
		expect(await emittedBy(() => sweep(world))).toEqual([
			{ SecondsWithoutProgress: 60 },
		]);
		passSeconds(world, 121);
		expect(await emittedBy(() => sweep(world))).toEqual([
			{ ChunksResent: 2 },
			{ SecondsWithoutProgress: 181 },
		]);
		const own = { operation: "batch-sweeper", batches: 1 };
		const sweeps = logged(world, "Sweep");
		expect(sweeps).toMatchObject([
			{ ...own, secondsWithoutProgress: 60 },
			{ ...own, secondsWithoutProgress: 181 },
		]);
		expect(sweeps.map(({ results }) => results)).toEqual([
			{ WAITED: 1 },
			{ RESENT: 1 },
		]);
		expect(
			logged(world, "A batch made no progress: its chunks were resent"),
		).toMatchObject([{ organization: "acme", batch: slug, resent: 2 }]);
		await workOff(world);
	});

	it("say that a batch waits when it is accepted just before the sweeper would abort it", async () => {
		const process = startProcess(world);
		let sweeping: Promise<unknown> | undefined;
		const isSweeping = Promise.withResolvers<void>();
		const isAccepted = Promise.withResolvers<void>();
		world.gateway.faults.add({
			accessKeyId: process.accessKeyId,
			operation: "UpdateItem",
			times: 1,
			effect: beforeCall(async () => {
				passSeconds(world, sweepTimes.abortAfterSeconds + 1);
				sweeping = sweep(world, sweeper);
				await isSweeping.promise;
			}),
		});
		const sweeper = startProcess(world);
		world.gateway.faults.add({
			accessKeyId: sweeper.accessKeyId,
			operation: "TransactWriteItems",
			times: 1,
			effect: beforeCall(() => {
				isSweeping.resolve();
				return isAccepted.promise;
			}),
		});
		const answer = await pay(world, mixedResources, { process });
		expect(answer).toMatchObject({ status: 200 });
		isAccepted.resolve();
		await sweeping;
		expect(logged(world, "Sweep")).toMatchObject([{ results: { WAITED: 1 } }]);
		await workOff(world);
	});

	it("say that a batch was abandoned although its chunks cannot be closed", async () => {
		const slug = await startBatch(world, mixedResources);
		passSeconds(world, sweepTimes.abandonAfterSeconds + 1);
		world.skipPauses();
		world.addFault({ operation: "PutItem", effect: failBefore() });
		await expect(sweep(world)).rejects.toThrow("1 failed");
		expect(logged(world, "Batch abandoned")).toMatchObject([
			{ batch: slug, abandonedChunks: [0, 1] },
		]);
	});

	it("count an abandoned batch once, with the payments that a worker had recorded", async () => {
		const slug = await startBatch(world, mixedResources);
		const [, second = ""] = world.queue.take();
		await deliver(world, [second]);
		passSeconds(world, sweepTimes.abandonAfterSeconds + 1);
		const values = await emittedBy(() => sweep(world));
		expect(values).toEqual([
			{ PaymentsRefused: expect.any(Number) },
			{
				BatchSeconds: sweepTimes.abandonAfterSeconds + 1,
				BatchesAbandoned: 1,
			},
			{ SecondsWithoutProgress: sweepTimes.abandonAfterSeconds + 1 },
		]);
		expect(world.metrics).toContainEqual({
			values: { PaymentsRefused: mixedFirstChunk },
			dimension: { reason: "PROCESSING_FAILED" },
		});
		const own = { operation: "batch-sweeper", batch: slug, chunks: 2 };
		expect(logged(world, "Batch abandoned")).toMatchObject([
			{ level: "ERROR", batch: slug, abandonedChunks: [0] },
		]);
		expect(logged(world, "Chunk").slice(1)).toMatchObject([
			{
				...own,
				outcome: "ABANDONED",
				results: { PROCESSING_FAILED: mixedFirstChunk },
			},
		]);
		expect(logged(world, "Batch")).toMatchObject([
			{ ...own, attempt: slug, abandoned: true },
		]);
		expect(logged(world, "Sweep")).toMatchObject([
			{ results: { ABANDONED: 1 } },
		]);
		expect(await emittedBy(() => sweep(world))).toEqual([
			{ SecondsWithoutProgress: 0 },
		]);
	});

	it("count a batch as abandoned when a worker ends it after the sweeper gave up a chunk", async () => {
		await startBatch(world, mixedResources);
		const [, second = ""] = world.queue.take();
		passSeconds(world, sweepTimes.abandonAfterSeconds + 1);
		// The sweeper closes one chunk, and fails at the other.
		world.addFault({
			operation: "TransactWriteItems",
			effect: failBefore(),
		});
		const values = await emittedBy(async () => {
			await expect(sweep(world)).rejects.toThrow();
		});
		expect(values.at(-1)).toEqual({
			SecondsWithoutProgress: sweepTimes.abandonAfterSeconds + 1,
		});
		expect(values).not.toContainEqual(
			expect.objectContaining({ BatchesAbandoned: 1 }),
		);
		expect(logged(world, "Sweep")).toMatchObject([{ results: { FAILED: 1 } }]);
		world.gateway.faults.clear();
		const [first = ""] = world.queue.bodies;
		await deliver(world, [first, second]);
		expect(logged(world, "Batch")).toMatchObject([
			{ operation: "payment-worker", abandoned: true },
		]);
	});

	it("count a batch as abandoned when a stop ends it after the sweeper gave up a chunk", async () => {
		const slug = await startBatch(world, mixedResources);
		passSeconds(world, sweepTimes.abandonAfterSeconds + 1);
		world.skipPauses();
		// The sweeper decides one chunk, and fails at the other.
		const failing = world.addFault({
			operation: "PutItem",
			skip: 1,
			effect: failBefore(),
		});
		await expect(sweep(world)).rejects.toThrow("1 failed");
		failing.remove();
		await stopBatch(world, slug);
		expect(logged(world, "Batch")).toMatchObject([
			{ operation: "stop-batch", abandoned: true },
		]);
	});

	it("leave the time without progress out when a batch could not be read: the sweep fails, and has an alarm for that", async () => {
		await startBatch(world, mixedResources);
		world.addFault({ operation: "BatchGetItem", effect: failBefore() });
		const values = await emittedBy(async () => {
			await expect(sweep(world)).rejects.toThrow();
		});
		expect(values).toEqual([]);
		expect(logged(world, "Sweep")).toMatchObject([{ results: { FAILED: 1 } }]);
	});
});
