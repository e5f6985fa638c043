import { batchGet } from "../../../shared/store/dynamodb/batch-get.ts";
import { batchPut } from "../../../shared/store/dynamodb/batch-put.ts";
import {
	batchGuardKey,
	type Key,
	runningBatchKey,
} from "../../../shared/store/keys.ts";
import { passSeconds, sweepTimes } from "../../support/batches.ts";
import { mixedResources } from "../../support/mixed-batch.ts";
import { faultKinds } from "../faults/fault-kinds.ts";
import { startFaultyProcess } from "../faults/faulty-process.ts";
import { organizationId } from "../organization.ts";
import { type Scenario, scenario } from "../scenario.ts";
import type { User } from "../user.ts";

/** A batch of two chunks, accepted. */
async function startBatch(user: User) {
	const { body } = await user.pay("k", mixedResources);
	const bodies = user.world.queue.take();
	const bulkActionSlug: string = body.data.bulkActionSlug;
	return { bulkActionSlug, bodies };
}

/** Of a batch of two chunks, the first one is worked off. */
async function startWithLast(user: User) {
	const { bodies, ...batch } = await startBatch(user);
	const [first = "", last = ""] = bodies;
	await user.work([first]);
	return { ...batch, bodies: [last] };
}

const work = (user: User, { bodies }: { bodies: string[] }) =>
	user.work(bodies);

const sweepAfter =
	(seconds: number) =>
	async (user: User): Promise<void> => {
		passSeconds(user.world, seconds + 1);
		await user.sweep();
	};
const { abortAfterSeconds, resendAfterSeconds, abandonAfterSeconds } =
	sweepTimes;

/** The sweeper runs once a minute. */
const sweepAgain = (user: User) => user.sweep();

const deliverRest = async (user: User, { bodies }: { bodies: string[] }) => {
	await user.sweep();
	await user.work(bodies);
};

/** A request that dies at its call of this number. */
async function dieAt(user: User, call: number) {
	const kind = faultKinds.find(({ name }) => name === "DIES_AFTER");
	if (!kind) throw new Error("No such fault");
	const fault = { kind, call, isLasting: false };
	const process = startFaultyProcess(user.world, fault);
	await user.over(process).pay("k", mixedResources);
}

/** The batch has ended, and its guard and entry are there again. */
async function startUnlisted(user: User) {
	const { bodies, bulkActionSlug } = await startBatch(user);
	const { table } = user.world;
	const keys = [
		batchGuardKey(organizationId),
		runningBatchKey({ organizationId, bulkActionSlug }),
	];
	const left = await batchGet(table, keys);
	await user.work(bodies);
	// Unchecked cast: both items were there, and have their keys.
	await batchPut(table, left as unknown as Key[]);
}

export const batchScenarios: Scenario[] = [
	scenario({
		name: "a batch is accepted",
		act: (user) => user.pay("k", mixedResources),
	}),
	scenario({
		name: "a batch is refused while another one runs",
		prepare: startBatch,
		act: (user) => user.pay("k2", mixedResources.slice(0, 101)),
		again: (user, { bodies }) => user.work(bodies),
	}),
	scenario({
		name: "a worker pays the first chunk",
		prepare: startBatch,
		act: (user, { bodies }) => user.work(bodies.slice(0, 1)),
		again: work,
	}),
	scenario({
		name: "a worker pays the last chunk",
		prepare: startWithLast,
		act: work,
	}),
	scenario({
		name: "a worker pays both chunks in one delivery",
		prepare: startBatch,
		act: work,
	}),
	scenario({
		name: "two workers pay the same chunk",
		prepare: startWithLast,
		act: (user, { bodies }) =>
			Promise.all([user.work(bodies), user.work(bodies)]),
	}),
	scenario({
		name: "a chunk is delivered again after its batch has ended",
		prepare: async (user) => {
			const batch = await startBatch(user);
			await user.work(batch.bodies);
			return batch;
		},
		act: work,
	}),
	scenario({
		name: "the sweeper sends chunks again",
		prepare: startWithLast,
		act: sweepAfter(resendAfterSeconds),
		again: deliverRest,
	}),
	scenario({
		name: "the sweeper gives up a batch of which nothing was worked off",
		prepare: startBatch,
		act: sweepAfter(abandonAfterSeconds),
		again: sweepAgain,
	}),
	scenario({
		name: "the sweeper gives up the last chunk",
		prepare: startWithLast,
		act: sweepAfter(abandonAfterSeconds),
		again: sweepAgain,
	}),
	scenario({
		name: "the sweeper aborts a batch that was never committed",
		prepare: (user) => dieAt(user, 4),
		act: sweepAfter(abortAfterSeconds),
		again: sweepAgain,
	}),
	scenario({
		name: "the sweeper takes an ended batch off the list",
		prepare: startUnlisted,
		act: sweepAfter(0),
		again: sweepAgain,
	}),
	scenario({
		name: "the sweeper finds nothing to do",
		act: sweepAfter(0),
		again: sweepAgain,
	}),
];
