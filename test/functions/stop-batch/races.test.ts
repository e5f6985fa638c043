import { beforeEach, describe, expect, it } from "vitest";
import { awsError } from "../../../tools/local/aws-gateway/aws-error.ts";
import {
	after,
	before as beforeCall,
	drop,
	throttle,
} from "../../support/aws-gateway/faults/effects.ts";
import {
	deliver,
	expectSettled,
	notStopped,
	startBatch,
	stopBatch,
	sweep,
	sweepTimes,
} from "../../support/batches.ts";
import { logged } from "../../support/logged.ts";
import {
	mixedOrganization,
	mixedOutcomes,
	mixedResources,
} from "../../support/mixed-batch.ts";
import { passSeconds } from "../../support/pass-time.ts";
import { rivals } from "../../support/rivals.ts";
import {
	type ServiceProcess,
	startProcess,
} from "../../support/service-process.ts";
import { useWorld } from "../../support/use-world.ts";

const world = useWorld(mixedOrganization);
let slug: string;
/** The messages of both chunks. */
let bodies: [first: string, second: string];
let worker: ServiceProcess;
beforeEach(async () => {
	slug = await startBatch(world, mixedResources);
	const [first = "", second = ""] = world.queue.take();
	bodies = [first, second];
	worker = startProcess(world);
});

const isInFirst = ({ slug: invoice }: { slug: string }) =>
	!["inv-4", "inv-5"].includes(invoice);

/** What each resource comes to when these chunks are paid and the others are stopped. */
const paid = ({ first = false, second = false }) =>
	mixedResources.map((resource, position) =>
		(isInFirst(resource) ? first : second)
			? mixedOutcomes[position]
			: "BATCH_STOPPED",
	);

const outcomes = async () =>
	(await expectSettled(world, slug, mixedResources)).map(
		({ status, reason }) => reason ?? status,
	);

const stop = () => stopBatch(world, slug);

/** What happens just before the worker's next write that contains this. */
const beforeWrite = (written: string, act: () => unknown) =>
	world.gateway.faults.add({
		accessKeyId: worker.accessKeyId,
		matches: (call) => JSON.stringify(call).includes(written),
		times: 1,
		effect: beforeCall(act),
	});

const work = (body: string) => deliver(world, [body], worker.table);
const done = { batchItemFailures: [] };

describe("C4: a worker and a stop at the same chunk", () => {
	it("a worker that read the batch before it was stopped, and decides first, pays", async () => {
		// Between the mark of the stop and its decisions.
		world.addFault({
			operation: "UpdateItem",
			matches: (call) => JSON.stringify(call).includes("stopReason"),
			times: 1,
			effect: beforeCall(async () => {
				let stopped: Promise<unknown> | undefined;
				const isDecided = Promise.withResolvers<void>();
				world.gateway.faults.add({
					accessKeyId: worker.accessKeyId,
					operation: "PutItem",
					times: 1,
					effect: after(() => {
						isDecided.resolve();
						return stopped;
					}),
				});
				stopped = work(bodies[0]);
				await isDecided.promise;
			}),
		});
		await stop();
		await deliver(world, bodies);
		expect(await outcomes()).toEqual(paid({ first: true }));
	});

	it("a worker that read the batch before it was stopped, and decides later, does not", async () => {
		beforeWrite("decision", stop);
		expect(await work(bodies[0])).toEqual(done);
		expect(await outcomes()).toEqual(paid({}));
	});

	it("a worker that has decided continues at each next step", async () => {
		for (const written of ["list_append", "SET unpaid", "ADD counted"]) {
			beforeWrite(written, stop);
		}
		expect(await work(bodies[0])).toEqual(done);
		expect(await outcomes()).toEqual(paid({ first: true }));
	});

	it("a worker that counts the only decided chunk before the stop ends the others: the batch ends all the same", async () => {
		let working: Promise<unknown> | undefined;
		const isPaid = Promise.withResolvers<void>();
		const isEnding = Promise.withResolvers<void>();
		beforeWrite("ADD counted", () => {
			isPaid.resolve();
			return isEnding.promise;
		});
		// The stop has read that two chunks are left.
		const ending = world.addFault({
			operation: "TransactWriteItems",
			times: 1,
			effect: beforeCall(() => {
				isEnding.resolve();
				return working;
			}),
		});
		working = work(bodies[0]);
		await isPaid.promise;
		await stop();
		expect(ending.hits).toBe(1);
		expect(await outcomes()).toEqual(paid({ first: true }));
	});

	it("a worker that finds the batch stopped ends its chunk itself, and the last one ends the batch", async () => {
		await stopWithoutEnding();
		expect((await world.getBatch(slug)).body.data).toMatchObject({
			status: "PENDING",
			processed: 0,
			stopReason: "The wrong file",
		});
		for (const [body, processed] of [
			[bodies[0], mixedResources.filter(isInFirst).length],
			[bodies[1], mixedResources.length],
		] as const) {
			expect(await deliver(world, [body])).toEqual(done);
			const { data } = (await world.getBatch(slug)).body;
			expect(data).toMatchObject({ processed });
		}
		expect(await outcomes()).toEqual(paid({}));
	});

	it("a worker that finds the batch stopped carries out a decision that another one has made meanwhile", async () => {
		// The slow worker reads before the stop, and decides when the other one is about to stop the chunk.
		const slow = startProcess(world);
		const isStopped = Promise.withResolvers<void>();
		const isReading = Promise.withResolvers<void>();
		world.gateway.faults.add({
			accessKeyId: slow.accessKeyId,
			operation: "PutItem",
			times: 1,
			effect: beforeCall(() => {
				isReading.resolve();
				return isStopped.promise;
			}),
		});
		// It dies after its decision: the other one has to pay.
		const slowWork = deliver(world, [bodies[0]], slow.table);
		await isReading.promise;
		await stopWithoutEnding();
		world.gateway.faults.add({
			accessKeyId: slow.accessKeyId,
			operation: "BatchExecuteStatement",
			effect: drop(),
		});
		world.gateway.faults.add({
			accessKeyId: worker.accessKeyId,
			operation: "TransactWriteItems",
			times: 1,
			effect: beforeCall(async () => {
				isStopped.resolve();
				await slowWork;
			}),
		});
		expect(await work(bodies[0])).toEqual(done);
		expect(logged(world, "Chunk").at(-1)).toMatchObject({ outcome: "COUNTED" });
		await deliver(world, bodies);
		expect(await outcomes()).toEqual(paid({ first: true }));
	});

	it("a worker that finds the batch stopped does not touch its chunk if another one has ended it meanwhile", async () => {
		await stopWithoutEnding();
		const ending = world.gateway.faults.add({
			accessKeyId: worker.accessKeyId,
			operation: "TransactWriteItems",
			times: 1,
			effect: beforeCall(() => deliver(world, [bodies[0]])),
		});
		expect(await work(bodies[0])).toEqual(done);
		expect(ending.hits).toBe(1);
		expect(logged(world, "Chunk").map(({ outcome }) => outcome)).toEqual([
			"COUNTED",
			"COUNTED_BEFORE",
		]);
		await deliver(world, bodies);
		expect(await outcomes()).toEqual(paid({}));
	});

	it("a batch that workers end before the stop is stored was not stopped, and is paid", async () => {
		world.addFault({
			operation: "UpdateItem",
			matches: (call) => JSON.stringify(call).includes("stopReason"),
			times: 1,
			effect: beforeCall(() => deliver(world, bodies)),
		});
		expect(await stop()).toMatchObject({
			status: 200,
			body: { data: { status: "DONE", ...notStopped } },
		});
		expect(await outcomes()).toEqual(mixedOutcomes);
	});
});

/** The mark is stored, and the request dies: nothing of the batch is ended. */
async function stopWithoutEnding() {
	const process = startProcess(world);
	world.gateway.faults.add({
		accessKeyId: process.accessKeyId,
		operation: "TransactWriteItems",
		effect: drop(),
	});
	const { status } = await stopBatch(world, slug, undefined, { process });
	expect(status).toBe(200);
}

describe("C4: the sweeper and a stop", () => {
	it("the sweeper ends what a stop has left, at its next run, and workers carry out what was decided", async () => {
		// The first chunk is decided; its worker dies.
		const dying = startProcess(world, { call: 3, when: "after", what: "die" });
		await deliver(world, [bodies[0]], dying.table);
		await stopWithoutEnding();
		passSeconds(world, 60);
		await sweep(world);
		const { data } = (await world.getBatch(slug)).body;
		expect(data).toMatchObject({
			status: "PENDING",
			processed: mixedResources.filter((one) => !isInFirst(one)).length,
		});
		passSeconds(world, sweepTimes.resendAfterSeconds);
		await sweep(world);
		expect(world.queue.take()).toEqual([bodies[0]]);
		await deliver(world, [bodies[0]]);
		expect(await outcomes()).toEqual(paid({ first: true }));
	});

	it.each([0, sweepTimes.abandonAfterSeconds])(
		"a batch of which a decided chunk is lost, stopped after %d s, is abandoned 30 minutes after it last advanced: that chunk alone is PROCESSING_FAILED",
		async (seconds) => {
			const death = { call: 3, when: "after", what: "die" } as const;
			const dying = startProcess(world, death);
			await deliver(world, [bodies[0]], dying.table);
			passSeconds(world, seconds);
			await stop();
			passSeconds(world, sweepTimes.abandonAfterSeconds + 1 - seconds);
			expect(await sweep(world)).toBe(1);
			const expected = paid({ first: true }).map((outcome) =>
				outcome === "DONE" ? "PROCESSING_FAILED" : outcome,
			);
			expect(await outcomes()).toEqual(expected);
		},
	);

	it("if a sweeper abandons the batch while it is stopped, each chunk has the outcome of whoever was first", async () => {
		passSeconds(world, sweepTimes.abandonAfterSeconds + 1);
		const sweeper = startProcess(world);
		let chunks = 0;
		world.gateway.faults.add({
			accessKeyId: sweeper.accessKeyId,
			operation: "PutItem",
			// The first chunk is given up, then comes the stop.
			effect: async (call, forward) => {
				chunks += 1;
				if (chunks === 2) await stop();
				return forward(call);
			},
		});
		await sweep(world, sweeper);
		const given = new Set(await outcomes());
		expect(given).toEqual(new Set(["PROCESSING_FAILED", "BATCH_STOPPED"]));
	});

	it("a sweeper that gives the batch up, and finds it stopped at a chunk, ends the chunk as the stop does", async () => {
		passSeconds(world, sweepTimes.abandonAfterSeconds + 1);
		const sweeper = startProcess(world);
		let stopping: Promise<void> | undefined;
		world.gateway.faults.add({
			accessKeyId: sweeper.accessKeyId,
			operation: "BatchGetItem",
			// The batch, before the stop; then come the chunks.
			skip: 1,
			effect: beforeCall(() => (stopping ??= stopWithoutEnding())),
		});
		await sweep(world, sweeper);
		expect(await outcomes()).toEqual(paid({}));
	});

	it("the sweeper ends a stopped batch of which all messages are lost", async () => {
		await stopWithoutEnding();
		passSeconds(world, 1);
		await sweep(world);
		expect(logged(world, "Sweep")).toMatchObject([{ results: { STOPPED: 1 } }]);
		expect(logged(world, "Batch")).toMatchObject([
			{ operation: "batch-sweeper", batch: slug, abandoned: false },
		]);
		expect(world.metrics).toContainEqual({
			values: { PaymentsRefused: mixedResources.length },
			dimension: { reason: "BATCH_STOPPED" },
		});
		expect(await outcomes()).toEqual(paid({}));
	});
});

describe("C4: stops at the same time", () => {
	it("if a running batch is stopped twice, the stop that is stored first counts", async () => {
		// A chunk is decided, so that the first stop does not end the batch.
		const dying = startProcess(world, { call: 3, when: "after", what: "die" });
		await deliver(world, [bodies[0]], dying.table);
		world.addFault({
			operation: "UpdateItem",
			matches: (call) => JSON.stringify(call).includes("stopReason"),
			times: 1,
			effect: beforeCall(() =>
				stopBatch(world, slug, { reason: "stored first" }),
			),
		});
		const { body } = await stop();
		expect(body.data).toMatchObject({
			status: "PENDING",
			stopReason: "stored first",
		});
		await deliver(world, bodies);
		expect(await outcomes()).toEqual(paid({ first: true }));
	});

	it("32 stops: one of them is shown, and every resource is ended once", async () => {
		const answers = await rivals(32, (index) =>
			stopBatch(world, slug, { reason: `reason ${index}` }),
		);
		const shown = answers.map(({ status, body }) => ({
			status,
			reason: body.data.stopReason,
		}));
		const [first] = shown;
		expect(first?.reason).toMatch(/^reason \d+$/);
		expect(shown).toEqual(shown.map(() => ({ ...first, status: 200 })));
		expect(await outcomes()).toEqual(paid({}));
	});

	it("stops, workers and sweepers all at once, again and again: paid and DONE, or stopped and not", async () => {
		for (let round = 0; round < 5; round++) {
			await Promise.all([
				deliver(world, bodies),
				stop(),
				sweep(world),
				deliver(world, bodies),
				stop(),
			]);
			await deliver(world, bodies);
			for (const outcome of await outcomes())
				expect([...mixedOutcomes, "BATCH_STOPPED"]).toContain(outcome);
			slug = await startBatch(world, mixedResources);
			const [first = "", second = ""] = world.queue.take();
			bodies = [first, second];
		}
	});
});

describe("C4: a stop while the store is busy", () => {
	it("is certain once it is stored: 200, and the sweeper does the rest", async () => {
		world.skipPauses();
		const busy = world.addFault({
			operation: "TransactWriteItems",
			effect: throttle(),
		});
		const { status, body } = await stop();
		expect({ status, body }).toMatchObject({
			status: 200,
			body: { data: { status: "PENDING", stopReason: "The wrong file" } },
		});
		expect(busy.hits).toBeGreaterThan(1);
		expect(
			logged(world, "A stopped batch is left to the sweeper"),
		).toMatchObject([{ level: "WARN", organization: "acme", batch: slug }]);
		busy.remove();
		passSeconds(world, 60);
		await sweep(world);
		expect(await outcomes()).toEqual(paid({}));
	});

	it("is certain even if others keep it from ending anything, again and again", async () => {
		world.skipPauses();
		const refused = world.addFault({
			operation: "TransactWriteItems",
			effect: async (call) =>
				awsError(call, 400, "TransactionCanceledException", {
					CancellationReasons: [{ Code: "ConditionalCheckFailed" }],
				}),
		});
		expect((await stop()).status).toBe(200);
		expect(refused.hits).toBeLessThan(200);
		expect(
			logged(world, "A stopped batch is left to the sweeper"),
		).toMatchObject([
			{ error: { message: expect.stringMatching(/^The store is too busy: /) } },
		]);
	});

	it("is a 500 while it cannot be stored, and nothing is changed", async () => {
		world.skipPauses();
		const busy = world.addFault({
			operation: "UpdateItem",
			effect: throttle(),
		});
		expect((await stop()).status).toBe(500);
		busy.remove();
		await deliver(world, bodies);
		expect(await outcomes()).toEqual(mixedOutcomes);
	});
});
