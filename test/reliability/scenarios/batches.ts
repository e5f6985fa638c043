import { expect } from "vitest";
import { batchMin } from "../../support/batches.ts";
import { invoiceState } from "../../support/invoices.ts";
import { mixedResources } from "../../support/mixed-batch.ts";
import { allDone } from "../../support/notify.ts";
import { type Scenario, scenario } from "../scenario.ts";
import type { User } from "../user.ts";
import { isRefused } from "./expected.ts";
import { largePayments } from "./large-payments.ts";
import {
	dieAfter,
	hasReached,
	type Started,
	startBatch,
	startWithLast,
} from "./started-batches.ts";

const work = (user: User, { bodies }: Started) => user.work(bodies);

/** A worker has recorded the payments of a chunk, and died; a later payment has moved them to a page. */
async function startWithMoved(user: User): Promise<Started> {
	const small = Array.from({ length: batchMin - 20 }, () => ({
		slug: "inv-0",
		amount: 0.01,
	}));
	const batch = await startBatch(user, [...largePayments(20), ...small]);
	await dieAfter(user, 4, (dying) => dying.work(batch.bodies));
	await user.pay("later", [{ slug: "inv-0", amount: 1 }]);
	expect(await invoiceState(user.world, "inv-0")).toMatchObject({
		paymentPages: 1,
		paid: `${1 + batchMin / 100}`,
	});
	return batch;
}

const total = mixedResources.length;
const hasEnded = hasReached({ status: "DONE", processed: total });

/** Workers have paid it, in so many deliveries. */
const isPaid =
	(progress: object = { status: "DONE", processed: total }) =>
	async (outcome: unknown, user: User, started: Started) => {
		expect(outcome).toEqual(allDone);
		await hasReached(progress)(outcome, user, started);
	};

/** Batches are accepted, and workers pay them. */
export const batchScenarios: Scenario[] = [
	scenario({
		name: "a batch is accepted",
		act: (user) => user.pay("k", mixedResources),
		expected({ status, body }, { world }) {
			expect([status, body.data.status]).toEqual([200, "PENDING"]);
			expect(world.queue.bodies).toHaveLength(2);
		},
	}),
	scenario({
		name: "a batch is refused while another one runs",
		prepare: (user) => startBatch(user),
		act: (user) => user.pay("k2", mixedResources.slice(0, batchMin)),
		again: (user, { bodies }) => user.work(bodies),
		expected: isRefused(409, "MAP_BATCH_IN_PROGRESS"),
	}),
	scenario({
		name: "a worker pays the first chunk",
		prepare: (user) => startBatch(user),
		act: (user, { bodies }) => user.work(bodies.slice(0, 1)),
		again: work,
		expected: isPaid({ status: "PENDING", processed: 94 }),
	}),
	scenario({
		name: "a worker pays the last chunk",
		prepare: (user) => startWithLast(user),
		act: work,
		expected: isPaid(),
	}),
	scenario({
		name: "a worker pays both chunks in one delivery",
		prepare: (user) => startBatch(user),
		act: work,
		expected: isPaid(),
	}),
	scenario({
		name: "a worker moves earlier payments to a page",
		async prepare(user) {
			await user.pay("earlier", largePayments(20));
			return startBatch(user);
		},
		act: (user, { bodies }) => user.work(bodies.slice(0, 1)),
		expected: async (_, { world }) =>
			expect(await invoiceState(world, "inv-0")).toMatchObject({
				paymentPages: 1,
				paid: "60.2",
			}),
		again: work,
	}),
	scenario({
		name: "a worker finds its payments in a page",
		prepare: startWithMoved,
		act: work,
		expected: hasReached({ status: "DONE", counts: { DONE: batchMin } }),
	}),
	scenario({
		name: "two workers pay the same chunk",
		prepare: (user) => startWithLast(user),
		act: (user, { bodies }) =>
			Promise.all([user.work(bodies), user.work(bodies)]),
		expected: hasEnded,
	}),
	scenario({
		name: "a chunk is delivered again after its batch has ended",
		prepare: async (user) => {
			const batch = await startBatch(user);
			await user.work(batch.bodies);
			return batch;
		},
		act: work,
		expected: isPaid(),
	}),
];
