import { describe, expect, it } from "vitest";
import { expectAllOrNothing, recover } from "../../support/batch-recovery.ts";
import {
	expectNothingRuns,
	startBatch,
	sweep,
	sweepTimes,
} from "../../support/batches.ts";
import {
	mixedOrganization,
	mixedResources,
} from "../../support/mixed-batch.ts";
import { passSeconds } from "../../support/pass-time.ts";
import { pay } from "../../support/pay.ts";
import { type Incident, startProcess } from "../../support/service-process.ts";
import { useWorld } from "../../support/use-world.ts";

const world = useWorld(mixedOrganization);

/** The API key, its caller, the idempotency claim, the opening transaction, the chunks, the commit, the messages. */
const callsOfAcceptance = 7;
const commitCall = 6;

const everyCall = (["before", "after"] as const).flatMap((when) =>
	Array.from({ length: callsOfAcceptance }, (_, index) => ({
		when,
		call: index + 1,
	})),
);

async function acceptThrough(incident?: Incident) {
	const process = startProcess(world, incident);
	const answer = await pay(world, mixedResources, { process });
	return { answer, calls: process.calls() };
}

it("an acceptance makes no more calls than these tests let something happen at", async () => {
	const { answer, calls } = await acceptThrough();
	expect(answer.status).toBe(200);
	expect(calls).toBe(callsOfAcceptance);
});

describe("guarantee 5: the accepting function dies at any call: all of the batch runs or nothing", () => {
	it.each(everyCall.filter(({ call }) => call > 3))(
		"$when call $call",
		async ({ when, call }) => {
			const { answer } = await acceptThrough({ when, call, what: "die" });
			const isCommitted =
				call > commitCall || (call === commitCall && when === "after");
			expect(answer.status).toBe(call > commitCall ? 200 : 500);
			await recover(world);
			expect(await expectAllOrNothing(world)).toBe(
				isCommitted ? "all" : "nothing",
			);
			await expectNothingRuns(world, "");
		},
	);
});

describe("a connection that breaks at any call does not keep a batch from being accepted", () => {
	it.each(everyCall)("$when call $call", async (at) => {
		const { answer } = await acceptThrough({ ...at, what: "disconnect" });
		expect(answer.status).toBe(200);
		await recover(world);
		expect(await expectAllOrNothing(world)).toBe("all");
	});
});

describe("an acceptance delayed while the sweeper aborts it is a 500 with nothing paid, or a 200 with all", () => {
	it.each(everyCall.filter(({ call }) => call > 3))(
		"$when call $call",
		async (at) => {
			const { answer } = await acceptThrough({
				...at,
				what: async () => {
					passSeconds(world, sweepTimes.abortAfterSeconds + 1);
					await sweep(world);
				},
			});
			await recover(world);
			expect(await expectAllOrNothing(world)).toBe(
				answer.status === 200 ? "all" : "nothing",
			);
		},
	);
});

it("4.4 rule 4: an organization whose batch was aborted may start the next one at once", async () => {
	world.gateway.faults.add({
		operation: "BatchWriteItem",
		effect: async () => "disconnected",
	});
	expect((await pay(world, mixedResources)).status).toBe(500);
	world.gateway.faults.clear();
	await startBatch(world, mixedResources);
});
