import { describe, expect, it } from "vitest";
import { listBatches } from "../../../tools/operator/batches/list-batches.ts";
import { showBatch } from "../../../tools/operator/batches/show-batch.ts";
import { stopBatch } from "../../../tools/operator/batches/stop-batch.ts";
import { watchBatch } from "../../../tools/operator/batches/watch-batch.ts";
import { batchStopCommand } from "../../../tools/operator/cli/commands/batch-commands.ts";
import { acme, payableInvoices } from "../../support/acme.ts";
import {
	before,
	drop,
	throttle,
} from "../../support/aws-gateway/faults/effects.ts";
import {
	allResults,
	batchMin,
	deliver,
	expectSettled,
	notStopped,
	resourcesOf,
	startBatch,
	workOff,
} from "../../support/batches.ts";
import { passSeconds } from "../../support/pass-time.ts";
import { pay } from "../../support/pay.ts";
import { startProcess } from "../../support/service-process.ts";
import { useWorld } from "../../support/use-world.ts";
import { admin, byAdmin, exported } from "./exported.ts";

const world = useWorld(() => acme({ invoices: payableInvoices(250) }));

/** Starts a batch that cannot be committed, and looks at it before each attempt. */
async function whileAccepting(look: () => Promise<void>) {
	world.skipPauses();
	world.addFault({
		operation: "UpdateItem",
		effect: (call, forward) =>
			before(look)(call, (passed) => throttle()(passed, forward)),
	});
	expect((await pay(world, resourcesOf(batchMin))).status).toBe(500);
}

describe("contract 5: batch list, and batches[] of the export (contract 4)", () => {
	it("shows each batch in the contract's properties, newest first", async () => {
		const first = await startBatch(world, resourcesOf(batchMin, 100));
		passSeconds(world, 30);
		await workOff(world);
		passSeconds(world, 60);
		const second = await startBatch(world, resourcesOf(250, 60));
		const batches = [
			{
				bulkActionSlug: second,
				status: "PENDING",
				total: 250,
				counts: { DONE: 0, ERROR: 0, SKIPPED: 0 },
				createdAt: "2026-11-21T10:01:30.000Z",
				finishedAt: null,
				...notStopped,
			},
			{
				bulkActionSlug: first,
				status: "DONE",
				total: batchMin,
				counts: { DONE: batchMin, ERROR: 0, SKIPPED: 0 },
				createdAt: "2026-11-21T10:00:00.000Z",
				finishedAt: "2026-11-21T10:00:30.000Z",
				...notStopped,
			},
		];
		expect(await listBatches(world.table, "acme", world.time.now)).toEqual(
			batches.map((batch) => ({
				...batch,
				progressAt: batch.finishedAt ?? batch.createdAt,
			})),
		);
		const document = await exported(world);
		expect(JSON.stringify(document.batches)).toBe(
			JSON.stringify(batches.map((batch) => ({ ...batch, ...byAdmin }))),
		);

		await workOff(world);
		expect((await exported(world)).batches[0]).toMatchObject({
			status: "DONE",
			// These invoices were paid by the batch before.
			counts: { DONE: 250 - batchMin, ERROR: batchMin, SKIPPED: 0 },
			finishedAt: "2026-11-21T10:01:30.000Z",
		});
	});

	it("a batch that is being accepted is PENDING, as the API has it; one that was aborted has never been", async () => {
		let statuses: string[] = [];
		await whileAccepting(async () => {
			const batches = await listBatches(world.table, "acme", world.time.now);
			statuses = batches.map(({ status }) => status);
		});
		expect(statuses).toEqual(["PENDING"]);
		expect(await listBatches(world.table, "acme", world.time.now)).toEqual([]);
		expect((await exported(world)).batches).toEqual([]);
	});

	it("shows none that has expired, as the API does, though the store has not deleted it yet", async () => {
		const slug = await startBatch(world, resourcesOf(batchMin));
		await workOff(world);
		passSeconds(world, 90 * 86_400);
		expect((await world.getBatch(slug)).status).toBe(404);
		const { now } = world.time;
		expect(await listBatches(world.table, "acme", now)).toEqual([]);
		expect((await exported(world, "acme", now)).batches).toEqual([]);
		const id = { organizationId: "acme", bulkActionSlug: slug };
		const shown = showBatch(world.table, id, { onlyErrors: false, now });
		await expect(shown).rejects.toThrow("There is no batch");
	});
});

describe("contract 5: batch show", () => {
	const show = (bulkActionSlug: string, onlyErrors = false) =>
		showBatch(
			world.table,
			{ organizationId: "acme", bulkActionSlug },
			{ onlyErrors, now: world.time.now },
		);

	it("shows what the status endpoint answers, all results on one page", async () => {
		const slug = await startBatch(world, resourcesOf(1_100));
		const [first = "", ...others] = world.queue.take();
		await deliver(world, [first]);
		const { nextCursor, ...answered } = (await world.getBatch(slug)).body.data;
		expect(await show(slug)).toEqual(answered);
		for (const body of others) await deliver(world, [body]);
		const shown = await show(slug);
		expect(shown).toMatchObject({
			status: "DONE",
			processed: 1_100,
			counts: { DONE: 250, ERROR: 850, SKIPPED: 0 },
		});
		expect(shown.results).toEqual(await allResults(world, slug));
	});

	it("C2: with --errors, shows only the resources that were not paid", async () => {
		const slug = await startBatch(world, resourcesOf(252));
		await workOff(world);
		const { results, processed } = await show(slug, true);
		expect({ results, processed }).toEqual({
			processed: 252,
			results: [250, 251].map((position) => ({
				position,
				slug: `inv-${position}`,
				status: "ERROR",
				reason: "NOT_FOUND",
				amount: 10,
				paymentId: null,
			})),
		});
	});
});

describe("contract 5: batch watch", () => {
	/** What is reported of a batch, while `meanwhile` is what happens in one pause after another. */
	async function watch(
		bulkActionSlug: string,
		meanwhile: (() => Promise<unknown>)[] = [],
		isProcessed = true,
	) {
		const coming = [...meanwhile];
		const pause = async () => {
			const next = coming.shift();
			if (!next) throw new Error("Watched on for nothing");
			await next();
		};
		const id = { organizationId: "acme", bulkActionSlug };
		const states = watchBatch({ ...world.table, pause }, id, {
			isProcessed,
			now: world.time.now,
		});
		const reported: [status: string, done: number][] = [];
		for await (const { status, counts } of states)
			reported.push([status, counts.DONE]);
		return reported;
	}

	it("shows each change once, and ends with DONE", async () => {
		const slug = await startBatch(world, resourcesOf(250));
		const bodies = world.queue.take();
		const nothing = async () => {};
		const deliveries = bodies.map((body) => () => deliver(world, [body]));
		expect(await watch(slug, [nothing, ...deliveries, nothing])).toEqual([
			["PENDING", 0],
			["PENDING", 100],
			["PENDING", 200],
			["DONE", 250],
		]);
	});

	it("shows the end of a batch that has ended, even if the stack is stopped", async () => {
		const slug = await startBatch(world, resourcesOf(batchMin));
		await workOff(world);
		expect(await watch(slug, [], false)).toEqual([["DONE", batchMin]]);
	});

	it("does not wait for a stopped stack", async () => {
		const slug = await startBatch(world, resourcesOf(batchMin));
		await expect(watch(slug, [], false)).rejects.toThrow(
			`The local stack is stopped: batch ${slug} continues when the stack is started`,
		);
	});

	it("does not wait for a batch that was aborted", async () => {
		let slug = "";
		await whileAccepting(async () => {
			const [batch] = await listBatches(world.table, "acme", world.time.now);
			slug = batch?.bulkActionSlug ?? "";
		});
		await expect(watch(slug)).rejects.toThrow(
			`Batch ${slug} of acme was aborted: none of it was paid`,
		);
	});
});

describe("C4: batch stop", () => {
	const stop = (bulkActionSlug: string, table = world.table) =>
		stopBatch(
			table,
			{ organizationId: "acme", bulkActionSlug },
			{ stopReason: "wrong file", clock: () => world.time.now },
		);
	const byOperator = {
		stoppedAt: "2026-11-21T10:00:00.000Z",
		stoppedBy: null,
		stopReason: "wrong file",
	};

	it("takes a reason of 1 to 500 characters", () => {
		const prepare = (length: number) => {
			const values = { reason: "😀".repeat(length) };
			batchStopCommand.prepare({ positionals: ["acme", "B"], values });
		};
		for (const length of [1, 500]) prepare(length);
		for (const length of [0, 501])
			expect(() => prepare(length)).toThrow(
				`--reason must have 1 to 500 characters, not ${length}`,
			);
	});

	it("does what the API does, without an author", async () => {
		const slug = await startBatch(world, resourcesOf(250));
		const [first = "", ...others] = world.queue.take();
		await deliver(world, [first]);
		const stopped = await stop(slug);
		const { results, nextCursor, ...answered } = (await world.getBatch(slug))
			.body.data;
		expect(stopped).toEqual(answered);
		expect(stopped).toMatchObject({
			status: "DONE",
			counts: { DONE: 100, ERROR: 0, SKIPPED: 150 },
			...byOperator,
		});
		await deliver(world, others);
		await expectSettled(world, slug, resourcesOf(250));
		const [batch] = (await exported(world)).batches;
		expect(batch).toMatchObject({ ...byOperator, ...byAdmin, updatedBy: null });
	});

	it("stores the time of the stop and of the end at which each happens", async () => {
		const slug = await startBatch(world, resourcesOf(250));
		world.gateway.faults.add({
			operation: "UpdateItem",
			times: 1,
			effect: before(async () => passSeconds(world, 5)),
		});
		await stop(slug);
		const [batch] = (await exported(world)).batches;
		expect(batch).toMatchObject({
			...byOperator,
			finishedAt: "2026-11-21T10:00:05.000Z",
		});
	});

	it("leaves a batch that has ended or was stopped as it is, and ends what a stop has left", async () => {
		const slug = await startBatch(world, resourcesOf(250));
		const process = startProcess(world);
		world.gateway.faults.add({
			accessKeyId: process.accessKeyId,
			operation: "TransactWriteItems",
			effect: drop(),
		});
		await world.post(
			`/v1.0/payment/mark-as-paid/${slug}/stop`,
			{ reason: "the first" },
			{ process },
		);
		passSeconds(world, 60);
		const first = {
			stoppedAt: byOperator.stoppedAt,
			stoppedBy: admin,
			stopReason: "the first",
		};
		expect(await stop(slug)).toMatchObject({ status: "DONE", ...first });
		const ended = await startBatch(world, resourcesOf(101));
		await workOff(world);
		expect(await stop(ended)).toMatchObject({
			counts: { DONE: 101, ERROR: 0, SKIPPED: 0 },
			...notStopped,
		});
	});
});
