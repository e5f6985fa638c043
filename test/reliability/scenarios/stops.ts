import { expect } from "vitest";
import { findHeldAt } from "../../../tools/operator/organizations/hold-stage.ts";
import { mixedOutcomes, mixedResources } from "../../support/mixed-batch.ts";
import { passSeconds } from "../../support/pass-time.ts";
import { operatorsReason } from "../invariants/stops-as-reported.ts";
import { organizationId } from "../organization.ts";
import { type Scenario, scenario } from "../scenario.ts";
import type { User } from "../user.ts";
import { succeeds } from "./expected.ts";
import { runCommand } from "./run-command.ts";
import {
	dieAfter,
	hasReached,
	type Started,
	startBatch,
	startWithLast,
} from "./started-batches.ts";

const total = mixedResources.length;
const isStopped = {
	status: "DONE",
	processed: total,
	counts: { DONE: 0, ERROR: 0, SKIPPED: total },
};

/** The state of a batch that was stopped when its first chunk was decided. */
const hasOneChunkLeft = {
	status: "PENDING",
	processed: mixedResources.filter(({ slug }) => /^inv-[45]$/.test(slug))
		.length,
};

const stop = (user: User, { bulkActionSlug }: Started) =>
	user.stop(bulkActionSlug);

/** A worker has decided the first chunk, and died. */
async function startWithDecided(user: User): Promise<Started> {
	const batch = await startBatch(user);
	await dieAfter(user, 3, (dying) => dying.work(batch.bodies.slice(0, 1)));
	return batch;
}

/** The stop is stored, and its request died: no chunk was ended. */
async function startWithMark(user: User): Promise<Started> {
	const batch = await startBatch(user);
	await dieAfter(user, 4, (dying) => stop(dying, batch).catch(() => {}));
	await hasReached({ stopReason: "the wrong file", processed: 0 })(
		null,
		user,
		batch,
	);
	return batch;
}

const stopAsOperator = (user: User, { bulkActionSlug }: Started) =>
	runCommand(user, "batch stop", [organizationId, bulkActionSlug], {
		values: { reason: operatorsReason },
	});

const all = { values: { all: true } };

/** The operator stops the whole stage; a worker and the sweeper pass over its batch until it is resumed. */
async function suspendAndResumeAll(user: User, { bodies }: Started) {
	await runCommand(user, "suspend", [], all);
	const heldAt = await findHeldAt(user.world.table);
	await user.work(bodies);
	await user.sweep();
	const sentMeanwhile = user.world.queue.take();
	await runCommand(user, "resume", [], all);
	await user.sweep();
	await user.work(user.world.queue.take());
	return { wasHeld: heldAt !== null, sentMeanwhile };
}

/** Batches are stopped (C4), by requests and the operator, concurrently with workers and the sweeper. */
export const stopScenarios: Scenario[] = [
	scenario({
		name: "a batch is stopped before anything of it is decided",
		prepare: (user) => startBatch(user),
		act: stop,
		expected: succeeds(isStopped),
	}),
	scenario({
		name: "a batch is stopped while a chunk of it is decided",
		prepare: startWithDecided,
		act: stop,
		expected: succeeds(hasOneChunkLeft),
	}),
	scenario({
		name: "the last chunk of a batch is stopped",
		prepare: (user) => startWithLast(user),
		act: stop,
		expected: succeeds({ status: "DONE", counts: { DONE: 88 } }),
	}),
	scenario({
		name: "a batch that has ended is stopped",
		async prepare(user) {
			const batch = await startBatch(user);
			await user.work(batch.bodies);
			return batch;
		},
		act: stop,
		expected: succeeds({ status: "DONE", stoppedAt: null }),
	}),
	scenario({
		name: "workers end the chunks of a stopped batch",
		prepare: startWithMark,
		act: (user, { bodies }) => user.work(bodies),
		expected: hasReached(isStopped),
	}),
	scenario({
		name: "the sweeper ends what a stop has left",
		prepare: startWithMark,
		async act(user) {
			passSeconds(user.world, 60);
			await user.sweep();
		},
		again: (user) => user.sweep(),
		expected: hasReached(isStopped),
	}),
	scenario({
		name: "an operator stops a batch",
		prepare: startWithDecided,
		act: stopAsOperator,
		expected: (printed) =>
			expect(JSON.parse(printed)).toMatchObject({
				...hasOneChunkLeft,
				stoppedBy: null,
			}),
	}),
	scenario({
		name: "the stage is suspended and resumed in the middle of a batch",
		prepare: (user) => startBatch(user),
		act: suspendAndResumeAll,
		async expected(outcome, user, batch) {
			expect(outcome).toEqual({ wasHeld: true, sentMeanwhile: [] });
			const DONE = mixedOutcomes.filter((one) => one === "DONE").length;
			await hasReached({ status: "DONE", counts: { DONE } })(null, user, batch);
		},
	}),
	scenario({
		name: "a stop, a worker of both chunks and the sweeper compete",
		prepare: (user) => startBatch(user),
		act: (user, batch) =>
			Promise.all([user.work(batch.bodies), stop(user, batch), user.sweep()]),
		expected: hasReached({ status: "DONE", processed: total }),
		isRace: true,
	}),
	scenario({
		name: "two stops compete",
		prepare: startWithDecided,
		act: (user, batch) =>
			Promise.all([stop(user, batch), stopAsOperator(user, batch)]),
		expected: hasReached(hasOneChunkLeft),
		isRace: true,
	}),
];
