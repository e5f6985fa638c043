import { beforeEach, describe, expect, it } from "vitest";
import { holdBatchGuard } from "../../../shared/batches/batch-guard.store.ts";
import { payableInvoices } from "../../support/acme.ts";
import {
	drop,
	failAfter,
	failBefore,
	heldBack,
	loseAnswer,
	before as meanwhile,
	after as then,
	throttle,
} from "../../support/aws-gateway/faults/effects.ts";
import type { Effect, Fault } from "../../support/aws-gateway/faults/faults.ts";
import { batchMin, resourcesOf } from "../../support/batches.ts";
import { invoiceState } from "../../support/invoices.ts";
import { logged } from "../../support/logged.ts";
import { passSeconds } from "../../support/pass-time.ts";
import { pay } from "../../support/pay.ts";
import { startProcess } from "../../support/service-process.ts";
import { useWorld } from "../../support/use-world.ts";
import { serviceAccessKeyId } from "../../support/world.ts";
import {
	acmeWithAdvances,
	fullAdvance,
	plainAdvance,
	raise,
	raisedAdvances,
} from "../vendor-advance/advances.ts";

const world = useWorld(() =>
	acmeWithAdvances({ invoices: payableInvoices(2) }),
);
beforeEach(() => world.skipPauses());
beforeEach(async () => {
	// From here on the API key is cached.
	await raise(world, {}, { idempotencyKey: null });
	world.gateway.meter.reset();
});

const options = { idempotencyKey: "k" };
const partly = [
	{ slug: "inv-0", amount: 1 },
	{ slug: "missing", amount: 1 },
];
const payPartly = () => pay(world, partly, options);
const payOne = () => pay(world, partly.slice(0, 1), options);
const raiseLinked = () => raise(world, fullAdvance, options);

async function ask(
	operation: "mark-as-paid" | "vendor-advance" = "mark-as-paid",
) {
	const { body } = await world.getAttempt(operation, "k");
	return body.data;
}
const statusOf = async (operation?: Parameters<typeof ask>[0]) =>
	(await ask(operation)).status;

const fault = (
	operation: string,
	effect: Effect,
	more: Partial<Fault> = { times: 1 },
) => world.addFault({ operation, effect, ...more });

/** Faults of the end of a request: the first `PutItem` is the claim. */
const faultOfEnd = (effect: Effect) => fault("PutItem", effect, { skip: 1 });

const operations = () =>
	world.gateway.meter.read(serviceAccessKeyId).operations;

describe("R9: a request that stores no end, because its claim or its records say how it ended", () => {
	it("is a request whose payments were all recorded", async () => {
		expect((await payOne()).status).toBe(200);
		expect(operations()).toEqual([
			"PutItem",
			"BatchGetItem",
			"BatchExecuteStatement",
		]);
	});

	it("is a request that its schema refused", async () => {
		expect((await pay(world, [], options)).status).toBe(400);
		expect(operations()).toEqual(["PutItem"]);
	});

	it("is a batch that was accepted", async () => {
		const { status } = await pay(world, resourcesOf(batchMin), options);
		expect(status).toBe(200);
		expect(operations()).toEqual([
			"PutItem",
			"TransactWriteItems",
			"BatchWriteItem",
			"UpdateItem",
		]);
	});

	it("is an advance that was created, and any request without a key", async () => {
		expect((await raise(world, plainAdvance, options)).status).toBe(200);
		const refused = { ...plainAdvance, vendorId: "v-unknown" };
		await raise(world, refused, { idempotencyKey: null });
		expect(operations()).toEqual([
			// The claim, the vendor and the advance; what the other one refers to.
			"PutItem",
			"BatchGetItem",
			"PutItem",
			"BatchGetItem",
		]);
	});
});

describe("R9: an end that cannot be stored changes no answer, and leaves the attempt its 330 s", () => {
	it.each<[string, Effect]>([
		["throttled", throttle()],
		["failed", failBefore()],
		["unanswered", drop()],
	])("%s", async (_, effect) => {
		faultOfEnd(effect);
		const { status, body } = await payPartly();
		expect({ status, results: body.data.results }).toMatchObject({
			status: 200,
			results: [{ status: "DONE" }, { reason: "NOT_FOUND" }],
		});
		const message = "The end of a request could not be stored";
		const [request] = logged(world, "Request").slice(-1);
		expect(logged(world, message)).toMatchObject([
			{ level: "WARN", organization: "acme", attempt: request.attempt },
		]);
		expect(await statusOf()).toBe("RUNNING");
		passSeconds(world, 330);
		expect(await statusOf()).toBe("SETTLED");
	});

	it("4.3: of an advance that was refused", async () => {
		faultOfEnd(drop());
		const refused = { ...plainAdvance, vendorId: "v-unknown" };
		expect((await raise(world, refused, options)).status).toBe(404);
		expect(await statusOf("vendor-advance")).toBe("RUNNING");
	});

	it("5 rule 1: the key stays claimed", async () => {
		faultOfEnd(drop());
		await payPartly();
		world.gateway.faults.clear();
		expect((await payPartly()).status).toBe(409);
		expect((await invoiceState(world, "inv-0")).payments).toHaveLength(1);
	});

	it.each([
		["lost", loseAnswer()],
		["a failure", failAfter()],
	])(
		"an end whose answer was %s may be stored all the same",
		async (_, effect) => {
			faultOfEnd(effect);
			await payPartly();
			expect(await ask()).toMatchObject({
				status: "SETTLED",
				results: [{ status: "RECORDED" }, { status: "NOT_RECORDED" }],
			});
		},
	);

	it("R9: it is not written later than 25 s after the claim", async () => {
		fault(
			"BatchGetItem",
			then(() => passSeconds(world, 26)),
		);
		expect((await payPartly()).status).toBe(422);
		expect(operations()).toEqual(["PutItem", "BatchGetItem"]);
		expect(await statusOf()).toBe("RUNNING");
	});
});

describe("R9: only a request of which no write can take effect any more has ended", () => {
	it("a payment that was fenced off is NOT_RECORDED at once, and stays so when its write arrives late", async () => {
		const late = heldBack();
		fault("BatchExecuteStatement", late.effect, { times: 3 });
		expect((await payOne()).status).toBe(422);
		const settled = await ask();
		expect(settled).toMatchObject({
			status: "SETTLED",
			results: [{ status: "NOT_RECORDED" }],
		});
		expect(await late.land()).toBe(3);
		expect(await ask()).toEqual(settled);
		expect((await invoiceState(world, "inv-0")).payments).toEqual([]);
	});

	it("a request that was answered with a 5xx has not ended", async () => {
		fault("BatchGetItem", failBefore(), { times: 3 });
		expect((await payPartly()).status).toBe(500);
		expect(operations()).not.toContain("BatchExecuteStatement");
		expect(await statusOf()).toBe("RUNNING");
	});

	it.each([
		["before", "RUNNING"],
		["after", "SETTLED"],
	] as const)(
		"a request that died %s it could store its end is %s",
		async (when, status) => {
			// Two for the caller, the claim, the invoices, the payment and the end.
			const death = { call: 6, when, what: "die" } as const;
			const process = startProcess(world, death);
			await pay(world, partly, { ...options, process });
			expect(process.isDead()).toBe(true);
			expect(await ask()).toMatchObject({
				status,
				results: [{ status: "RECORDED" }, { status: "NOT_RECORDED" }],
			});
		},
	);

	it("payments that were to be archived, without an answer: it has not ended", async () => {
		const large = { slug: "inv-0", amount: 1, narration: "😀".repeat(500) };
		await pay(world, Array(20).fill(large));
		fault("TransactWriteItems", drop(), { times: 3 });
		expect((await payPartly()).status).toBe(200);
		expect(await statusOf()).toBe("RUNNING");
	});

	it("7.4: a batch whose opening was not answered before it was refused has not ended: it may still take the guard", async () => {
		const late = heldBack();
		fault("TransactWriteItems", late.effect);
		// The SDK sends the opening again.
		fault(
			"TransactWriteItems",
			meanwhile(() => holdBatchGuard(world.table, "acme", "web")),
			{ skip: 1 },
		);
		const { status } = await pay(world, resourcesOf(batchMin), options);
		expect(status).toBe(409);
		expect(await statusOf()).toBe("RUNNING");
	});

	it("4.3: an advance that is refused after a write without an answer has not ended: the write may still land", async () => {
		const late = heldBack();
		fault("TransactWriteItems", late.effect);
		// Another advance takes the order, before it is read again.
		fault(
			"BatchGetItem",
			meanwhile(async () => {
				const other = await raise(world, fullAdvance);
				expect(other.status).toBe(200);
				rival = other.body.data.paymentRequestId;
			}),
			{ skip: 1, times: 1 },
		);
		let rival = "";
		const refused = await raiseLinked();
		expect(refused.status).toBe(400);
		expect(await ask("vendor-advance")).toMatchObject({
			status: "RUNNING",
			paymentRequestId: null,
		});

		const path = `/v1.0/payment/request/${rival}/cancellation`;
		const canceled = await world.post(path, { reason: "The wrong order" });
		expect(canceled).toMatchObject({ status: 200 });
		expect(await late.land()).toBe(1);
		const created = await ask("vendor-advance");
		expect(created.status).toBe("SETTLED");
		expect(await raisedAdvances(world)).toContain(created.paymentRequestId);
	});

	it("4.3: an advance that is refused because another one was first has ended", async () => {
		fault(
			"TransactWriteItems",
			meanwhile(() => raise(world, fullAdvance)),
		);
		expect((await raiseLinked()).status).toBe(400);
		expect(await ask("vendor-advance")).toMatchObject({
			status: "SETTLED",
			paymentRequestId: null,
		});
	});
});

describe("R9: the end is that of the latest attempt with the key", () => {
	it("the end of an earlier attempt says nothing about it", async () => {
		await payPartly();
		expect(await statusOf()).toBe("SETTLED");
		passSeconds(world, 300);
		fault("BatchExecuteStatement", drop(), {});
		expect((await payOne()).status).toBe(500);
		expect(await ask()).toMatchObject({
			attemptedAt: "2026-11-21T10:05:00.000Z",
			status: "RUNNING",
		});
	});
});

describe("R9: what an attempt says is judged by the time before it was looked for", () => {
	it.each([
		["the claim", "Query"],
		["the outcome", "BatchGetItem"],
	])(
		"330 s that pass while %s is read settle nothing",
		async (_, operation) => {
			fault("BatchExecuteStatement", drop(), {});
			await payOne();
			passSeconds(world, 329);
			fault(
				operation,
				meanwhile(() => passSeconds(world, 2)),
				// The caller is read first.
				{ skip: operation === "BatchGetItem" ? 1 : 0, times: 1 },
			);
			expect(await statusOf()).toBe("RUNNING");
			expect(await statusOf()).toBe("SETTLED");
		},
	);

	it("a request that ends while its attempt is read is RUNNING, with what it has recorded", async () => {
		let paid: Promise<unknown> = Promise.resolve();
		let asked: Promise<unknown> = Promise.resolve();
		const askAndWait = () =>
			new Promise<void>((isClaimRead) => {
				const untilPaid = () => {
					isClaimRead();
					return paid;
				};
				fault("BatchGetItem", meanwhile(untilPaid));
				asked = ask();
			});
		fault("BatchExecuteStatement", meanwhile(askAndWait));
		paid = payPartly();
		await paid;
		const results = [{ status: "RECORDED" }, { status: "NOT_RECORDED" }];
		expect(await asked).toMatchObject({ status: "RUNNING", results });
		expect(await ask()).toMatchObject({ status: "SETTLED", results });
	});
});
