import { describe, expect, it } from "vitest";
import {
	deliver,
	expectSettled,
	startBatch,
	sweep,
	sweepTimes,
} from "../../support/batches.ts";
import { invoiceState } from "../../support/invoices.ts";
import {
	mixedOrganization,
	mixedOutcomes,
	mixedResources,
} from "../../support/mixed-batch.ts";
import { passSeconds } from "../../support/pass-time.ts";
import { startProcess } from "../../support/service-process.ts";
import { useWorld } from "../../support/use-world.ts";

const world = useWorld(mixedOrganization);

async function outcomesOf(slug: string) {
	const results = await expectSettled(world, slug, mixedResources);
	return results.map(({ status, reason }) => reason ?? status);
}

describe("what is left by a sweeper that dies at any call, or meets another one, is completed by the next", () => {
	/** The list, the batch, and of each chunk: read, fence, read, what is unpaid, count; at last the end of the batch. */
	const callsMax = 14;
	const everyCall = (["before", "after"] as const).flatMap((when) =>
		Array.from({ length: callsMax }, (_, index) => ({ when, call: index + 1 })),
	);

	/** Both chunks are decided, and nothing is paid yet. */
	async function startStuckBatch() {
		const slug = await startBatch(world, mixedResources);
		world.gateway.faults.add({
			operation: "BatchExecuteStatement",
			effect: async () => "disconnected",
		});
		const answer = await deliver(world, world.queue.take());
		expect(answer.batchItemFailures).toHaveLength(2);
		world.gateway.faults.clear();
		passSeconds(world, sweepTimes.abandonAfterSeconds + 1);
		return slug;
	}

	async function expectGivenUp(slug: string) {
		for (const [position, outcome] of (await outcomesOf(slug)).entries()) {
			expect(outcome).toBe(
				mixedOutcomes[position] === "DONE"
					? "PROCESSING_FAILED"
					: mixedOutcomes[position],
			);
		}
		for (const invoice of ["inv-0", "inv-1", "inv-4", "inv-5"]) {
			expect((await invoiceState(world, invoice)).payments).toEqual([]);
		}
	}

	it.each(everyCall)("dies $when call $call", async (at) => {
		const slug = await startStuckBatch();
		const process = startProcess(world, { ...at, what: "die" });
		await Promise.allSettled([sweep(world, process)]);
		await sweep(world);
		await expectGivenUp(slug);
		expect(process.calls()).toBeLessThanOrEqual(callsMax);
	});

	it.each(everyCall)("meets another one $when call $call", async (at) => {
		const slug = await startStuckBatch();
		const process = startProcess(world, { ...at, what: () => sweep(world) });
		await sweep(world, process);
		await expectGivenUp(slug);
	});
});
