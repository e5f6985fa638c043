import { PutCommand } from "@aws-sdk/lib-dynamodb";
import { expect } from "vitest";
import {
	batchGuardKey,
	runningBatchKey,
} from "../../../shared/dynamodb/keys.ts";
import { batchGet } from "../../../shared/dynamodb/reads/batch-get.ts";
import { drop } from "../../support/aws-gateway/faults/effects.ts";
import { expectAllOrNothing, recover } from "../../support/batch-recovery.ts";
import {
	deliver,
	expectNothingRuns,
	expectSettled,
	startBatch,
	stopBatch,
	sweep,
	sweepTimes,
	workOff,
} from "../../support/batches.ts";
import {
	mixedOrganization,
	mixedOutcomes,
	mixedResources,
} from "../../support/mixed-batch.ts";
import { passSeconds } from "../../support/pass-time.ts";
import { pay } from "../../support/pay.ts";
import { startProcess } from "../../support/service-process.ts";
import type { Answer, World } from "../../support/world.ts";
import { family } from "./torn-family.ts";

const organizationId = "acme";

const sweepAfter = (seconds: number) => async (world: World) => {
	passSeconds(world, seconds);
	await sweep(world);
};
const sweepers = {
	"a sweeper": sweepAfter(0),
	"a sweeper, minutes later": sweepAfter(sweepTimes.abortAfterSeconds + 1),
};

const acceptance = {
	items: 4,
	prepare: (world: World) => world.import(mixedOrganization()),
	rivals: {
		...sweepers,
		"another request": async (world: World) => {
			const answer = await pay(world, mixedResources);
			expect(answer.status).toBe(409);
			const [slug = ""] = /[0-9A-Z]{26}/.exec(answer.body.error.message) ?? [];
			expect((await world.getBatch(slug)).status).toBeLessThan(500);
		},
	},
	async check(world: World, _: unknown, { status }: Answer) {
		await recover(world);
		const paid = await expectAllOrNothing(world);
		expect(paid).toBe(status === 200 ? "all" : "nothing");
		await expectNothingRuns(world, "");
		await startBatch(world, mixedResources);
	},
};

/** A batch of which one chunk is worked off, and the other one decided and paid but not counted. */
async function startWithLast(world: World) {
	await world.import(mixedOrganization());
	const slug = await startBatch(world, mixedResources);
	const bodies = world.queue.take();
	const [first = "", last = ""] = bodies;
	await deliver(world, [first]);
	return { slug, bodies, last };
}

/** When the last chunk is counted the next batch may begin, though the end of this one is not visible in full. */
async function startNext(world: World) {
	await startBatch(world, mixedResources);
}

const redeliver = (world: World, { bodies }: { bodies: string[] }) =>
	deliver(world, bodies);

const deliveryRivals = {
	"a sweeper": sweepAfter(0),
	"a sweeper that sends again": sweepAfter(sweepTimes.resendAfterSeconds + 1),
	"a sweeper that gives up": sweepAfter(sweepTimes.abandonAfterSeconds + 1),
	"another delivery": redeliver,
	"the next batch": startNext,
};

interface Started {
	slug: string;
	bodies: string[];
}

/** The batch has one outcome, which nothing that comes later changes, and so has the next one. */
async function checkSettled(
	world: World,
	{ slug, bodies }: Started,
	allowed: (outcome: string, position: number) => boolean,
) {
	await workOff(world);
	expect(await deliver(world, bodies)).toEqual({ batchItemFailures: [] });
	await sweep(world);
	const results = await expectSettled(world, slug, mixedResources);
	for (const [position, { status, reason }] of results.entries()) {
		expect(allowed(reason ?? status, position)).toBe(true);
	}
}

const isAsPlanned = (outcome: string, position: number) =>
	outcome === mixedOutcomes[position];
const isAsPlannedOrFailed = (outcome: string, position: number) =>
	isAsPlanned(outcome, position) || outcome === "PROCESSING_FAILED";

/** A batch of which nothing is decided. */
async function startUndecided(world: World) {
	await world.import(mixedOrganization());
	const slug = await startBatch(world, mixedResources);
	const statuses: Answer[] = [];
	return { slug, bodies: world.queue.take(), statuses };
}

/** A batch that has ended, of which guard and entry are still there. */
async function startUnlisted(world: World) {
	await world.import(mixedOrganization());
	const slug = await startBatch(world, mixedResources);
	const id = { organizationId, bulkActionSlug: slug };
	const left = await batchGet(world.table, [
		batchGuardKey(organizationId),
		runningBatchKey(id),
	]);
	const bodies = world.queue.take();
	await deliver(world, bodies);
	for (const Item of left) {
		const TableName = world.table.name;
		await world.table.documents.send(new PutCommand({ TableName, Item }));
	}
	return { slug, bodies };
}

export const batchFamilies = [
	family({
		...acceptance,
		name: "a batch is opened",
		act: (world, process) => pay(world, mixedResources, { process }),
	}),
	family({
		...acceptance,
		name: "a batch is aborted by who accepted it",
		skip: 1,
		rivals: sweepers,
		act(world, process) {
			world.gateway.faults.add({
				accessKeyId: process.accessKeyId,
				operation: "BatchWriteItem",
				effect: drop(),
			});
			return pay(world, mixedResources, { process });
		},
	}),
	family({
		name: "the last chunk is counted",
		items: 3,
		prepare: startWithLast,
		act: (world, { table }, { last }) => deliver(world, [last], table),
		rivals: deliveryRivals,
		check: (world, state) => checkSettled(world, state, isAsPlanned),
	}),
	family({
		name: "the sweeper gives up the last chunk",
		items: 3,
		prepare: startWithLast,
		async act(world, process) {
			passSeconds(world, sweepTimes.abandonAfterSeconds + 1);
			await Promise.allSettled([sweep(world, process)]);
		},
		rivals: deliveryRivals,
		check: (world, state) => checkSettled(world, state, isAsPlannedOrFailed),
	}),
	family({
		name: "the sweeper aborts a batch",
		items: 4,
		async prepare(world) {
			await world.import(mixedOrganization());
			const incident = { call: 4, when: "after", what: "die" } as const;
			const process = startProcess(world, incident);
			await pay(world, mixedResources, { process });
		},
		async act(world, process) {
			passSeconds(world, sweepTimes.abortAfterSeconds + 1);
			await sweep(world, process);
		},
		rivals: { ...sweepers, "the next batch": startNext },
		async check(world, _) {
			await recover(world);
			await expectNothingRuns(world, "");
		},
	}),
	family({
		name: "a stop ends the chunks",
		items: 5,
		prepare: startUndecided,
		act: (world, process, { slug }) =>
			stopBatch(world, slug, undefined, { process }),
		rivals: {
			...deliveryRivals,
			"a reader of the status": async (world, { slug, statuses }) =>
				statuses.push(await world.getBatch(slug)),
		},
		async check(world, state, answer) {
			for (const { status, body } of [...state.statuses, answer]) {
				expect(status).toBe(200);
				expect(body.data.results).toHaveLength(body.data.processed);
			}
			const isStopped = (outcome: string) => outcome === "BATCH_STOPPED";
			await checkSettled(world, state, isStopped);
		},
	}),
	family({
		name: "the sweeper takes an ended batch off the list",
		items: 3,
		prepare: startUnlisted,
		act: (world, process) => sweep(world, process),
		rivals: {
			...sweepers,
			"another delivery": redeliver,
			"the next batch": startNext,
		},
		check: (world, state) => checkSettled(world, state, isAsPlanned),
	}),
];
