import { beforeEach, describe, expect, it } from "vitest";
import { acme, payableInvoices } from "../../support/acme.ts";
import {
	before,
	failAfter,
	failBefore,
	heldBack,
	loseAnswer,
	throttle,
} from "../../support/aws-gateway/faults/effects.ts";
import type { Effect, Fault } from "../../support/aws-gateway/faults/faults.ts";
import {
	failStatements,
	leaveKeysOver,
} from "../../support/aws-gateway/faults/partial-effects.ts";
import { batchMin, resourcesOf } from "../../support/batches.ts";
import { callOutcomes } from "../../support/call-outcomes.ts";
import { invoiceState, invoiceStates } from "../../support/invoices.ts";
import { lambdaContext } from "../../support/lambda-context.ts";
import { pay } from "../../support/pay.ts";
import { useWorld } from "../../support/use-world.ts";
import type { SendOptions } from "../../support/world.ts";

const path = "/v1.0/payment/mark-as-paid";

const world = useWorld(() => acme({ invoices: payableInvoices(30) }));

const fault = (
	operation: string,
	effect: Effect,
	options: Partial<Fault> = { times: 1 },
) => world.addFault({ operation, effect, ...options });

const payEach = (slugs: string[], options?: SendOptions) =>
	pay(
		world,
		slugs.map((slug) => ({ slug, amount: 10 })),
		options,
	);

const statuses = (answer: {
	body: { data: { results: { status: string; reason?: string }[] } };
}) => answer.body.data.results.map(({ status, reason }) => reason ?? status);

/** Guarantees 1 and 2: the invoice's figures agree with each other and with what was reported to the caller. */
async function expectPaidAsReported(slugs: string[], reported: string[]) {
	const states = await invoiceStates(world, slugs);
	for (const [index, slug] of slugs.entries()) {
		const state = states.get(slug);
		expect(Number(state?.due) + Number(state?.paid)).toBe(100);
		expect(state?.payments).toHaveLength(reported[index] === "DONE" ? 1 : 0);
	}
}

/** Writes without an answer whose outcome was read. */
const settled = () =>
	world.metrics.find(({ values }) => values.OutcomesSettled)?.values
		.OutcomesSettled;

const slugs = Array.from({ length: 30 }, (_, index) => `inv-${index}`);

describe("guarantee 2: each result is true with any outcome of a write", () => {
	beforeEach(() => world.skipPauses());

	it.each<[string, Effect]>([
		...callOutcomes,
		["throttled statements", failStatements({ code: "ThrottlingError" })],
		[
			"conflicting statements",
			failStatements({
				code: "TransactionConflict",
				chosen: (i) => i % 2 === 0,
			}),
		],
		[
			"statements that failed and were written",
			failStatements({ code: "InternalServerError", carriedOut: true }),
		],
		[
			"statements that failed and were not written",
			failStatements({ code: "InternalServerError", chosen: (i) => i > 3 }),
		],
	])("%s: everything is paid, once", async (_, effect) => {
		const added = fault("BatchExecuteStatement", effect);
		const answer = await payEach(slugs);
		expect(added.hits).toBe(1);
		expect(statuses(answer)).toEqual(slugs.map(() => "DONE"));
		await expectPaidAsReported(slugs, statuses(answer));
	});

	it("an invoice whose write is refused for load to the last is SKIPPED, its neighbours are paid", async () => {
		const isLast = (index: number) => index === 4;
		fault(
			"BatchExecuteStatement",
			failStatements({ code: "ThrottlingError", chosen: isLast }),
			{ times: 1 },
		);
		fault(
			"BatchExecuteStatement",
			failStatements({ code: "ThrottlingError" }),
			{ skip: 1 },
		);
		const answer = await payEach(slugs.slice(0, 5));
		expect(statuses(answer)).toEqual([
			"DONE",
			"DONE",
			"DONE",
			"DONE",
			"LOCK_HELD",
		]);
		await expectPaidAsReported(slugs.slice(0, 5), statuses(answer));
	});

	it("a write that might still land is fenced off before the answer: SKIPPED stays true", async () => {
		const late = heldBack();
		fault("BatchExecuteStatement", late.effect, { times: 3 });
		const answer = await payEach(["inv-0"]);
		expect(statuses(answer)).toEqual(["LOCK_HELD"]);
		expect(await late.land()).toBe(3);
		await expectPaidAsReported(["inv-0"], ["LOCK_HELD"]);
	});

	it("a write that lands just before it is fenced off is DONE, and counted as settled", async () => {
		const late = heldBack();
		const paid = ["inv-0", "inv-1", "inv-2"];
		fault(
			"BatchExecuteStatement",
			failStatements({ code: "InternalServerError", chosen: (i) => i === 1 }),
		);
		fault("BatchExecuteStatement", late.effect, { skip: 1, times: 2 });
		// The fence is the fourth call.
		fault("BatchExecuteStatement", before(late.land), { skip: 3 });
		const answer = await payEach(paid);
		expect(statuses(answer)).toEqual(["DONE", "DONE", "DONE"]);
		await expectPaidAsReported(paid, statuses(answer));
		expect(settled()).toBe(1);
	});

	it("a write that may still take effect is fenced, even if those after it were only throttled", async () => {
		const late = heldBack();
		fault("BatchExecuteStatement", late.effect, { times: 1 });
		// Every later payment, for as long as there is time; the fence passes.
		world.addFault({
			operation: "BatchExecuteStatement",
			matches: (body) => JSON.stringify(body).includes("list_append"),
			skip: 1,
			effect: throttle(),
		});
		const answer = await payEach(["inv-0"], {
			context: lambdaContext(6_000, 1),
		});
		expect(statuses(answer)).toEqual(["LOCK_HELD"]);
		expect(await late.land()).toBe(1);
		await expectPaidAsReported(["inv-0"], ["LOCK_HELD"]);
	});

	it("only when nothing can be read is the answer a 500, and the key stays claimed", async () => {
		fault("BatchExecuteStatement", failAfter(), {});
		fault("BatchGetItem", failBefore(), { skip: 2 });
		const answer = await payEach(["inv-0"], { idempotencyKey: "once" });
		expect(answer).toMatchObject({
			status: 500,
			body: { ok: false, error: { code: "INTERNAL_ERROR" } },
		});
		world.gateway.faults.clear();
		expect((await payEach(["inv-0"], { idempotencyKey: "once" })).status).toBe(
			409,
		);
		expect((await invoiceState(world, "inv-0")).payments).toHaveLength(1);
	});
});

describe("an outcome is settled for 4 s longer than writes are retried", () => {
	beforeEach(() => world.skipPauses());

	/** Throttles calls in the first 9 s of an invocation; writes are retried for 8 s. */
	function busyFor9Seconds() {
		const context = world.lambdaContext();
		const busy: Effect = (call, forward) =>
			context.getRemainingTimeInMillis() > 20_000
				? throttle()(call, forward)
				: forward(call);
		return { context, busy };
	}

	it("a recorded payment that can be read then is DONE", async () => {
		const { context, busy } = busyFor9Seconds();
		fault("BatchExecuteStatement", failAfter());
		// The caller and the invoice are read before.
		fault("BatchGetItem", busy, { skip: 2 });
		const answer = await payEach(["inv-0"], { context });
		expect(statuses(answer)).toEqual(["DONE"]);
	});

	it("4.4 rule 4: a batch that could not be stored is aborted then, and the next one is accepted at once", async () => {
		const { context, busy } = busyFor9Seconds();
		const accept = (options?: SendOptions) =>
			pay(world, resourcesOf(batchMin), options);
		fault("BatchWriteItem", throttle(), {});
		// The batch is opened before.
		fault("TransactWriteItems", busy, { skip: 1 });
		expect((await accept({ context })).status).toBe(500);
		world.gateway.faults.clear();
		expect((await accept()).status).toBe(200);
	});
});

describe("reads", () => {
	it.each<[string, Effect]>([
		["keys left over", leaveKeysOver({ chosen: (index) => index % 3 === 0 })],
		["a throttled call", throttle()],
		["a lost answer", loseAnswer()],
	])("4.4: %s are read again", async (_, effect) => {
		const added = fault("BatchGetItem", effect, { times: 1, skip: 1 });
		const answer = await payEach(slugs);
		expect(added.hits).toBe(1);
		expect(statuses(answer)).toEqual(slugs.map(() => "DONE"));
	});
});

describe("concurrency", () => {
	it("7.4: an invoice that changes between read and write is SKIPPED / LOCK_HELD, and nothing is recorded", async () => {
		fault(
			"BatchExecuteStatement",
			before(async () => {
				world.gateway.faults.clear();
				await payEach(["inv-3"]);
			}),
		);
		const answer = await payEach(["inv-2", "inv-3"]);
		expect(statuses(answer)).toEqual(["DONE", "LOCK_HELD"]);
		expect((await invoiceState(world, "inv-3")).payments).toHaveLength(1);
		expect(settled()).toBeUndefined();
	});

	it("payments: of parallel requests for one invoice one pays; nothing is paid twice", async () => {
		const answers = await Promise.all(
			Array.from({ length: 16 }, () =>
				world.post(path, {
					resourceType: "INVOICE",
					resources: [{ slug: "inv-0", amount: 100 }],
				}),
			),
		);
		const paid = answers.filter(({ status }) => status === 200);
		expect(paid).toHaveLength(1);
		for (const { status, body } of answers) {
			if (status === 200) continue;
			expect(["LOCK_HELD", "AMOUNT_EXCEEDS"]).toContain(body.message);
		}
		expect(await invoiceState(world, "inv-0")).toMatchObject({
			due: "0",
			paid: "100",
		});
	});
});
