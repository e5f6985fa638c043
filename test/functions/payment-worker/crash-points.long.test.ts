import { describe, expect, it } from "vitest";
import {
	deliver,
	expectSettled,
	startBatch,
	sweep,
	sweepTimes,
} from "../../support/batches.ts";
import {
	mixedOrganization,
	mixedOutcomes,
	mixedResources,
} from "../../support/mixed-batch.ts";
import { passSeconds } from "../../support/pass-time.ts";
import { type Incident, startProcess } from "../../support/service-process.ts";
import { useWorld } from "../../support/use-world.ts";

const world = useWorld(mixedOrganization);

/** Both chunks make these calls: read, invoices, decision, payments, count; the last count is refused, then the batch ends. */
const callsOfBothChunks = 11;

const everyCall = (["before", "after"] as const).flatMap((when) =>
	Array.from({ length: callsOfBothChunks }, (_, index) => ({
		when,
		call: index + 1,
	})),
);

/** A fault hits a worker that has both chunks of a batch to work off; then they are delivered again. */
async function workThrough(incident?: Incident) {
	const slug = await startBatch(world, mixedResources);
	const bodies = world.queue.take();
	expect(bodies).toHaveLength(2);
	const process = startProcess(world, incident);
	for (const body of bodies) await deliver(world, [body], process.table);
	for (const body of bodies) await deliverWell(body);
	const results = await expectSettled(world, slug, mixedResources);
	return {
		calls: process.calls(),
		outcomes: results.map(({ status, reason }) => reason ?? status),
	};
}

async function deliverWell(body: string) {
	expect(await deliver(world, [body])).toEqual({ batchItemFailures: [] });
}

it("a worker makes no more calls than these tests let something happen at", async () => {
	expect(await workThrough()).toEqual({
		calls: callsOfBothChunks,
		outcomes: mixedOutcomes,
	});
});

describe("a chunk delivered to a worker that dies at any call ends the same, with one payment each", () => {
	it.each(everyCall)("$when call $call", async (at) => {
		const { outcomes } = await workThrough({ ...at, what: "die" });
		expect(outcomes).toEqual(mixedOutcomes);
	});
});

describe("a connection that breaks at any call changes nothing", () => {
	it.each(everyCall)("$when call $call", async (at) => {
		const { outcomes } = await workThrough({ ...at, what: "disconnect" });
		expect(outcomes).toEqual(mixedOutcomes);
	});
});

describe("a chunk delivered again while a worker is delayed at any call ends the same", () => {
	it.each(everyCall)("$when call $call", async (at) => {
		const { outcomes } = await workThrough({
			...at,
			what: async () => {
				for (const body of world.queue.bodies) await deliverWell(body);
			},
		});
		expect(outcomes).toEqual(mixedOutcomes);
	});
});

describe("guarantee 2: a batch given up while a worker is delayed has one outcome, payments for DONE only", () => {
	it.each(everyCall)("$when call $call", async (at) => {
		const { outcomes } = await workThrough({
			...at,
			what: async () => {
				passSeconds(world, sweepTimes.abandonAfterSeconds + 1);
				await sweep(world);
			},
		});
		for (const [position, outcome] of outcomes.entries()) {
			expect([mixedOutcomes[position], "PROCESSING_FAILED"]).toContain(outcome);
		}
	});
});
