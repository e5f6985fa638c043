import { beforeEach, describe, expect, it } from "vitest";
import { paymentRunKey } from "../../../shared/dynamodb/keys.ts";
import { disconnected } from "../../../tools/local/aws-gateway/aws-call.ts";
import { acme, payableInvoices } from "../../support/acme.ts";
import {
	before,
	failAfter,
	killBefore,
	loseAnswer,
	throttle,
} from "../../support/aws-gateway/faults/effects.ts";
import type { Effect, Fault } from "../../support/aws-gateway/faults/faults.ts";
import { resourcesOf } from "../../support/batches.ts";
import { callOutcomes } from "../../support/call-outcomes.ts";
import { deleteItem } from "../../support/delete-item.ts";
import { passSeconds } from "../../support/pass-time.ts";
import {
	createRun,
	discardRun,
	getRun,
	releaseRun,
	sendRun,
} from "../../support/runs.ts";
import { useWorld } from "../../support/use-world.ts";

const world = useWorld(() => acme({ invoices: payableInvoices(3) }));
beforeEach(() => world.skipPauses());

const list = resourcesOf(3);

const faultyWrite = (effect: Effect, options: Partial<Fault> = {}) =>
	world.addFault({ operation: "TransactWriteItems", effect, ...options });

/** The store carries out a transaction whose token it knows as a new one, as it does after ten minutes. */
const forgetTokens = () =>
	faultyWrite((call, forward) => {
		const { ClientRequestToken: _, ...rest } = JSON.parse(`${call.body}`);
		return forward({ ...call, body: Buffer.from(JSON.stringify(rest)) });
	});

/** The only run of the organization, in the state given. */
async function expectOneRun(runId: string, state: string, version: number) {
	const { body } = await world.get("/v1.0/payment/run");
	expect(body.data.items).toMatchObject([{ runId, state, version }]);
}

describe.each([
	["knows the transaction when it is repeated", false],
	["has forgotten it", true],
])(
	"with any fault of its transaction, a request takes effect once; the store %s",
	(_, forgets) => {
		it.each(callOutcomes)("P2: a creation: %s", async (_, effect) => {
			const added = faultyWrite(effect, { times: 1 });
			if (forgets) forgetTokens();
			const { runId } = await createRun(world, list);
			expect(added.hits).toBe(1);
			await expectOneRun(runId, "DRAFT", 1);
		});

		it.each(callOutcomes)("P4: a release: %s", async (_, effect) => {
			const { runId } = await createRun(world, list);
			const added = faultyWrite(effect, { times: 1 });
			if (forgets) forgetTokens();
			expect((await releaseRun(world, runId)).status).toBe(200);
			expect(added.hits).toBe(1);
			// The payments need not wait for the sweeper.
			expect(world.queue.bodies).toHaveLength(1);
			await expectOneRun(runId, "RELEASED", 2);
		});

		it.each(callOutcomes)("P5: discarding: %s", async (_, effect) => {
			const { runId } = await createRun(world, list);
			const added = faultyWrite(effect, { times: 1 });
			if (forgets) forgetTokens();
			expect((await discardRun(world, runId)).status).toBe(200);
			expect(added.hits).toBe(1);
			await expectOneRun(runId, "DISCARDED", 2);
		});
	},
);

it.each<[string, Effect]>([
	["lost", loseAnswer()],
	["an internal error", failAfter()],
])(
	"P4: a release whose answer is %s each time is found, and its payments are sent",
	async (_, effect) => {
		const { runId } = await createRun(world, list);
		faultyWrite(effect);
		expect((await releaseRun(world, runId)).status).toBe(200);
		expect(world.queue.bodies).toHaveLength(1);
		await expectOneRun(runId, "RELEASED", 2);
	},
);

it.each([
	["released", releaseRun],
	["discarded", discardRun],
] as const)(
	"P4, P5: a draft whose write fails each time is not said to be %s, and stays a draft",
	async (_, change) => {
		const { runId } = await createRun(world, list);
		faultyWrite(throttle());
		expect((await change(world, runId)).status).toBe(500);
		expect(world.queue.bodies).toEqual([]);
		await expectOneRun(runId, "DRAFT", 1);
	},
);

it("P2: a creation whose write fails each time stores no run", async () => {
	faultyWrite(throttle());
	expect((await sendRun(world, list)).status).toBe(500);
	const { body } = await world.get("/v1.0/payment/run");
	expect(body.data.items).toEqual([]);
});

it.each([
	["releasing", releaseRun],
	["discarding", discardRun],
] as const)(
	"P1: %s a draft that is deleted while the write fails: there is no such run",
	async (_, change) => {
		const { runId } = await createRun(world, list);
		faultyWrite(
			killBefore(() => deleteItem(world, paymentRunKey("acme", runId))),
		);
		expect((await change(world, runId)).status).toBe(404);
		expect(world.queue.bodies).toEqual([]);
	},
);

it("P5: a draft that is released while it is discarded stays released, and the answer says so", async () => {
	const { runId } = await createRun(world, list);
	faultyWrite(
		before(() => releaseRun(world, runId)),
		{ times: 1 },
	);
	const { status, body } = await discardRun(world, runId);
	expect([status, body.error?.code]).toEqual([409, "INVALID_STATE_TRANSITION"]);
	await expectOneRun(runId, "RELEASED", 2);
});

it("P5: a creation that arrives again does not bring back a run that was discarded in between", async () => {
	let runId = "";
	const lost = faultyWrite(
		async (call, forward) => {
			await forward(call);
			const { body } = await world.get("/v1.0/payment/run");
			runId = body.data.items[0].runId;
			expect((await discardRun(world, runId)).status).toBe(200);
			return disconnected;
		},
		{ times: 1 },
	);
	forgetTokens();
	await sendRun(world, list);
	expect(lost.hits).toBe(1);
	expect((await getRun(world, runId)).body.data.state).toBe("DISCARDED");
	await expectOneRun(runId, "DISCARDED", 2);
});

it.each([
	["releasing", releaseRun],
	["discarding", discardRun],
] as const)(
	"P1: %s a draft that expires meanwhile leaves its list to the run that took it",
	async (_, change) => {
		const draft = await createRun(world, list);
		passSeconds(world, 30 * 86_400 - 1);
		let next = "";
		faultyWrite(
			before(async () => {
				passSeconds(world, 1);
				next = (await createRun(world, list)).runId;
			}),
			{ times: 1 },
		);
		expect((await change(world, draft.runId)).status).toBe(404);
		expect((await sendRun(world, list)).body.error.runId).toBe(next);
		expect(world.queue.bodies).toEqual([]);
	},
);
