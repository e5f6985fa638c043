import { expect } from "vitest";
import { expectConsistentRuns } from "../../reliability/invariants/consistent-runs.ts";
import { OwnItems } from "../../reliability/invariants/left-over/own-items.ts";
import {
	expectSettled,
	stopBatch,
	sweep,
	sweepTimes,
	workOff,
} from "../../support/batches.ts";
import {
	mixedOrganization,
	mixedResources,
} from "../../support/mixed-batch.ts";
import { passSeconds } from "../../support/pass-time.ts";
import { pay } from "../../support/pay.ts";
import {
	checkPage,
	createRun,
	discardRun,
	getRun,
	releaseRun,
	sendRun,
} from "../../support/runs.ts";
import { tableContents } from "../../support/table-contents.ts";
import type { World } from "../../support/world.ts";
import { family } from "./torn-family.ts";

interface Draft {
	runId: string;
}

async function prepareDraft(world: World): Promise<Draft> {
	await world.import(mixedOrganization());
	return createRun(world, mixedResources);
}

const isAmong = (statuses: readonly number[], status: number) =>
	expect(statuses).toContain(status);

/** Reads all that shows a run and its batch: each read may be older than the other, but all of them answer. */
async function readAll(world: World, { runId }: Draft) {
	isAmong([200], (await getRun(world, runId)).status);
	isAmong([200], (await world.get("/v1.0/payment/run")).status);
	isAmong([200], (await world.get("/v1.0/payment/mark-as-paid")).status);
	isAmong([200, 404], (await world.getBatch(runId)).status);
	const { status, body } = await checkPage(world, runId);
	expect(status).toBe(200);
	expect(body.data.items).toHaveLength(mixedResources.length);
}

/** Time in which nobody else does anything: the sweeper sends what is left. */
async function finish(world: World) {
	await workOff(world);
	passSeconds(world, sweepTimes.resendAfterSeconds + 1);
	await sweep(world);
	await workOff(world);
}

async function expectConsistent(world: World) {
	const items = [...(await tableContents(world)).values()];
	expectConsistentRuns(new OwnItems(items, "acme"));
}

/** Runs P6: a run is released, discarded and created once, whoever looks at it while that is going on. */
export const runFamilies = [
	family({
		name: "a payment run is released",
		// The run, the guard, the batch, its two entries, the hold.
		items: 6,
		prepare: prepareDraft,
		act: (world, process, { runId }) => releaseRun(world, runId, { process }),
		rivals: {
			"a reader": readAll,
			"another release": async (world, { runId }) =>
				expect((await releaseRun(world, runId)).body.data.state).toBe(
					"RELEASED",
				),
			"a discard": async (world, { runId }) =>
				expect((await discardRun(world, runId)).status).toBe(409),
			"a creation of its list": async (world) =>
				expect((await sendRun(world, mixedResources)).status).toBe(409),
			"a batch": async (world) =>
				expect((await pay(world, mixedResources)).status).toBe(409),
			"a stop": async (world, { runId }) =>
				isAmong([200, 404], (await stopBatch(world, runId)).status),
			"a sweeper": (world) => sweep(world),
			"a sweeper, minutes later": async (world) => {
				passSeconds(world, sweepTimes.abortAfterSeconds + 1);
				await sweep(world);
			},
		},
		async check(world, { runId }, { status }) {
			// After minutes, a request whose answer was lost has no time left to find out.
			isAmong([200, 500], status);
			const { body } = await releaseRun(world, runId);
			expect(body.data.state).toBe("RELEASED");
			await finish(world);
			await expectSettled(world, runId, mixedResources);
			await expectConsistent(world);
		},
	}),
	family({
		name: "a payment run is created",
		// Its hold, and the run.
		items: 2,
		prepare: (world) => world.import(mixedOrganization()),
		act: (world, process) => sendRun(world, mixedResources, {}, { process }),
		rivals: {
			"a creation of the same list": async (world) =>
				expect((await sendRun(world, mixedResources)).status).toBe(409),
			"a list of the runs": async (world) =>
				expect((await world.get("/v1.0/payment/run")).status).toBe(200),
		},
		async check(world, _, { status, body }) {
			expect(status).toBe(200);
			const { items } = (await world.get("/v1.0/payment/run")).body.data;
			expect(items).toEqual([body.data]);
			await expectConsistent(world);
		},
	}),
	family({
		name: "a payment run is discarded",
		// The run, and its hold.
		items: 2,
		prepare: prepareDraft,
		act: (world, process, { runId }) => discardRun(world, runId, { process }),
		rivals: {
			"a reader": readAll,
			"a release": async (world, { runId }) =>
				expect((await releaseRun(world, runId)).status).toBe(409),
			"another discard": async (world, { runId }) =>
				expect((await discardRun(world, runId)).status).toBe(200),
			"a creation of its list": async (world) =>
				isAmong([200, 409], (await sendRun(world, mixedResources)).status),
		},
		async check(world, { runId }, { status, body }) {
			expect([status, body.data.state]).toEqual([200, "DISCARDED"]);
			isAmong([200, 409], (await sendRun(world, mixedResources)).status);
			await finish(world);
			expect((await world.getBatch(runId)).status).toBe(404);
			await expectConsistent(world);
		},
	}),
];
