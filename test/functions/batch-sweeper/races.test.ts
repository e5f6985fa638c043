import { beforeEach, describe, expect, it } from "vitest";
import { chunkResourcesMax } from "../../../shared/batches/chunks/to-chunks.store.ts";
import { acme, payableInvoices } from "../../support/acme.ts";
import {
	before,
	drop,
	heldBack,
} from "../../support/aws-gateway/faults/effects.ts";
import {
	chunks,
	deliver,
	expectSettled,
	resourcesOf,
	startBatch,
	sweep,
	sweepTimes,
} from "../../support/batches.ts";
import { logged } from "../../support/logged.ts";
import { passSeconds } from "../../support/pass-time.ts";
import { pay } from "../../support/pay.ts";
import {
	type ServiceProcess,
	startProcess,
} from "../../support/service-process.ts";
import { useWorld } from "../../support/use-world.ts";

const resources = resourcesOf(chunks(2));

const world = useWorld(() => acme({ invoices: payableInvoices(chunks(2)) }));
let slug: string;
let body: string;
let worker: ServiceProcess;
let sweeper: ServiceProcess;
beforeEach(async () => {
	slug = await startBatch(world, resources);
	const [first = "", last = ""] = world.queue.take();
	await deliver(world, [last]);
	body = first;
	worker = startProcess(world);
	sweeper = startProcess(world);
});

/** What happens just before a process's first call that writes this. */
const beforeWrite = (
	{ accessKeyId }: ServiceProcess,
	written: string,
	act: () => unknown,
) =>
	world.gateway.faults.add({
		accessKeyId,
		matches: (call) => JSON.stringify(call).includes(written),
		times: 1,
		effect: before(act),
	});

function abandon() {
	passSeconds(world, sweepTimes.abandonAfterSeconds + 1);
	return sweep(world, sweeper);
}

const outcomes = async () =>
	(await expectSettled(world, slug, resources)).map(
		({ status, reason }) => reason ?? status,
	);

describe("a worker and the sweeper at the same chunk", () => {
	it("what one worker has found unpaid is what the other one counts, even if that one is first", async () => {
		// Paid by someone else after the decision: the worker calls it LOCK_HELD, the sweeper PROCESSING_FAILED.
		beforeWrite(worker, "list_append", () =>
			pay(world, [{ slug: "inv-7", amount: 1 }]),
		);
		let working: Promise<unknown> | undefined;
		const isWorkerAtIt = Promise.withResolvers<void>();
		const isSweeperDone = Promise.withResolvers<void>();
		beforeWrite(worker, "SET unpaid", () => {
			isWorkerAtIt.resolve();
			return isSweeperDone.promise;
		});
		beforeWrite(sweeper, "ADD counted", () => {
			isSweeperDone.resolve();
			return working;
		});
		working = deliver(world, [body], worker.table);
		await isWorkerAtIt.promise;
		await abandon();
		expect(logged(world, "Chunk").at(-1)).toMatchObject({
			operation: "batch-sweeper",
			outcome: "COUNTED_BEFORE",
		});
		const expected = resources.map((_, index) =>
			index === 7 ? "PROCESSING_FAILED" : "DONE",
		);
		expect(await outcomes()).toEqual(expected);
	});

	it("a worker that had found no decision follows the decision that another one has made", async () => {
		// The worker decides and pays, and dies before it counts.
		for (const operation of ["UpdateItem", "TransactWriteItems"]) {
			const { accessKeyId } = worker;
			world.gateway.faults.add({ accessKeyId, operation, effect: drop() });
		}
		beforeWrite(sweeper, "decision", () =>
			deliver(world, [body], worker.table),
		);
		await abandon();
		// The list, the batch, the chunk, its decision, the count, which is refused, the end.
		const others = 6;
		const fences = Math.ceil(chunkResourcesMax / 25);
		const reads = Math.ceil(chunkResourcesMax / 100);
		expect(sweeper.calls()).toBe(others + fences + reads);
		expect(world.metrics).toContainEqual({
			values: {
				PaymentsRecorded: chunkResourcesMax,
				AmountRecorded: 10 * chunkResourcesMax,
			},
			dimension: { operation: "payment-worker" },
		});
		expect(new Set(await outcomes())).toEqual(new Set(["DONE"]));
	});

	it("a chunk that is counted after the sweeper has read its batch is left alone", async () => {
		world.gateway.faults.add({
			accessKeyId: sweeper.accessKeyId,
			operation: "BatchGetItem",
			// The batch; then comes the chunk.
			skip: 1,
			times: 1,
			effect: before(() => deliver(world, [body])),
		});
		await abandon();
		expect(new Set(await outcomes())).toEqual(new Set(["DONE"]));
	});

	it("what one worker decided but did not pay is fenced by the other one, which had found no decision", async () => {
		// The worker decides; its payments arrive when everybody has given them up.
		const late = heldBack();
		world.gateway.faults.add({
			accessKeyId: worker.accessKeyId,
			operation: "BatchExecuteStatement",
			effect: late.effect,
		});
		beforeWrite(sweeper, "decision", () =>
			deliver(world, [body], worker.table),
		);
		await abandon();
		// The last chunk was paid before.
		const expected = resources.map((_, index) =>
			index < chunkResourcesMax ? "PROCESSING_FAILED" : "DONE",
		);
		expect(await outcomes()).toEqual(expected);
		expect(await late.land()).toBeGreaterThan(0);
		expect(await outcomes()).toEqual(expected);
	});
});
