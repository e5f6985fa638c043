import { expect } from "vitest";
import { formatChunkMessage } from "../../../shared/queue/chunk-message.ts";
import { batchMin } from "../../support/batches.ts";
import { newInvoice } from "../../support/created-invoices.ts";
import { invoiceState } from "../../support/invoices.ts";
import { mixedResources } from "../../support/mixed-batch.ts";
import { allDone } from "../../support/notify.ts";
import { organizationId } from "../organization.ts";
import { type Scenario, scenario } from "../scenario.ts";
import type { User } from "../user.ts";
import { answersInAnyOrder, isRefused, succeeds } from "./expected.ts";
import { largePayments } from "./large-payments.ts";
import { hasReached, startBatch } from "./started-batches.ts";

interface Run {
	bulkActionSlug: string;
}

interface Released extends Run {
	/** The messages of its chunks that wait. */
	bodies: string[];
}

const create = (
	user: User,
	resources: readonly object[] = mixedResources,
	more: { name?: string; leaveOut?: string[] } = {},
) =>
	user.send("POST", "/v1.0/payment/run", {
		name: "Vendors",
		resourceType: "INVOICE",
		resources,
		...more,
	});

async function createdRun(
	user: User,
	...run: Parameters<typeof create> extends [User, ...infer Rest] ? Rest : never
): Promise<Run> {
	const { body } = await create(user, ...run);
	return { bulkActionSlug: body.data.runId };
}

const change = (name: "release" | "discard") => (user: User, run: Run) =>
	user.send("POST", `/v1.0/payment/run/${run.bulkActionSlug}/${name}`);
const release = change("release");
const discard = change("discard");

async function releasedRun(
	user: User,
	...run: Parameters<typeof createdRun> extends [User, ...infer Rest]
		? Rest
		: never
): Promise<Released> {
	const draft = await createdRun(user, ...run);
	await release(user, draft);
	return { ...draft, bodies: user.world.queue.take() };
}

const total = mixedResources.length;
const isReleased = succeeds({ state: "RELEASED", total });

/** An invoice whose latest payments are in a page, one of them reversed. */
async function payIntoPage(user: User) {
	await user.pay("earlier", [
		...largePayments(18),
		{ slug: "inv-0", amount: 0.01, utr: "KEPT" },
		{ slug: "inv-0", amount: 0.01, utr: "GONE" },
	]);
	await user.pay("later", [{ slug: "inv-0", amount: 0.01 }]);
	const { body } = await user.world.get("/v1.0/invoice/inv-0/payments");
	const { id } = body.data.items.find(
		({ utr }: { utr: string }) => utr === "GONE",
	);
	const url = `/v1.0/invoice/inv-0/payments/${id}/reversal`;
	await user.send("POST", url, { reason: "Returned" });
	expect(await invoiceState(user.world, "inv-0")).toMatchObject({
		paymentPages: 1,
	});
}

/** Two that were recorded before, one of which was reversed, and one that is there twice. */
const leftOut = ["KEPT", "GONE", "NEW", "NEW"].map((utr) => ({
	slug: "inv-0",
	amount: 0.01,
	utr,
}));
const leaveOut = { leaveOut: ["ALREADY_RECORDED", "REPEATED"] };

/** Payment runs are created, released and discarded, concurrently with each other and with all that moves money. */
export const paymentRunScenarios: Scenario[] = [
	scenario({
		name: "a payment run is created",
		act: (user) => create(user),
		expected: succeeds({ state: "DRAFT", total }),
	}),
	scenario({
		name: "a payment run of a list that exists is refused",
		prepare: (user) => createdRun(user),
		act: (user) => create(user),
		expected: isRefused(409, "RUN_EXISTS"),
	}),
	scenario({
		name: "a payment run names invoices by their numbers",
		prepare: async (user) =>
			void (await user.send("POST", "/v1.0/invoice/bulk", {
				invoices: [newInvoice({ state: "APPROVED" })],
			})),
		act: (user) =>
			create(user, [
				{ vendorId: "v-1", invoiceNumber: "N-1", amount: 1 },
				{ vendorId: "v-1", invoiceNumber: "none", amount: 1 },
			]),
		expected: succeeds({ state: "DRAFT", total: 2 }),
	}),
	scenario({
		name: "a payment run is released",
		prepare: (user) => createdRun(user),
		act: release,
		async expected(answer, user) {
			isReleased(answer);
			expect(user.world.queue.bodies).toHaveLength(2);
		},
	}),
	scenario({
		name: "a payment run is released again",
		prepare: (user) => releasedRun(user),
		act: release,
		expected: isReleased,
	}),
	scenario({
		name: "a payment run is not released while another batch runs",
		async prepare(user) {
			await startBatch(user);
			return createdRun(user);
		},
		act: release,
		again: async () => {},
		expected: isRefused(409, "MAP_BATCH_IN_PROGRESS"),
	}),
	scenario({
		name: "a payment run is discarded",
		prepare: (user) => createdRun(user),
		act: discard,
		expected: succeeds({ state: "DISCARDED", total }),
	}),
	scenario({
		name: "a released payment run is not discarded",
		prepare: (user) => releasedRun(user),
		act: discard,
		expected: isRefused(409, "INVALID_STATE_TRANSITION"),
	}),
	scenario({
		name: "a discarded payment run is not released",
		async prepare(user) {
			const run = await createdRun(user);
			await discard(user, run);
			return run;
		},
		act: release,
		expected: isRefused(409, "INVALID_STATE_TRANSITION"),
	}),
	scenario({
		name: "the list of a discarded payment run is created again",
		async prepare(user) {
			await discard(user, await createdRun(user));
		},
		act: (user) => create(user),
		expected: succeeds({ state: "DRAFT", total }),
	}),
	scenario({
		name: "a worker leaves out what was recorded before the release of a payment run",
		async prepare(user) {
			await payIntoPage(user);
			return releasedRun(user, leftOut, leaveOut);
		},
		act: (user, { bodies }) => user.work(bodies),
		async expected(outcome, user, run) {
			expect(outcome).toEqual(allDone);
			const counts = { DONE: 2, ERROR: 0, SKIPPED: 2 };
			await hasReached({ status: "DONE", counts })(outcome, user, {
				...run,
				bodies: [],
			});
		},
	}),
	scenario({
		name: "a check reads archived payments",
		async prepare(user) {
			await payIntoPage(user);
			return createdRun(user, leftOut, leaveOut);
		},
		act: (user, { bulkActionSlug }) =>
			user.send("GET", `/v1.0/payment/run/${bulkActionSlug}/check`),
		expected: ({ body }) =>
			expect(
				body.data.items.map(({ reason }: { reason: unknown }) => reason),
			).toEqual(["ALREADY_RECORDED", null, null, "REPEATED"]),
	}),
	scenario({
		name: "two creations of one list compete",
		act: (user) => Promise.all([create(user), create(user)]),
		expected: answersInAnyOrder(200, 409),
		isRace: true,
	}),
	scenario({
		name: "two releases of a payment run compete",
		prepare: (user) => createdRun(user),
		act: (user, run) => Promise.all([release(user, run), release(user, run)]),
		expected: answersInAnyOrder(200, 200),
		isRace: true,
	}),
	scenario({
		name: "a release and a discard of a payment run compete",
		prepare: (user) => createdRun(user),
		act: (user, run) => Promise.all([release(user, run), discard(user, run)]),
		expected: answersInAnyOrder(200, 409),
		isRace: true,
	}),
	scenario({
		name: "a discard of a payment run and a creation of its list compete",
		prepare: (user) => createdRun(user),
		act: (user, run) => Promise.all([discard(user, run), create(user)]),
		expected: ([discarded]) => succeeds({ state: "DISCARDED" })(discarded),
		isRace: true,
	}),
	scenario({
		name: "releases of two payment runs compete",
		prepare: (user) =>
			Promise.all([
				createdRun(user),
				createdRun(user, mixedResources.slice(1), { name: "Others" }),
			]),
		act: (user, runs) => Promise.all(runs.map((run) => release(user, run))),
		expected: answersInAnyOrder(200, 409),
		isRace: true,
	}),
	scenario({
		name: "a release and a batch compete",
		prepare: (user) => createdRun(user),
		act: (user, run) =>
			Promise.all([
				release(user, run),
				user.pay("k", mixedResources.slice(0, batchMin)),
			]),
		expected: answersInAnyOrder(200, 409),
		isRace: true,
	}),
	scenario({
		name: "a release, a stop, workers and the sweeper compete",
		prepare: (user) => createdRun(user),
		act: (user, run) =>
			Promise.all([
				release(user, run),
				user.stop(run.bulkActionSlug),
				user.work(messagesOf(run)),
				user.sweep(),
			]),
		expected: ([released]) => isReleased(released),
		isRace: true,
	}),
	scenario({
		name: "workers of a payment run, payments of its invoices, an import and a reversal compete",
		async prepare(user) {
			await payIntoPage(user);
			return releasedRun(user, [...leftOut, ...mixedResources], leaveOut);
		},
		async act(user, { bodies }) {
			const { body } = await user.world.get("/v1.0/invoice/inv-0/payments");
			const { id } = body.data.items[0];
			return Promise.all([
				user.work(bodies),
				user.pay("meanwhile", [{ slug: "inv-0", amount: 0.01, utr: "NEW" }]),
				user.import({
					org: { id: "acme" },
					invoices: [{ slug: "inv-9", state: "APPROVED", amount: 1 }],
				}),
				user.send("POST", `/v1.0/invoice/inv-0/payments/${id}/reversal`, {
					reason: "Wrong",
				}),
			]);
		},
		expected: ([done]) => expect(done).toEqual(allDone),
		isRace: true,
	}),
];

/** The messages that its release sends, as if they overtook its answer. */
const messagesOf = ({ bulkActionSlug }: Run) =>
	[0, 1].map((chunk) =>
		formatChunkMessage({ organizationId, bulkActionSlug, chunk }),
	);
