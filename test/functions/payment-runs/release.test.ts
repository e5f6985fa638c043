import { describe, expect, it } from "vitest";
import { chunkKey } from "../../../shared/dynamodb/keys.ts";
import { batchGet } from "../../../shared/dynamodb/reads/batch-get.ts";
import { acme, payableInvoices } from "../../support/acme.ts";
import {
	batchMin,
	expectSettled,
	notStopped,
	resourcesOf,
	startBatch,
	stopBatch,
	sweep,
	sweepTimes,
	workOff,
} from "../../support/batches.ts";
import { passSeconds } from "../../support/pass-time.ts";
import { pay } from "../../support/pay.ts";
import {
	createRun,
	discardRun,
	getRun,
	releaseRun,
	sendRun,
} from "../../support/runs.ts";
import { useWorld } from "../../support/use-world.ts";
import { testNow } from "../../support/world.ts";

const preparer = { key: "k-prepare" };
const releaser = { key: "k-release" };

/** An organization with a second user, and a key for each of the two permissions. */
const organization = (secondPersonFrom?: number) =>
	acme({
		org: {
			id: "acme",
			name: "Acme",
			...(secondPersonFrom !== undefined && { secondPersonFrom }),
		},
		users: [
			{ id: "u-admin", name: "Admin", role: "ADMIN" },
			{ id: "u-2", name: "Second", role: "MEMBER" },
		],
		apiKeys: [
			...acme().apiKeys,
			{
				key: preparer.key,
				name: "",
				userId: "u-admin",
				permissions: ["payments:prepare"],
			},
			{
				key: releaser.key,
				name: "",
				userId: "u-2",
				permissions: ["payments:release"],
			},
		],
		invoices: payableInvoices(batchMin),
	});

const world = useWorld(() => organization());

const list = resourcesOf(3);

describe("200", () => {
	it("P4: makes the draft RELEASED and answers its record", async () => {
		const draft = await createRun(world, list, {}, preparer);
		passSeconds(world, 60);
		const { status, body } = await releaseRun(world, draft.runId, releaser);
		const releasedAt = world.time.now.toISOString();
		const released = {
			...draft,
			state: "RELEASED",
			releasedAt,
			releasedBy: { userId: "u-2", keyId: expect.any(String) },
			expiresAt: "2027-02-19T10:01:00.000Z",
			version: 2,
		};
		expect({ status, body }).toEqual({
			status: 200,
			body: { ok: true, data: released },
		});
		const read = await getRun(world, draft.runId, releaser);
		expect(read.body.data).toEqual(released);
		expect(read.headers.etag).toBe('"2"');
	});

	it("P4: its batch pays: with the user and key of the release, and its day where there is no date", async () => {
		const { runId } = await createRun(
			world,
			[list[0] ?? {}, { ...list[1], paymentDate: "2026-11-01" }],
			{},
			preparer,
		);
		expect((await world.getBatch(runId)).status).toBe(404);
		// 3 December in Asia/Kolkata.
		world.time.now = new Date("2026-12-02T20:00:00.000Z");
		const { body } = await releaseRun(world, runId, releaser);
		const { keyId } = body.data.releasedBy;
		expect((await world.getBatch(runId)).body.data).toMatchObject({
			bulkActionSlug: runId,
			status: "PENDING",
			total: 2,
			processed: 0,
			...notStopped,
		});
		await workOff(world);
		await expectSettled(world, runId, list.slice(0, 2));
		for (const [slug, paymentDate] of [
			["inv-0", "2026-12-03"],
			["inv-1", "2026-11-01"],
		]) {
			const payments = await world.get(`/v1.0/invoice/${slug}/payments`);
			expect(payments.body.data.items).toMatchObject([
				{
					paymentDate,
					userId: "u-2",
					keyId,
					idempotencyKey: null,
					bulkActionSlug: runId,
				},
			]);
		}
	});

	it("P4: the list of batches has it at the place of its release", async () => {
		const { runId } = await createRun(world, list);
		passSeconds(world, 10);
		const other = await startBatch(world, resourcesOf(batchMin));
		await workOff(world);
		passSeconds(world, 10);
		await releaseRun(world, runId);
		await workOff(world);
		passSeconds(world, 10);
		const last = await startBatch(world, resourcesOf(batchMin));
		const slugs = [];
		let query = "limit=1";
		for (;;) {
			const { data } = (await world.get("/v1.0/payment/mark-as-paid", query))
				.body;
			slugs.push(data.items[0].bulkActionSlug);
			if (data.nextCursor === null) break;
			query = `limit=1&cursor=${data.nextCursor}`;
		}
		expect(slugs).toEqual([last, runId, other]);
		const { items } = (await world.get("/v1.0/payment/mark-as-paid")).body.data;
		expect(items[1]).toMatchObject({
			createdAt: new Date(testNow.getTime() + 20_000).toISOString(),
			status: "DONE",
		});
	});

	it("P4: a repeated release changes nothing, and its batch is not sent again", async () => {
		const { runId } = await createRun(world, list);
		const first = await releaseRun(world, runId);
		await workOff(world);
		passSeconds(world, 5);
		expect(await releaseRun(world, runId, releaser)).toMatchObject({
			status: 200,
			body: first.body,
		});
		expect(world.queue.take()).toEqual([]);
		await expectSettled(world, runId, list);
	});

	it("P4: ignores the body and If-Match", async () => {
		const { runId } = await createRun(world, list);
		const { status } = await world.post(
			`/v1.0/payment/run/${runId}/release`,
			"{ no JSON",
			{ headers: { "if-match": "x" } },
		);
		expect(status).toBe(200);
	});

	it("P4: its batch can be stopped, by those who prepare and who release runs", async () => {
		const { runId } = await createRun(world, list);
		await releaseRun(world, runId);
		const reason = { reason: "The wrong file" };
		expect(await stopBatch(world, runId, reason, releaser)).toMatchObject({
			status: 200,
			body: { data: { status: "DONE", counts: { SKIPPED: 3 } } },
		});
		expect((await stopBatch(world, runId, reason, preparer)).status).toBe(200);
		expect((await getRun(world, runId)).body.data.state).toBe("RELEASED");
	});

	it("P4: a run with problems is released: every payment is decided on its own", async () => {
		const resources = [
			{ slug: "none", amount: 1 },
			{ slug: "inv-0", amount: 101 },
			{ slug: "inv-1", amount: 1 },
		];
		const { runId } = await createRun(world, resources);
		expect((await releaseRun(world, runId)).status).toBe(200);
		await workOff(world);
		const results = await expectSettled(world, runId, resources);
		expect(results.map(({ status, reason }) => reason ?? status)).toEqual([
			"NOT_FOUND",
			"AMOUNT_EXCEEDS",
			"DONE",
		]);
	});

	it("P2: leaveOut is judged when a chunk is decided: a payment that was recorded since the check is not made again", async () => {
		const resources = [
			{ slug: "inv-0", amount: 1, utr: "A" },
			{ slug: "inv-0", amount: 2, utr: "B" },
			{ slug: "inv-0", amount: 2, utr: "b " },
			{ slug: "inv-1", amount: 2, utr: "B" },
		];
		const { runId } = await createRun(world, resources, {
			leaveOut: ["ALREADY_RECORDED", "REPEATED"],
		});
		await releaseRun(world, runId);
		await pay(world, [{ slug: "inv-0", amount: 3, utr: "a" }]);
		await workOff(world);
		const { results, counts } = (await world.getBatch(runId)).body.data;
		expect(results).toMatchObject([
			{ status: "SKIPPED", reason: "ALREADY_RECORDED", paymentId: null },
			{ status: "DONE" },
			{ status: "SKIPPED", reason: "REPEATED" },
			{ status: "DONE" },
		]);
		expect(counts).toEqual({ DONE: 2, ERROR: 0, SKIPPED: 2 });
	});

	it("P2: without leaveOut, all payments are made", async () => {
		const one = { slug: "inv-0", amount: 1, utr: "A" };
		await pay(world, [one]);
		const { runId } = await createRun(world, [one, one]);
		await releaseRun(world, runId);
		await workOff(world);
		const { counts } = (await world.getBatch(runId)).body.data;
		expect(counts).toEqual({ DONE: 2, ERROR: 0, SKIPPED: 0 });
	});

	it("P2: the batch's own payments do not count as recorded", async () => {
		const one = { slug: "inv-0", amount: 1 };
		const { runId } = await createRun(world, [one, { ...one, utr: "A" }, one], {
			leaveOut: ["ALREADY_RECORDED"],
		});
		await releaseRun(world, runId);
		await workOff(world);
		const { counts } = (await world.getBatch(runId)).body.data;
		expect(counts.DONE).toBe(3);
	});

	it("P1: a batch is as old as its release: the sweeper gives it up half an hour after that, not earlier", async () => {
		const { runId } = await createRun(world, list);
		passSeconds(world, 29 * 86_400);
		await releaseRun(world, runId);
		world.queue.take();
		expect(await sweep(world)).toBe(0);
		passSeconds(world, sweepTimes.resendAfterSeconds + 1);
		expect(await sweep(world)).toBe(0);
		await workOff(world);
		await expectSettled(world, runId, list);
		// Released ones are kept as long as their batch.
		passSeconds(world, 89 * 86_400);
		expect((await getRun(world, runId)).status).toBe(200);
		expect((await world.getBatch(runId)).status).toBe(200);
		passSeconds(world, 86_400);
		expect((await getRun(world, runId)).status).toBe(404);
		expect((await world.getBatch(runId)).status).toBe(404);
	});

	it("P1: what a run consists of is kept for longer than the batch of its latest release", async () => {
		const { runId } = await createRun(world, list);
		const key = chunkKey({ organizationId: "acme", bulkActionSlug: runId }, 0);
		const [chunk] = await batchGet(world.table, [key]);
		const latest = testNow.getTime() / 1_000 + (30 + 90) * 86_400;
		expect(Number(chunk?.expiresAt)).toBeGreaterThan(latest);
	});

	it("P6: payments of a run that was prepared before its invoice existed can be read and reversed", async () => {
		const { runId } = await createRun(world, [{ slug: "later", amount: 5 }]);
		passSeconds(world, 86_400);
		await world.import({
			org: { id: "acme" },
			invoices: [{ slug: "later", state: "APPROVED", amount: 5 }],
		});
		await releaseRun(world, runId);
		await workOff(world);
		const { body } = await world.post(
			`/v1.0/invoice/later/payments/${runId}-0/reversal`,
			{ reason: "Wrong" },
		);
		expect(body.data).toMatchObject({ amount: 5, reversalReason: "Wrong" });
	});
});

describe("403", () => {
	it("P4: needs payments:release", async () => {
		const { runId } = await createRun(world, list);
		const { status, body } = await releaseRun(world, runId, preparer);
		expect([status, body.error.code]).toEqual([
			403,
			"INSUFFICIENT_PERMISSIONS",
		]);
	});

	describe("a second person", () => {
		const require = async (secondPersonFrom: number | null) => {
			await world.import({ org: { id: "acme", secondPersonFrom } });
			// What is cached of the organization is over.
			passSeconds(world, 6);
		};

		it("P4: from the amount of the rule on, the user who created the run cannot release it, whatever their role and key", async () => {
			await require(30);
			const { runId } = await createRun(world, list, {}, preparer);
			const { status, body } = await releaseRun(world, runId);
			expect([status, body.error.code]).toEqual([403, "ACCESS_DENIED"]);
			expect(body.error.message).toContain("second person");
			expect((await getRun(world, runId)).body.data.state).toBe("DRAFT");
			expect((await releaseRun(world, runId, releaser)).status).toBe(200);
			// Released already: nothing is asked any more.
			expect((await releaseRun(world, runId)).status).toBe(200);
		});

		it("P4: below that amount, and without the rule, the same user may", async () => {
			await require(30.01);
			const below = await createRun(world, list);
			expect((await releaseRun(world, below.runId)).status).toBe(200);
			await workOff(world);
			await require(0);
			const other = await createRun(world, list.slice(1));
			expect((await releaseRun(world, other.runId)).status).toBe(403);
			await require(null);
			expect((await releaseRun(world, other.runId)).status).toBe(200);
		});

		it("P4: a file without the rule leaves it, and GET /v1.0/organization shows it", async () => {
			const shown = async () =>
				(await world.get("/v1.0/organization")).body.data.secondPersonFrom;
			expect(await shown()).toBeNull();
			await require(99.5);
			await world.import({ org: { id: "acme", name: "New" } });
			expect(await shown()).toBe(99.5);
			await require(null);
			expect(await shown()).toBeNull();
		});

		it("P4: a run that is discarded is 409, before the second person is asked for", async () => {
			await require(0);
			const { runId } = await createRun(world, list);
			await discardRun(world, runId);
			expect((await releaseRun(world, runId)).status).toBe(409);
		});
	});
});

describe("404", () => {
	it.each(["01M7YRRT801SBRXJ1F8V4DQ035", "x", "~eA"])(
		"P4: %s is no run",
		async (id) => {
			const { status, body } = await releaseRun(world, id);
			expect([status, body.error.code]).toEqual([404, "RUN_NOT_FOUND"]);
		},
	);

	it("P1: an expired draft does not exist", async () => {
		const { runId } = await createRun(world, list);
		passSeconds(world, 30 * 86_400);
		expect((await releaseRun(world, runId)).status).toBe(404);
		expect((await getRun(world, runId)).status).toBe(404);
		expect((await world.get("/v1.0/payment/run")).body.data.items).toEqual([]);
	});

	it("P4: before the release and after discarding, no endpoint of batches knows the run", async () => {
		const { runId } = await createRun(world, list);
		const expectUnknown = async () => {
			expect((await world.getBatch(runId)).status).toBe(404);
			expect((await stopBatch(world, runId)).status).toBe(404);
			const { data } = (await world.get("/v1.0/payment/mark-as-paid")).body;
			expect(data.items).toEqual([]);
		};
		await expectUnknown();
		await discardRun(world, runId);
		await expectUnknown();
	});
});

describe("409", () => {
	it("P4: a discarded run is not released", async () => {
		const { runId } = await createRun(world, list);
		await discardRun(world, runId);
		const { status, body } = await releaseRun(world, runId);
		expect([status, body.error.code]).toEqual([
			409,
			"INVALID_STATE_TRANSITION",
		]);
	});

	it("P4: while another batch runs, the run stays a draft, and can be released afterwards", async () => {
		const other = await startBatch(world, resourcesOf(batchMin));
		const { runId } = await createRun(world, list);
		const { status, body } = await releaseRun(world, runId);
		expect([status, body.error.code]).toEqual([409, "MAP_BATCH_IN_PROGRESS"]);
		expect(body.error.message).toContain(other);
		expect((await getRun(world, runId)).body.data).toMatchObject({
			state: "DRAFT",
			version: 1,
		});
		expect((await sendRun(world, list)).body.error.runId).toBe(runId);
		await workOff(world);
		expect((await releaseRun(world, runId)).status).toBe(200);
	});

	it("4.4 rule 4: while the batch of a run runs, no other batch starts", async () => {
		const { runId } = await createRun(world, list);
		await releaseRun(world, runId);
		const { status, body } = await pay(world, resourcesOf(batchMin));
		expect([status, body.error.code]).toEqual([409, "MAP_BATCH_IN_PROGRESS"]);
		expect(body.error.message).toContain(runId);
		await workOff(world);
		await startBatch(world, resourcesOf(batchMin));
	});
});
