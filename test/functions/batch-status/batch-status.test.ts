import { describe, expect, it } from "vitest";
import { findBatches } from "../../../shared/batches/batch-list.store.ts";
import { positionsMax } from "../../../shared/batches/batch-status.store.ts";
import { chunkResourcesMax } from "../../../shared/batches/chunks/to-chunks.store.ts";
import { toCursor } from "../../../shared/batches/results/result-cursor.ts";
import { inGroups } from "../../../shared/collections/in-groups.ts";
import { acme, payableInvoices } from "../../support/acme.ts";
import {
	allResults,
	batchMin,
	chunks,
	deliver,
	expectSettled,
	notStopped,
	resourcesOf,
	startBatch,
	workOff,
} from "../../support/batches.ts";
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

const threeChunks = chunks(3);
const world = useWorld(() => acme({ invoices: payableInvoices(threeChunks) }));

describe("200", () => {
	it("contract 3: PENDING while any resource has no result, and then DONE", async () => {
		const slug = await startBatch(world, resourcesOf(threeChunks));
		const expectStatus = async (status: string, processed: number) =>
			expect((await world.getBatch(slug)).body).toEqual({
				ok: true,
				data: {
					bulkActionSlug: slug,
					status,
					total: threeChunks,
					processed,
					counts: { DONE: processed, ERROR: 0, SKIPPED: 0 },
					...notStopped,
					results: expect.objectContaining({ length: processed }),
				},
			});
		const [first = "", second = "", third = ""] = world.queue.take();
		// As long as nothing is counted, the batch alone is read.
		const { calls } = await meterCalls(world, () => expectStatus("PENDING", 0));
		expect(calls).toBe(1);
		await deliver(world, [second]);
		await expectStatus("PENDING", chunkResourcesMax);
		await deliver(world, [third]);
		await expectStatus("PENDING", threeChunks - chunkResourcesMax);
		await deliver(world, [first]);
		await expectStatus("DONE", threeChunks);
		const lines = logged(world, "Request").slice(-4);
		expect(lines).toMatchObject(Array(4).fill({ batch: slug, chunks: 3 }));
	});

	it("contract 3: PENDING without results while it is being accepted, even if the function that accepts it has died", async () => {
		const process = startProcess(world, {
			call: 5,
			when: "before",
			what: "die",
		});
		await pay(world, resourcesOf(threeChunks), { process });
		const [batch] = await findBatches(world.table, "acme");
		const slug = batch?.bulkActionSlug ?? "";
		expect(batch?.status).toBe("ACCEPTING");
		expect(await world.getBatch(slug)).toMatchObject({
			status: 200,
			body: { data: { status: "PENDING", processed: 0, results: [] } },
		});
	});

	it("contract 3, C2: results in request order, entries as in spec 2.10 with position, amount and payment, counts by status", async () => {
		await world.import(mixedOrganization());
		const slug = await startBatch(world, mixedResources);
		await workOff(world);
		const results = await expectSettled(world, slug, mixedResources);
		expect(results).toEqual(
			mixedResources.map((resource, position) => {
				const { slug: invoice, amount } = resource;
				const outcome = mixedOutcomes[position];
				const common = { position, slug: invoice, amount };
				if (outcome === "DONE") {
					const paymentId = `${slug}-${position}`;
					return { ...common, status: "DONE", paymentId };
				}
				const status = outcome === "LOCK_HELD" ? "SKIPPED" : "ERROR";
				return { ...common, status, reason: outcome, paymentId: null };
			}),
		);
	});

	it("C2: the amount as it was taken, float noise removed", async () => {
		const amounts = [0.1 + 0.2, 1e-7, 99.99999999999999];
		const slug = await startBatch(world, [
			...amounts.map((amount, index) => ({ slug: `inv-${index}`, amount })),
			...resourcesOf(batchMin),
		]);
		const [noisy, ...bodies] = world.queue.take();
		await deliver(world, [noisy ?? "", ...bodies]);
		const results = await allResults(world, slug);
		expect(results.slice(0, 3).map(({ amount }) => amount)).toEqual([
			0.3, 1e-7, 100,
		]);
	});

	it("contract 3: pages of any size make up the whole", async () => {
		const resources = resourcesOf(threeChunks);
		const slug = await startBatch(world, resources);
		await workOff(world);
		for (const limit of [
			1,
			7,
			100,
			threeChunks - 1,
			threeChunks,
			threeChunks + 1,
			positionsMax,
		]) {
			const pages: string[][] = [];
			let cursor: string | undefined;
			do {
				const query = `limit=${limit}${cursor ? `&cursor=${cursor}` : ""}`;
				const { data } = (await world.getBatch(slug, query)).body;
				pages.push(data.results.map((result: { slug: string }) => result.slug));
				cursor = data.nextCursor;
			} while (cursor);
			const slugs = resources.map((resource) => resource.slug);
			expect(pages, `limit ${limit}`).toEqual([...inGroups(slugs, limit)]);
		}
	});

	it("contract 3: a page of a PENDING batch leaves out positions without a result; its cursor skips them", async () => {
		const slug = await startBatch(world, resourcesOf(threeChunks));
		const [, second = ""] = world.queue.take();
		const size = chunkResourcesMax;
		const [from, to] = [toCursor(size), toCursor(2 * size)];
		const empty = await world.getBatch(slug, `limit=${size}&cursor=${from}`);
		expect(empty.body.data).toMatchObject({ results: [], nextCursor: to });
		await deliver(world, [second]);
		const first = (await world.getBatch(slug, `limit=${1.5 * size}`)).body.data;
		expect(first.results).toHaveLength(size / 2);
		expect(first.results[0].slug).toBe(`inv-${size}`);
		const query = `limit=${1.5 * size}&cursor=${first.nextCursor}`;
		const next = (await world.getBatch(slug, query)).body.data;
		expect(next.results).toHaveLength(size / 2);
		expect(next.results[0].slug).toBe(`inv-${1.5 * size}`);
		expect(next.nextCursor).toBeUndefined();
	});

	it("contract 3: a page ends at about 4 MB, as Lambda counts them", async () => {
		// Quotes are escaped in the JSON, and again where that is handed on as text.
		const resources = Array.from({ length: batchMin + 49 }, (_, index) => ({
			slug: `${'"'.repeat(20_000)}${index}`,
			amount: 1,
		}));
		const slug = await startBatch(world, resources);
		await workOff(world);
		const { body } = await world.getBatch(slug);
		const bytes = Buffer.byteLength(JSON.stringify(JSON.stringify(body)));
		expect(bytes).toBeGreaterThan(4_000_000);
		expect(bytes).toBeLessThan(4_400_000);
		expect(body.data.nextCursor).toEqual(expect.any(String));
		const results = await allResults(world, slug);
		expect(results.map((result) => result.slug)).toEqual(
			resources.map((resource) => resource.slug),
		);
	});

	it("batches: a batch that is still being accepted is PENDING", async () => {
		const process = startProcess(world, {
			call: 6,
			when: "before",
			what: async () => {
				const answer = await pay(world, resourcesOf(batchMin));
				const slug = /[0-9A-Z]{26}/.exec(answer.body.error.message)?.[0] ?? "";
				expect((await world.getBatch(slug)).body.data).toEqual({
					bulkActionSlug: slug,
					status: "PENDING",
					total: batchMin,
					processed: 0,
					counts: { DONE: 0, ERROR: 0, SKIPPED: 0 },
					...notStopped,
					results: [],
				});
			},
		});
		const answer = await pay(world, resourcesOf(batchMin), { process });
		expect(answer.status).toBe(200);
	});
});

describe("404", () => {
	const notFound = {
		status: 404,
		body: { ok: false, error: { code: "BATCH_NOT_FOUND" } },
	};

	it("contract 3: a batch is kept for 90 days, whenever the store gets round to removing it", async () => {
		const slug = await startBatch(world, resourcesOf(batchMin));
		await workOff(world);
		passSeconds(world, 90 * 86_400 - 1);
		expect((await world.getBatch(slug)).status).toBe(200);
		passSeconds(world, 1);
		expect(await world.getBatch(slug)).toMatchObject(notFound);
	});

	it("batches: a batch that was aborted does not exist", async () => {
		const slugs: string[] = [];
		world.gateway.faults.add({
			operation: "BatchWriteItem",
			effect: async ({ body }) => {
				slugs.push(
					...(/#BATCH#([0-9A-Z]{26})/.exec(`${body}`)?.[1] ?? "").split(","),
				);
				return "disconnected";
			},
		});
		expect((await pay(world, resourcesOf(batchMin))).status).toBe(500);
		expect(slugs[0]).not.toBe("");
		expect(await world.getBatch(slugs[0] ?? "")).toMatchObject(notFound);
	});
});
