import { expect } from "vitest";
import {
	batchGuardKey,
	type Key,
	runningBatchKey,
} from "../../../shared/dynamodb/keys.ts";
import { batchGet } from "../../../shared/dynamodb/reads/batch-get.ts";
import { batchPut } from "../../../shared/dynamodb/writes/batch-put.ts";
import { expectNothingRuns, sweepTimes } from "../../support/batches.ts";
import { mixedResources } from "../../support/mixed-batch.ts";
import { passSeconds } from "../../support/pass-time.ts";
import { tableContents } from "../../support/table-contents.ts";
import { organizationId } from "../organization.ts";
import { type Scenario, scenario } from "../scenario.ts";
import type { User } from "../user.ts";
import {
	dieAfter,
	hasReached,
	type Started,
	startBatch,
	startWithLast,
} from "./started-batches.ts";

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

const deliverRest = async (user: User, { bodies }: Started) => {
	await user.sweep();
	await user.work(bodies);
};

/** The request has taken the organization's guard, and died. */
async function startUncommitted(user: User) {
	await dieAfter(user, 4, (dying) => dying.pay("k", mixedResources));
	expect(await guardOf(user)).toBeDefined();
}

/** What keeps other batches of the organization out. */
async function guardOf({ world }: User) {
	const [guard] = await batchGet(world.table, [batchGuardKey(organizationId)]);
	return guard;
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
	return { bulkActionSlug };
}

/** What the sweeper makes of batches that do not advance. */
export const sweeperScenarios: Scenario[] = [
	scenario({
		name: "the sweeper sends chunks again",
		prepare: (user) => startWithLast(user),
		act: sweepAfter(resendAfterSeconds),
		again: deliverRest,
		expected: (_, { world }) => expect(world.queue.bodies).toHaveLength(3),
	}),
	scenario({
		name: "the sweeper gives up a batch of which nothing was worked off",
		prepare: (user) => startBatch(user),
		act: sweepAfter(abandonAfterSeconds),
		again: sweepAgain,
		expected: hasReached({ status: "DONE", counts: { DONE: 0 } }),
	}),
	scenario({
		name: "the sweeper gives up the last chunk",
		prepare: (user) => startWithLast(user),
		act: sweepAfter(abandonAfterSeconds),
		again: sweepAgain,
		expected: hasReached({ status: "DONE", counts: { DONE: 88 } }),
	}),
	scenario({
		name: "the sweeper aborts a batch that was never committed",
		prepare: startUncommitted,
		act: sweepAfter(abortAfterSeconds),
		again: sweepAgain,
		expected: async (_, user) => expect(await guardOf(user)).toBeUndefined(),
	}),
	scenario({
		name: "the sweeper takes an ended batch off the list",
		prepare: startUnlisted,
		act: sweepAfter(0),
		again: sweepAgain,
		expected: (_, { world }, { bulkActionSlug }) =>
			expectNothingRuns(world, bulkActionSlug),
	}),
	scenario({
		name: "the sweeper finds nothing to do",
		prepare: ({ world }) => tableContents(world),
		act: sweepAfter(0),
		again: sweepAgain,
		expected: async (_, { world }, before) =>
			expect(await tableContents(world)).toEqual(before),
	}),
];
