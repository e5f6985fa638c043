import { describe, expect, it } from "vitest";
import { chunkResourcesMax } from "../../../shared/batches/chunks/to-chunks.store.ts";
import { batchKey } from "../../../shared/dynamodb/keys.ts";
import { acme, payableInvoices } from "../../support/acme.ts";
import {
	after as afterCall,
	before,
	failAfter,
} from "../../support/aws-gateway/faults/effects.ts";
import {
	allResults,
	chunks,
	deliver,
	expectNothingRuns,
	expectSettled,
	notStopped,
	resourcesOf,
	startBatch,
	stopBatch,
	sweep,
	sweepTimes,
	workOff,
} from "../../support/batches.ts";
import { deleteItem } from "../../support/delete-item.ts";
import { logged } from "../../support/logged.ts";
import { meterCalls } from "../../support/meter-calls.ts";
import {
	mixedOrganization,
	mixedOutcomes,
	mixedResources,
} from "../../support/mixed-batch.ts";
import { passSeconds } from "../../support/pass-time.ts";
import { pay } from "../../support/pay.ts";
import { startProcess } from "../../support/service-process.ts";
import { useWorld } from "../../support/use-world.ts";
import { admin, exported } from "../../tools/operator/exported.ts";

const world = useWorld(mixedOrganization);

const stopped = {
	stoppedAt: "2026-11-21T10:00:00.000Z",
	stoppedBy: admin,
	stopReason: "The wrong file",
};

const outcomesOf = async (slug: string) =>
	(await expectSettled(world, slug, mixedResources)).map(
		({ status, reason }) => reason ?? status,
	);

const slugs = (chunk: "first" | "second") =>
	chunk === "first"
		? ["inv-0", "inv-1", "missing", "inv-2", "inv-3"]
		: ["inv-4", "inv-5"];

/** The outcomes when one chunk of two was decided before the stop. */
const outcomesWithout = (chunk: "first" | "second") =>
	mixedResources.map(({ slug }, position) =>
		slugs(chunk).includes(slug) ? "BATCH_STOPPED" : mixedOutcomes[position],
	);

describe("200", () => {
	it("C4: a batch of which nothing was decided ends at once, with all its resources, and the organization is free for another one", async () => {
		const slug = await startBatch(world, mixedResources);
		const total = mixedResources.length;
		const { status, body } = await stopBatch(world, slug);
		expect({ status, body }).toEqual({
			status: 200,
			body: {
				ok: true,
				data: {
					bulkActionSlug: slug,
					status: "DONE",
					total,
					processed: total,
					counts: { DONE: 0, ERROR: 0, SKIPPED: total },
					...stopped,
					results: mixedResources.map((resource, position) => ({
						position,
						slug: resource.slug,
						amount: resource.amount,
						status: "SKIPPED",
						reason: "BATCH_STOPPED",
						paymentId: null,
					})),
				},
			},
		});
		expect((await world.getBatch(slug)).body).toEqual(body);
		await expectSettled(world, slug, mixedResources);
		await startBatch(world, mixedResources);
	});

	it("C4: results that were counted before stay; the rest is BATCH_STOPPED", async () => {
		const slug = await startBatch(world, mixedResources);
		const [first = ""] = world.queue.take();
		await deliver(world, [first]);
		expect((await stopBatch(world, slug)).body.data).toMatchObject({
			status: "DONE",
			...stopped,
		});
		expect(await outcomesOf(slug)).toEqual(outcomesWithout("second"));
	});

	it("C4: a chunk that is decided already is carried out, and ends the batch", async () => {
		const slug = await startBatch(world, mixedResources);
		const bodies = world.queue.take();
		const [first = ""] = bodies;
		// Read, invoices, decision: then its worker dies.
		const worker = startProcess(world, { call: 3, when: "after", what: "die" });
		await deliver(world, [first], worker.table);
		const { data } = (await stopBatch(world, slug)).body;
		const left = mixedResources.filter(({ slug: invoice }) =>
			slugs("second").includes(invoice),
		).length;
		expect(data).toMatchObject({ status: "PENDING", processed: left });
		expect(data.results).toHaveLength(left);
		expect((await pay(world, mixedResources)).status).toBe(409);
		// The batch, three times, and the decisions; layout, chunks and results of what is answered.
		const again = await meterCalls(world, () => stopBatch(world, slug));
		expect(again).toMatchObject({ calls: 7, writeUnits: 0 });
		// Read, what is paid already, payments, count, which is refused, the batch's end; the counted chunk is read.
		expect(await meterCalls(world, () => deliver(world, bodies))).toMatchObject(
			{ calls: 6 },
		);
		expect(await outcomesOf(slug)).toEqual(outcomesWithout("second"));
	});

	it("C4: a chunk that is delivered after the stop, however often, is not paid", async () => {
		const slug = await startBatch(world, mixedResources);
		const bodies = world.queue.take();
		await stopBatch(world, slug);
		for (let round = 0; round < 2; round++)
			expect(await deliver(world, bodies)).toEqual({ batchItemFailures: [] });
		passSeconds(world, 3_600);
		await sweep(world);
		expect(new Set(await outcomesOf(slug))).toEqual(new Set(["BATCH_STOPPED"]));
	});

	it("C4: repeated, with another reason, it is unchanged", async () => {
		const slug = await startBatch(world, mixedResources);
		const first = await stopBatch(world, slug);
		passSeconds(world, 60);
		const again = await stopBatch(world, slug, { reason: "Another one" });
		expect(again).toEqual(first);
	});

	it("C4: a batch that has ended is unchanged", async () => {
		const slug = await startBatch(world, mixedResources);
		await workOff(world);
		const before = (await world.getBatch(slug)).body;
		expect(before.data).toMatchObject({ status: "DONE", ...notStopped });
		// The batch, twice; its layout, chunks and their results.
		const { answer, ...reading } = await meterCalls(world, () =>
			stopBatch(world, slug),
		);
		expect(reading).toMatchObject({ calls: 5, writeUnits: 0 });
		const { status, body } = answer;
		expect({ status, body }).toEqual({ status: 200, body: before });
		expect((await world.getBatch(slug)).body).toEqual(before);
		expect(await outcomesOf(slug)).toEqual(mixedOutcomes);
	});

	it("C4: the list and the export show who stopped it, when and why", async () => {
		// For the first chunk of the resources below, the only one that is worked off.
		await world.import(
			acme({ invoices: payableInvoices(chunkResourcesMax).slice(6) }),
		);
		const ended = await startBatch(world, mixedResources);
		await workOff(world);
		passSeconds(world, 1);
		const total = chunks(3);
		const slug = await startBatch(world, resourcesOf(total, 1));
		const [first = ""] = world.queue.take();
		await deliver(world, [first]);
		passSeconds(world, 2);
		await stopBatch(world, slug);
		const stoppedAt = "2026-11-21T10:00:03.000Z";
		const expected = [
			{
				bulkActionSlug: slug,
				status: "DONE",
				total,
				counts: {
					DONE: chunkResourcesMax - 2,
					ERROR: 1,
					SKIPPED: total - chunkResourcesMax + 1,
				},
				createdAt: "2026-11-21T10:00:01.000Z",
				finishedAt: stoppedAt,
				...stopped,
				stoppedAt,
			},
			{ bulkActionSlug: ended, ...notStopped },
		];
		const { body } = await world.get("/v1.0/payment/mark-as-paid");
		expect(body.data.items).toMatchObject(expected);
		expect((await exported(world)).batches).toMatchObject(expected);
	});

	it("C4: a batch that is still being accepted is stopped: none of it is paid", async () => {
		let slug = "";
		const process = startProcess(world, {
			// Guard, batch and chunks are stored; the commit comes next.
			call: 6,
			when: "before",
			what: async () => {
				const answer = await pay(world, mixedResources);
				slug = /[0-9A-Z]{26}/.exec(answer.body.error.message)?.[0] ?? "";
				expect((await stopBatch(world, slug)).body.data).toMatchObject({
					status: "PENDING",
					processed: 0,
					...stopped,
				});
			},
		});
		expect((await pay(world, mixedResources, { process })).status).toBe(200);
		await workOff(world);
		expect(new Set(await outcomesOf(slug))).toEqual(new Set(["BATCH_STOPPED"]));
	});

	it("C4: a batch was accepted even if it is stopped, and ends, before its sender knows", async () => {
		world.skipPauses();
		const process = startProcess(world);
		const { accessKeyId } = process;
		// The commit takes effect; then the sender aborts what it takes for not accepted.
		const operation = "UpdateItem";
		const effect = failAfter();
		world.gateway.faults.add({ accessKeyId, operation, effect });
		let slug = "";
		world.gateway.faults.add({
			accessKeyId,
			operation: "TransactWriteItems",
			skip: 1,
			times: 1,
			effect: before(async () => {
				const answer = await pay(world, mixedResources);
				slug = /[0-9A-Z]{26}/.exec(answer.body.error.message)?.[0] ?? "";
				const { body } = await stopBatch(world, slug);
				expect(body.data).toMatchObject({ status: "DONE", ...stopped });
			}),
		});
		expect(await pay(world, mixedResources, { process })).toMatchObject({
			status: 200,
			body: { data: { bulkActionSlug: slug } },
		});
		expect(new Set(await outcomesOf(slug))).toEqual(new Set(["BATCH_STOPPED"]));
	});

	it("C4: lines and metrics have each resource that was ended, and the end of the batch, once", async () => {
		const slug = await startBatch(world, mixedResources);
		const from = world.logLines.length;
		for (let round = 0; round < 2; round++) await stopBatch(world, slug);
		const total = mixedResources.length;
		const own = { operation: "stop-batch", batch: slug, chunks: 2 };
		expect(logged(world, "Batch", from)).toMatchObject([
			{ ...own, results: { DONE: 0, ERROR: 0, SKIPPED: total } },
		]);
		expect(logged(world, "Request", from)).toMatchObject([
			{ ...own, results: { BATCH_STOPPED: total } },
			{ ...own, results: { BATCH_STOPPED: 0 } },
		]);
		const refused = world.metrics.filter(
			({ values }) => values.PaymentsRefused,
		);
		expect(refused).toEqual([
			{
				values: { PaymentsRefused: total },
				dimension: { reason: "BATCH_STOPPED" },
			},
		]);
	});

	it("C4: no role is required, and x-idempotency-key is not read", async () => {
		const { users, apiKeys } = acme();
		await world.import({
			...acme(),
			users: [...users, { id: "u-member", name: "Member", role: "MEMBER" }],
			apiKeys: [
				...apiKeys,
				{
					key: "member",
					name: "Member",
					userId: "u-member",
					permissions: ["payments:mark-paid"],
				},
			],
		});
		const slug = await startBatch(world, mixedResources);
		const reason = { reason: "😀".repeat(500) };
		const { body } = await stopBatch(world, slug, reason, {
			key: "member",
			idempotencyKey: "",
		});
		expect(body.data).toMatchObject({
			status: "DONE",
			stoppedBy: { userId: "u-member" },
			stopReason: reason.reason,
		});
	});

	it("C4: an unknown property of the body and of the query is ignored", async () => {
		const slug = await startBatch(world, mixedResources);
		const body = { reason: "x", stoppedBy: null, status: "DONE" };
		const url = `/v1.0/payment/mark-as-paid/${slug}/stop?limit=0`;
		const answer = await world.post(url, body);
		expect(answer).toMatchObject({
			status: 200,
			body: {
				data: { stoppedBy: admin, results: { length: mixedResources.length } },
			},
		});
	});
});

describe("400", () => {
	it.each<[string, unknown, string]>([
		["no body", "", "/ must be JSON, not empty"],
		["no object", [], "/ must be object"],
		["no reason", {}, "/ must have required property 'reason'"],
		[
			"an empty reason",
			{ reason: "" },
			"/reason must NOT have fewer than 1 characters",
		],
		[
			"a reason of 501 characters",
			{ reason: "x".repeat(501) },
			"/reason must NOT have more than 500 characters",
		],
		["a number", { reason: 5 }, "/reason must be string"],
		["null", { reason: null }, "/reason must be string"],
	])(
		"C4 VALIDATION_ERROR: %s, of a batch that has ended as well, and nothing changes",
		async (_, body, message) => {
			const slug = await startBatch(world, mixedResources);
			const refused = {
				status: 400,
				body: {
					ok: false,
					error: {
						code: "VALIDATION_ERROR",
						message: `Validation failed: ${message}`,
					},
				},
			};
			expect(await stopBatch(world, slug, body)).toMatchObject(refused);
			await workOff(world);
			expect(await stopBatch(world, slug, body)).toMatchObject(refused);
			expect(await outcomesOf(slug)).toEqual(mixedOutcomes);
		},
	);
});

describe("404", () => {
	const notFound = {
		status: 404,
		body: { ok: false, error: { code: "BATCH_NOT_FOUND" } },
	};

	it("C4: an unknown batch, before the body is judged", async () => {
		for (const slug of ["01M7YRRT801SBRXJ1F8V4DQ035", "x", "x".repeat(3_000)])
			expect(await stopBatch(world, slug, "{")).toMatchObject(notFound);
		// What can be no batch's id is not looked up.
		const impossible = () => stopBatch(world, "x");
		expect((await meterCalls(world, impossible)).calls).toBe(0);
	});

	it("C4, guarantee 6: a batch of another organization does not exist, and continues", async () => {
		const { org, users } = acme();
		await world.import({
			org: { ...org, id: "other" },
			users,
			apiKeys: [
				{
					key: "other",
					name: "Other",
					userId: "u-admin",
					permissions: ["payments:mark-paid"],
				},
			],
		});
		const slug = await startBatch(world, mixedResources);
		const foreign = await stopBatch(world, slug, undefined, { key: "other" });
		expect(foreign).toMatchObject(notFound);
		await workOff(world);
		expect(await outcomesOf(slug)).toEqual(mixedOutcomes);
	});

	it("C4: a batch that was aborted, also after it was stopped", async () => {
		const process = startProcess(world, {
			call: 5,
			when: "before",
			what: "die",
		});
		await pay(world, mixedResources, { process });
		const answer = await pay(world, mixedResources);
		const [slug = ""] = /[0-9A-Z]{26}/.exec(answer.body.error.message) ?? [];
		expect((await stopBatch(world, slug)).status).toBe(200);
		passSeconds(world, 121);
		await sweep(world);
		expect(await stopBatch(world, slug)).toMatchObject(notFound);
		await expectNothingRuns(world, slug);
	});

	it("C4: a batch that is aborted after its stop was stored", async () => {
		const death = { call: 5, when: "before", what: "die" } as const;
		const process = startProcess(world, death);
		await pay(world, mixedResources, { process });
		const answer = await pay(world, mixedResources);
		const [slug = ""] = /[0-9A-Z]{26}/.exec(answer.body.error.message) ?? [];
		world.addFault({
			operation: "UpdateItem",
			times: 1,
			effect: afterCall(async () => {
				passSeconds(world, sweepTimes.abortAfterSeconds + 1);
				await sweep(world);
			}),
		});
		expect(await stopBatch(world, slug)).toMatchObject(notFound);
	});

	it("C4: a batch that the store removes after its stop was stored", async () => {
		const bulkActionSlug = await startBatch(world, mixedResources);
		const key = batchKey({ organizationId: "acme", bulkActionSlug });
		world.addFault({
			operation: "UpdateItem",
			effect: afterCall(() => deleteItem(world, key)),
		});
		expect(await stopBatch(world, bulkActionSlug)).toMatchObject(notFound);
		const left = logged(world, "A stopped batch is left to the sweeper");
		expect(left).toEqual([]);
	});

	it("C4: a batch after 90 days", async () => {
		const slug = await startBatch(world, mixedResources);
		await workOff(world);
		passSeconds(world, 90 * 86_400);
		expect(await stopBatch(world, slug)).toMatchObject(notFound);
	});
});

it("C2, C4: results beyond the first page are read from the status", async () => {
	await world.import(acme({ invoices: payableInvoices(1) }));
	const resources = resourcesOf(1_200);
	const slug = await startBatch(world, resources);
	const { data } = (await stopBatch(world, slug)).body;
	expect(data.results).toHaveLength(1_000);
	expect(data.nextCursor).toEqual(expect.any(String));
	const results = await allResults(world, slug);
	expect(results).toHaveLength(1_200);
	expect(results.every(({ reason }) => reason === "BATCH_STOPPED")).toBe(true);
});
