import { setTimeout } from "node:timers/promises";
import { beforeEach, describe, expect, it } from "vitest";
import {
	holdBatchGuard,
	releaseBatchGuard,
} from "../../../shared/batches/batch-guard.store.ts";
import { findBatches } from "../../../shared/batches/batch-list.store.ts";
import { resourcesSyncMax } from "../../../shared/batches/payment-batch.ts";
import { acme, payableInvoices } from "../../support/acme.ts";
import {
	before,
	conflict,
	failAfter,
	failBefore,
	loseAnswer,
	throttle,
} from "../../support/aws-gateway/faults/effects.ts";
import type { Effect } from "../../support/aws-gateway/faults/faults.ts";
import {
	batchMin,
	chunks,
	deliver,
	expectNothingRuns,
	expectSettled,
	resourcesOf,
	startBatch,
	sweep,
	sweepTimes,
	workOff,
} from "../../support/batches.ts";
import { invoiceState } from "../../support/invoices.ts";
import { logged } from "../../support/logged.ts";
import { passSeconds } from "../../support/pass-time.ts";
import { pay } from "../../support/pay.ts";
import { rivals } from "../../support/rivals.ts";
import { useWorld } from "../../support/use-world.ts";
import type { World } from "../../support/world.ts";

const world = useWorld(() => acme({ invoices: payableInvoices(201) }));

const always = (
	operation: string,
	effect: Effect,
	times = Number.POSITIVE_INFINITY,
) =>
	world.addFault({
		operation,
		effect,
		times,
	});

/** The sweeper takes the batch for one that nothing accepts any more. */
const abort = () =>
	before(() => {
		passSeconds(world, sweepTimes.abortAfterSeconds + 1);
		return sweep(world);
	});

const slugPattern = /^[0-9A-HJKMNP-TV-Z]{26}$/;

describe("200", () => {
	it("3.4 row 2: more than 100 resources are accepted with a bulkActionSlug, then each is paid", async () => {
		const resources = resourcesOf(201);
		const answer = await pay(world, resources);
		expect(answer).toMatchObject({ status: 200 });
		expect(answer.body).toEqual({
			ok: true,
			data: {
				status: "PENDING",
				bulkActionSlug: expect.stringMatching(slugPattern),
			},
		});
		await workOff(world);
		const slug = answer.body.data.bulkActionSlug;
		const results = await expectSettled(world, slug, resources);
		expect(results.every(({ status }) => status === "DONE")).toBe(true);
	});

	it("the answer waits for the messages: a frozen function sends nothing", async () => {
		const send: World["queue"]["send"] = async (messages) => {
			await setTimeout(200);
			await world.queue.send(messages);
		};
		const { table } = world.dependencies;
		const process = { table, send };
		const answer = await pay(world, resourcesOf(chunks(2)), { process });
		expect(world.queue.bodies).toHaveLength(2);
		expect(answer.status).toBe(200);
	});

	it("a queue that takes nothing does not lose an accepted batch: the sweeper sends its chunks", async () => {
		const send = async () => {
			throw new Error("No queue today");
		};
		const { table } = world.dependencies;
		const answer = await pay(world, resourcesOf(batchMin), {
			process: { table, send },
		});
		expect(answer.status).toBe(200);
		const slug = answer.body.data.bulkActionSlug;
		expect(logged(world, "Not all chunks were sent")).toMatchObject([
			{ level: "WARN", organization: "acme", batch: slug },
		]);
		passSeconds(world, sweepTimes.resendAfterSeconds + 1);
		await sweep(world);
		await workOff(world);
		await expectSettled(world, slug, resourcesOf(batchMin));
	});

	it("a lost answer to the opening is recognised by a store that has forgotten the transaction, too", async () => {
		const forgetful: Effect = (call, forward) => {
			const { ClientRequestToken: _, ...rest } = JSON.parse(`${call.body}`);
			return forward({ ...call, body: Buffer.from(JSON.stringify(rest)) });
		};
		const lost = always("TransactWriteItems", loseAnswer(), 1);
		always("TransactWriteItems", forgetful);
		const slug = await startBatch(world, resourcesOf(batchMin));
		expect(lost.hits).toBe(1);
		await workOff(world);
		await expectSettled(world, slug, resourcesOf(batchMin));
	});

	it("8 synchronous batch size, 8 asynchronous batch: 100 are paid at once, 101 are a batch", async () => {
		const atOnce = await pay(world, resourcesOf(resourcesSyncMax));
		expect(atOnce.body.data).toMatchObject({ status: "DONE" });
		const later = await pay(world, resourcesOf(batchMin));
		expect(later.body.data).toMatchObject({ status: "PENDING" });
	});

	it("2.10: a payment carries what was sent, and today's date in the organization when none was", async () => {
		// 23:30 in Kolkata, where the next day has begun when the batch is paid.
		world.time.now = new Date("2026-11-21T18:00:00.000Z");
		const [first, ...others] = resourcesOf(batchMin, 10.5);
		const slug = await startBatch(world, [
			{ ...first, utr: "UTR-1", narration: "½", paymentDate: "2026-01-02" },
			...others,
		]);
		passSeconds(world, 3_600);
		await workOff(world);
		const common = {
			accountingSyncState: "SKIPPED",
			createdAt: "2026-11-21T19:00:00.000Z",
			batch: slug,
			userId: "u-admin",
		};
		expect((await invoiceState(world, "inv-0")).payments).toMatchObject([
			{
				...common,
				id: `${slug}-0`,
				utr: "UTR-1",
				narration: "½",
				paymentDate: "2026-01-02",
			},
		]);
		expect((await invoiceState(world, "inv-1")).payments).toMatchObject([
			{ ...common, id: `${slug}-1`, utr: null, paymentDate: "2026-11-21" },
		]);
	});

	it("batches: the same slug many times is applied in request order; amounts are exact", async () => {
		const resources = [
			...Array.from({ length: 150 }, () => ({ slug: "inv-0", amount: 0.1 })),
			{ slug: "inv-0", amount: 85 },
			{ slug: "inv-0", amount: 0.01 },
		];
		const slug = await startBatch(world, resources);
		await workOff(world);
		const results = await expectSettled(world, slug, resources);
		expect(results.filter(({ status }) => status === "DONE")).toHaveLength(151);
		expect(results.at(-1)).toMatchObject({ reason: "AMOUNT_EXCEEDS" });
		expect((await invoiceState(world, "inv-0")).due).toBe("0");
	});

	it("chunks may be processed in any order, and several in one delivery", async () => {
		const resources = resourcesOf(201);
		const slug = await startBatch(world, resources);
		const [first = "", ...others] = world.queue.take();
		await deliver(world, others.reverse());
		await deliver(world, [first, first]);
		await expectSettled(world, slug, resources);
	});

	it("4.4 rule 4: synchronous requests are not affected by a running batch, on its own invoices neither", async () => {
		const slug = await startBatch(world, resourcesOf(batchMin + 49));
		const answer = await pay(world, [
			{ slug: "inv-0", amount: 95 },
			{ slug: "inv-200", amount: 1 },
		]);
		expect(
			answer.body.data.results.map(({ status }: { status: string }) => status),
		).toEqual(["DONE", "DONE"]);
		await workOff(world);
		const results = await expectSettled(
			world,
			slug,
			resourcesOf(batchMin + 49),
		);
		expect(results[0]).toMatchObject({ reason: "AMOUNT_EXCEEDS" });
		expect(results[1]).toMatchObject({ status: "DONE" });
	});
});

describe("409", () => {
	it("3.4 row 3, 4.4 rule 4, 7.4 MAP_BATCH_IN_PROGRESS: a second batch while one runs", async () => {
		const slug = await startBatch(world, resourcesOf(batchMin));
		const second = await pay(world, resourcesOf(batchMin), {
			idempotencyKey: "second",
		});
		expect(second).toMatchObject({
			status: 409,
			body: {
				ok: false,
				error: {
					code: "MAP_BATCH_IN_PROGRESS",
					message: expect.stringContaining(slug),
				},
			},
		});
		await workOff(world);
		expect(
			await pay(world, resourcesOf(batchMin), { idempotencyKey: "second" }),
		).toMatchObject({ status: 409, body: { error: expect.any(String) } });
		await startBatch(world, resourcesOf(batchMin));
	});

	it("batches: a repeated key names the batch that the first request started", async () => {
		const [first, again] = [
			await pay(world, resourcesOf(batchMin), { idempotencyKey: "k" }),
			await pay(world, resourcesOf(batchMin), { idempotencyKey: "k" }),
		];
		expect(again.status).toBe(409);
		expect(Object.keys(again.body)).toEqual(["error"]);
		expect(again.body.error).toContain(first.body.data.bulkActionSlug);
		await workOff(world);
		expect(
			await pay(world, resourcesOf(batchMin), { idempotencyKey: "k" }),
		).toMatchObject(again);
	});

	it("5 rule 1: a repeated key of a synchronous request names none", async () => {
		await pay(world, resourcesOf(1), { idempotencyKey: "k" });
		const again = await pay(world, resourcesOf(1), {
			idempotencyKey: "k",
		});
		expect(again.body.error).not.toMatch(/[0-9A-Z]{26}/);
	});

	it("4.4 rule 4: respects the web application's guard, which nothing of ours removes", async () => {
		expect(await holdBatchGuard(world.table, "acme", "web")).toBeNull();
		expect(await pay(world, resourcesOf(batchMin))).toMatchObject({
			status: 409,
			body: {
				error: {
					code: "MAP_BATCH_IN_PROGRESS",
					message: expect.stringMatching(/^A batch of the web application is /),
				},
			},
		});
		expect((await pay(world, resourcesOf(resourcesSyncMax))).status).toBe(200);
		passSeconds(world, 86_400);
		await sweep(world);
		expect((await pay(world, resourcesOf(batchMin))).status).toBe(409);
		expect(await releaseBatchGuard(world.table, "acme")).toBeNull();
		await startBatch(world, resourcesOf(batchMin));
	});

	it("contract 5: the web application can neither take nor release a guard of ours", async () => {
		const slug = await startBatch(world, resourcesOf(batchMin));
		const guard = { holder: "mark-as-paid", bulkActionSlug: slug };
		expect(await holdBatchGuard(world.table, "acme", "web")).toMatchObject(
			guard,
		);
		expect(await releaseBatchGuard(world.table, "acme")).toMatchObject(guard);
		await workOff(world);
		await expectSettled(world, slug, resourcesOf(batchMin));
	});

	it.each<[string, Effect]>([
		["", (call, forward) => forward(call)],
		[", although their transactions conflict", conflict()],
		[", although answers are lost", loseAnswer()],
	])(
		"4.4 rule 4: of 64 concurrent batches of one organization one is accepted%s",
		async (_, effect) => {
			const seen = new Set<string>();
			always("TransactWriteItems", async (call, forward) => {
				const { ClientRequestToken: token } = JSON.parse(`${call.body}`);
				if (seen.has(token)) return forward(call);
				seen.add(token);
				// More would use up what the SDK allows one process in retries.
				return seen.size <= 30 ? effect(call, forward) : forward(call);
			});
			const answers = await rivals(64, () =>
				pay(world, resourcesOf(chunks(2))),
			);
			const accepted = answers.filter(({ status }) => status === 200);
			expect(accepted).toHaveLength(1);
			const slug = accepted[0]?.body.data.bulkActionSlug;
			for (const { status, body } of answers) {
				if (status === 200) continue;
				expect({ status, code: body.error.code }).toEqual({
					status: 409,
					code: "MAP_BATCH_IN_PROGRESS",
				});
				expect(body.error.message).toContain(slug);
			}
			expect(world.queue.bodies).toHaveLength(2);
			await workOff(world);
			await expectSettled(world, slug, resourcesOf(chunks(2)));
		},
	);

	it("guarantee 6: another organization's batch blocks nobody", async () => {
		await startBatch(world, resourcesOf(batchMin));
		const { org, users } = acme();
		await world.import({
			org: { ...org, id: "other" },
			users,
			apiKeys: [
				{
					key: "other-key",
					name: "Other",
					userId: "u-admin",
					permissions: ["payments:mark-paid"],
				},
			],
		});
		const answer = await pay(world, resourcesOf(batchMin), {
			key: "other-key",
		});
		expect(answer.status).toBe(200);
		await workOff(world);
		const { body } = await world.getBatch(answer.body.data.bulkActionSlug, "", {
			key: "other-key",
		});
		expect(body.data.counts).toEqual({ DONE: 0, ERROR: batchMin, SKIPPED: 0 });
		expect((await invoiceState(world, "inv-0")).payments).toHaveLength(1);
	});
});

describe("400", () => {
	it("batches: resources of one invoice that exceed 300 KB are refused with the pointer, and leave no guard", async () => {
		const answer = await pay(
			world,
			Array.from({ length: 150 }, () => ({
				slug: "inv-0",
				amount: 0.01,
				narration: "😀".repeat(500),
			})),
		);
		expect(answer).toMatchObject({
			status: 400,
			body: {
				error: {
					code: "VALIDATION_ERROR",
					message: expect.stringMatching(
						/^Validation failed: \/resources\/\d+ /,
					),
				},
			},
		});
		await startBatch(world, resourcesOf(batchMin));
	});

	it("batches: nothing that is refused later touches the guard: a bad body concurrently with a running batch is a 400", async () => {
		await startBatch(world, resourcesOf(batchMin));
		const bad = [...resourcesOf(batchMin), { slug: "inv-0", amount: 0 }];
		expect((await pay(world, bad)).status).toBe(400);
	});
});

describe("500", () => {
	beforeEach(() => world.skipPauses());

	it.each<[string, string, Effect, number?]>([
		// The SDK sends the opening three times.
		["the opening's answers are errors", "TransactWriteItems", failAfter(), 3],
		["the chunks cannot be written", "BatchWriteItem", failBefore()],
		["the chunks' answers are errors", "BatchWriteItem", failAfter()],
		["the chunks are refused for load", "BatchWriteItem", throttle()],
		["the commit fails", "UpdateItem", failBefore()],
		["the commit is refused for load", "UpdateItem", throttle()],
		["the sweeper aborts it before the commit", "UpdateItem", abort(), 1],
	])(
		"%s: nothing is paid, and the organization is free at once",
		async (_, operation, effect, times) => {
			always(operation, effect, times);
			const send = () =>
				pay(world, resourcesOf(batchMin), { idempotencyKey: "k" });
			expect((await send()).status).toBe(500);
			world.gateway.faults.clear();
			expect((await send()).body.error).not.toMatch(/[0-9A-Z]{26}/);
			expect(world.queue.bodies).toEqual([]);
			expect(await findBatches(world.table, "acme")).toEqual([]);
			await expectNothingRuns(world, "");
			await startBatch(world, resourcesOf(batchMin));
		},
	);

	it("if the abort is not answered either, it is left to the sweeper, and the log says so", async () => {
		always("UpdateItem", failBefore());
		const operation = "TransactWriteItems";
		world.addFault({ operation, skip: 1, effect: failBefore() });
		expect((await pay(world, resourcesOf(batchMin))).status).toBe(500);
		expect(logged(world, "Request failed")).toMatchObject([
			{ error: { message: expect.stringContaining("the sweeper will abort") } },
		]);
	});

	it("a commit that took effect is a 200, although every answer to it was an error", async () => {
		always("UpdateItem", failAfter());
		const slug = await startBatch(world, resourcesOf(batchMin));
		world.gateway.faults.clear();
		await workOff(world);
		await expectSettled(world, slug, resourcesOf(batchMin));
	});

	it("a transaction that conflicts to the last is a 500 that leaves nothing behind", async () => {
		always("TransactWriteItems", conflict());
		expect((await pay(world, resourcesOf(batchMin))).status).toBe(500);
		world.gateway.faults.clear();
		await startBatch(world, resourcesOf(batchMin));
	});
});
