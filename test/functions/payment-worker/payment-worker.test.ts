import { beforeEach, describe, expect, it } from "vitest";
import { chunkResourcesMax } from "../../../shared/batches/chunks/to-chunks.store.ts";
import { acme, payableInvoices } from "../../support/acme.ts";
import {
	after,
	before,
	drop,
	failBefore,
	type HeldBack,
	heldBack,
	loseAnswer,
	throttle,
} from "../../support/aws-gateway/faults/effects.ts";
import { failStatements } from "../../support/aws-gateway/faults/partial-effects.ts";
import {
	chunks,
	type DeliverOptions,
	deliver,
	expectSettled,
	resourcesOf,
	startBatch,
	sweep,
	sweepTimes,
} from "../../support/batches.ts";
import { invoiceState } from "../../support/invoices.ts";
import { logged } from "../../support/logged.ts";
import { passSeconds } from "../../support/pass-time.ts";
import { pay } from "../../support/pay.ts";
import { startProcess } from "../../support/service-process.ts";
import { useWorld } from "../../support/use-world.ts";
import { serviceAccessKeyId } from "../../support/world.ts";

const world = useWorld(() => acme({ invoices: payableInvoices(chunks(2)) }));
beforeEach(() => world.skipPauses());

const resources = resourcesOf(chunks(2));
const lastSlug = `inv-${chunks(2) - 1}`;

/** The chunk of the last invoice. */
async function startWithLast() {
	const slug = await startBatch(world, resources);
	const [first = "", last = ""] = world.queue.take();
	expect(await deliver(world, [first])).toEqual({ batchItemFailures: [] });
	return { slug, last };
}

const lastOutcome = async (slug: string) => {
	const { status, reason } =
		(await expectSettled(world, slug, resources)).at(-1) ?? {};
	return reason ?? status;
};

const done = { batchItemFailures: [] };
const failed = { batchItemFailures: [{ itemIdentifier: "0" }] };

describe("results", () => {
	it("7.4 LOCK_HELD: an invoice that changes between decision and payment, however often redelivered", async () => {
		const { slug, last } = await startWithLast();
		const added = world.addFault({
			// Stores the chunk's decision.
			operation: "PutItem",
			times: 1,
			effect: after(() => pay(world, [{ slug: lastSlug, amount: 1 }])),
		});
		await deliver(world, [last]);
		expect(added.hits).toBe(1);
		expect(await lastOutcome(slug)).toBe("LOCK_HELD");
		await deliver(world, [last, last]);
		expect(await lastOutcome(slug)).toBe("LOCK_HELD");
		expect((await invoiceState(world, lastSlug)).payments).toHaveLength(1);
	});

	it("7.4 LOCK_HELD: of a decided chunk that comes back, only the invoice that changed meanwhile", async () => {
		const slug = await startBatch(world, resources);
		const [first = "", last = ""] = world.queue.take();
		// It reads the chunk and the invoices, 100 to a call, and stores its decision.
		const call = 1 + Math.ceil(chunkResourcesMax / 100) + 1;
		const dying = startProcess(world, { call, when: "after", what: "die" });
		await deliver(world, [first], dying.table);
		await pay(world, [{ slug: "inv-0", amount: 1 }]);
		expect(await deliver(world, [first, last])).toEqual(done);
		const results = await expectSettled(world, slug, resources);
		expect(results.filter(({ status }) => status !== "DONE")).toMatchObject([
			{ slug: "inv-0", reason: "LOCK_HELD" },
		]);
	});

	it("batches: a chunk is counted once when the answer to its count is lost and the count repeated", async () => {
		const many = resourcesOf(chunks(3));
		await world.import(acme({ invoices: payableInvoices(chunks(3)) }));
		const slug = await startBatch(world, many);
		const [first = "", ...others] = world.queue.take();
		const lost = world.addFault({
			operation: "UpdateItem",
			times: 1,
			effect: loseAnswer(),
		});
		expect(await deliver(world, [first])).toEqual(done);
		expect(lost.hits).toBe(1);
		const { operations } = world.gateway.meter.read(serviceAccessKeyId);
		expect(operations.at(-1)).toBe("UpdateItem");
		expect((await world.getBatch(slug)).body.data.processed).toBe(
			chunkResourcesMax,
		);
		await deliver(world, others);
		await expectSettled(world, slug, many);
	});

	it("batches: a batch's last chunk is counted once, and its end logged once, when two workers are about to count it", async () => {
		const { slug, last } = await startWithLast();
		const { accessKeyId, table, calls } = startProcess(world);
		world.gateway.faults.add({
			accessKeyId,
			operation: "TransactWriteItems",
			effect: before(() => deliver(world, [last])),
		});
		expect(await deliver(world, [last], table)).toEqual(done);
		// Read, invoices, decision, payments, the count, which is refused, the batch's end, which is refused, too.
		expect(calls()).toBe(6);
		expect(logged(world, "Batch")).toHaveLength(1);
		expect(logged(world, "Chunk").at(-1)).toMatchObject({
			outcome: "COUNTED_BEFORE",
		});
		expect(await lastOutcome(slug)).toBe("DONE");
	});

	it("batches: an invoice is judged when its chunk is processed, not when the batch is accepted", async () => {
		const { slug, last } = await startWithLast();
		await world.import(
			acme({
				invoices: [{ slug: lastSlug, state: "CANCELLED", amount: 100 }],
			}),
		);
		await deliver(world, [last]);
		expect(await lastOutcome(slug)).toBe("INVALID_STATE");
	});
});

describe("a chunk that cannot be processed now", () => {
	it("batches: is sent again as a new message while the store is too busy, and is paid once when it is not", async () => {
		const { slug, last } = await startWithLast();
		world.gateway.faults.add({
			operation: "BatchExecuteStatement",
			effect: failStatements({ code: "ThrottlingError" }),
		});
		const sendOptions: unknown[] = [];
		const options: DeliverOptions = {
			milliseconds: 6_000,
			send: (messages, given) => {
				sendOptions.push(given);
				return world.queue.send(messages, given);
			},
		};
		const { table } = world.dependencies;
		// Delivered with a message that cannot be read, which alone stays on the queue.
		const delivered = await deliver(world, ["{", last], table, options);
		expect(delivered).toEqual(failed);
		expect(world.queue.take()).toEqual([last]);
		expect(sendOptions).toEqual([{ delaySeconds: 2 }]);
		world.gateway.faults.clear();
		expect(await deliver(world, [last])).toEqual(done);
		expect(await lastOutcome(slug)).toBe("DONE");
	});

	it("batches: stays on the queue when the store is too busy and it could not be sent again", async () => {
		const { last } = await startWithLast();
		world.gateway.faults.add({
			operation: "UpdateItem",
			effect: throttle(),
		});
		const options = {
			milliseconds: 6_000,
			send: () => Promise.reject(new Error("No queue")),
		};
		const { table } = world.dependencies;
		expect(await deliver(world, [last], table, options)).toEqual(failed);
	});

	it("batches: stays on the queue when only some of its payments failed because the store was too busy", async () => {
		await startBatch(world, resources);
		const [first = ""] = world.queue.take();
		// Two of its four calls.
		for (const [slug, effect] of [
			["inv-0", failStatements({ code: "ThrottlingError" })],
			[`inv-${chunkResourcesMax - 1}`, drop()],
		] as const)
			world.addFault({
				operation: "BatchExecuteStatement",
				matches: (body) => JSON.stringify(body).includes(`INVOICE#${slug}"`),
				effect,
			});
		expect(await deliver(world, [first])).toEqual(failed);
		expect(world.queue.take()).toEqual([]);
	});

	it("batches: returns to the queue, and what is recorded is not written again", async () => {
		const { slug, last } = await startWithLast();
		// The chunk is paid, and not counted.
		const busy = world.gateway.faults.add({
			operation: "TransactWriteItems",
			effect: throttle(),
		});
		const { table } = world.dependencies;
		await deliver(world, [last], table, { milliseconds: 5_500 });
		expect(busy.hits).toBeGreaterThan(0);
		world.gateway.faults.clear();
		world.gateway.meter.reset();
		await deliver(world, [last]);
		const { operations } = world.gateway.meter.read(serviceAccessKeyId);
		expect(operations).not.toContain("BatchExecuteStatement");
		expect(await lastOutcome(slug)).toBe("DONE");
	});

	it("batches: counts as progress at the moment at which it is counted, however old its decision is", async () => {
		const many = resourcesOf(chunks(3));
		await world.import(acme({ invoices: payableInvoices(chunks(3)) }));
		const slug = await startBatch(world, many);
		const [first = "", ...others] = world.queue.take();
		// Read, invoices, decision: then its worker dies.
		const dying = startProcess(world, { call: 3, when: "after", what: "die" });
		await deliver(world, [first], dying.table);
		passSeconds(world, sweepTimes.abandonAfterSeconds - 1);
		expect(await deliver(world, [first])).toEqual(done);
		passSeconds(world, 2);
		expect(await sweep(world)).toBe(0);
		await deliver(world, others);
		const results = await expectSettled(world, slug, many);
		expect(results.every(({ status }) => status === "DONE")).toBe(true);
	});

	it("does not make those fail that were delivered with it", async () => {
		const slug = await startBatch(world, resources);
		const [first = "", last = ""] = world.queue.take();
		const unknown = JSON.stringify({ ...JSON.parse(last), format: 2 });
		const nameless = '{"format":1}';
		expect(await deliver(world, [unknown, first, "{", nameless, last])).toEqual(
			{
				batchItemFailures: ["0", "2", "3"].map((itemIdentifier) => ({
					itemIdentifier,
				})),
			},
		);
		expect(await lastOutcome(slug)).toBe("DONE");
	});

	it("is dropped once its batch no longer exists", async () => {
		const { slug, last } = await startWithLast();
		const gone = last.replaceAll(slug, "01M7YRRT801SBRXJ1F8V4DQ035");
		expect(await deliver(world, [gone])).toEqual({ batchItemFailures: [] });
	});
});

describe("payments that land after everybody has given them up", () => {
	/** The payments arrive only when the test releases them; to the worker, they fail at once. */
	function holdPaymentsBack(): HeldBack {
		const late = heldBack();
		world.addFault({
			operation: "BatchExecuteStatement",
			effect: late.effect,
		});
		return late;
	}

	it("are not fenced by a worker: they are DONE when the chunk comes back", async () => {
		const { slug, last } = await startWithLast();
		const late = holdPaymentsBack();
		expect(await deliver(world, [last])).toEqual(failed);
		expect(world.logLines.at(-1)).toContain(
			"1 postings are unresolved: UNKNOWN",
		);
		await late.land();
		world.gateway.faults.clear();
		expect(await deliver(world, [last])).toEqual({ batchItemFailures: [] });
		expect(await lastOutcome(slug)).toBe("DONE");
	});

	it("are fenced by the sweeper: they never land in a chunk that was closed", async () => {
		const { slug, last } = await startWithLast();
		const late = holdPaymentsBack();
		expect(await deliver(world, [last])).toEqual(failed);
		world.gateway.faults.clear();
		passSeconds(world, sweepTimes.abandonAfterSeconds + 1);
		await sweep(world);
		expect(await lastOutcome(slug)).toBe("PROCESSING_FAILED");
		expect(await late.land()).toBeGreaterThan(0);
		expect(await lastOutcome(slug)).toBe("PROCESSING_FAILED");
		expect((await invoiceState(world, lastSlug)).payments).toEqual([]);
	});
});

describe("invoices that carry very many payments", () => {
	const large = Array.from({ length: 100 }, () => ({
		slug: lastSlug,
		amount: 0.01,
		narration: "😀".repeat(500),
	}));

	it("batches: are paid in batches too, their older payments moved to pages", async () => {
		for (let round = 1; round <= 3; round++) {
			const others = Array.from({ length: chunks(2) - large.length }, () => ({
				slug: "inv-0",
				amount: 0.1,
			}));
			const sent = [...large, ...others];
			const slug = await startBatch(world, sent);
			await deliver(world, world.queue.take());
			const results = await expectSettled(world, slug, sent);
			expect(results.every(({ status }) => status === "DONE")).toBe(true);
		}
		expect(await invoiceState(world, lastSlug)).toMatchObject({
			due: "97",
			paymentPages: 2,
		});
	});

	it("2.6, 2.11: come back soon when the move of their payments is only throttled", async () => {
		await pay(world, large);
		const { slug, last } = await startWithLast();
		world.gateway.faults.add({
			operation: "TransactWriteItems",
			effect: throttle(),
		});
		const { table } = world.dependencies;
		const options = { milliseconds: 5_500 };
		expect(await deliver(world, [last], table, options)).toEqual(done);
		world.gateway.faults.clear();
		await deliver(world, world.queue.take());
		expect(await lastOutcome(slug)).toBe("DONE");
	});

	it("return to the queue when somebody else pays their invoices while payments are moved, so that nothing is decided from outdated records", async () => {
		await pay(world, large);
		// Other invoices are in its chunk.
		const sent = resources.toReversed();
		const slug = await startBatch(world, sent);
		const [first = "", ...others] = world.queue.take();
		const moved = world.addFault({
			operation: "TransactWriteItems",
			matches: (body) => JSON.stringify(body).includes("PAYMENTS#0"),
			times: 1,
			effect: before(() => pay(world, [{ slug: lastSlug, amount: 1 }])),
		});
		expect(await deliver(world, [first])).toEqual(done);
		expect(moved.hits).toBe(1);
		await deliver(world, [...world.queue.take(), ...others]);
		const results = await expectSettled(world, slug, sent);
		expect(results.every(({ status }) => status === "DONE")).toBe(true);
	});

	it("wait for the next delivery when their payments cannot be moved, because what might not fit is not decided", async () => {
		await pay(world, large);
		const { slug, last } = await startWithLast();
		world.addFault({
			operation: "TransactWriteItems",
			matches: (body) => JSON.stringify(body).includes("PAYMENTS#0"),
			effect: failBefore(),
		});
		expect(await deliver(world, [last])).toEqual(failed);
		world.gateway.faults.clear();
		await deliver(world, [last]);
		expect(await lastOutcome(slug)).toBe("DONE");
	});
});
