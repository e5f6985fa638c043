import { describe, expect, it } from "vitest";
import { acme, payableInvoices } from "../../support/acme.ts";
import {
	allResults,
	deliver,
	expectSettled,
	passSeconds,
	resourcesOf,
	startBatch,
	workOff,
} from "../../support/batches.ts";
import {
	mixedOrganization,
	mixedOutcomes,
	mixedResources,
} from "../../support/mixed-batch.ts";
import { pay } from "../../support/pay.ts";
import { startProcess } from "../../support/service-process.ts";
import { useWorld } from "../../support/use-world.ts";

const world = useWorld(() => acme({ invoices: payableInvoices(250) }));

describe("200", () => {
	it("contract 3: PENDING while any resource has no result, and then DONE", async () => {
		const slug = await startBatch(world, resourcesOf(250));
		const expectStatus = async (status: string, processed: number) =>
			expect((await world.getBatch(slug)).body).toEqual({
				ok: true,
				data: {
					bulkActionSlug: slug,
					status,
					total: 250,
					processed,
					counts: { DONE: processed, ERROR: 0, SKIPPED: 0 },
					results: expect.objectContaining({ length: processed }),
				},
			});
		const [first = "", second = "", third = ""] = world.queue.take();
		await expectStatus("PENDING", 0);
		await deliver(world, [second]);
		await expectStatus("PENDING", 100);
		await deliver(world, [third]);
		await expectStatus("PENDING", 150);
		await deliver(world, [first]);
		await expectStatus("DONE", 250);
	});

	it("contract 3: PENDING without results while it is being accepted, even when who accepts it has died", async () => {
		const idempotencyKey = "cut-off";
		const process = startProcess(world, {
			call: 5,
			when: "before",
			what: "die",
		});
		await pay(world, resourcesOf(250), { idempotencyKey, process });
		const repeated = await pay(world, resourcesOf(250), {
			idempotencyKey,
		});
		const [slug = ""] = /[0-9A-Z]{26}/.exec(repeated.body.error) ?? [];
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
			...resourcesOf(101),
		]);
		const [noisy, ...bodies] = world.queue.take();
		await deliver(world, [noisy ?? "", ...bodies]);
		const results = await allResults(world, slug);
		expect(results.slice(0, 3).map(({ amount }) => amount)).toEqual([
			0.3, 1e-7, 100,
		]);
	});

	it.each([1, 7, 100, 249, 250, 251])(
		"contract 3: pages of %i positions make up the whole",
		async (limit) => {
			const resources = resourcesOf(250);
			const slug = await startBatch(world, resources);
			await workOff(world);
			const slugs: string[] = [];
			let cursor: string | undefined;
			let pages = 0;
			do {
				const query = `limit=${limit}${cursor ? `&cursor=${cursor}` : ""}`;
				const { data } = (await world.getBatch(slug, query)).body;
				expect(data.results.length).toBeLessThanOrEqual(limit);
				slugs.push(
					...data.results.map((result: { slug: string }) => result.slug),
				);
				cursor = data.nextCursor;
				pages += 1;
			} while (cursor);
			expect(slugs).toEqual(resources.map((resource) => resource.slug));
			expect(pages).toBe(Math.ceil(250 / limit));
		},
	);

	it("contract 3: a page of a PENDING batch leaves out positions without a result; its cursor skips them", async () => {
		const slug = await startBatch(world, resourcesOf(250));
		const [, second = ""] = world.queue.take();
		await deliver(world, [second]);
		const first = (await world.getBatch(slug, "limit=150")).body.data;
		expect(first.results).toHaveLength(50);
		expect(first.results[0].slug).toBe("inv-100");
		const query = `limit=150&cursor=${first.nextCursor}`;
		const next = (await world.getBatch(slug, query)).body.data;
		expect(next.results).toHaveLength(50);
		expect(next.results[0].slug).toBe("inv-150");
		expect(next.nextCursor).toBeUndefined();
	});

	it("contract 3: a page ends at about 4 MB, as Lambda counts them", async () => {
		// Quotes are escaped in the JSON, and again where that is handed on as text.
		const resources = Array.from({ length: 150 }, (_, index) => ({
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

	it("decisions: a batch that is still being accepted is PENDING", async () => {
		const process = startProcess(world, {
			call: 6,
			when: "before",
			what: async () => {
				const answer = await pay(world, resourcesOf(101));
				const slug = /[0-9A-Z]{26}/.exec(answer.body.error.message)?.[0] ?? "";
				expect((await world.getBatch(slug)).body.data).toEqual({
					bulkActionSlug: slug,
					status: "PENDING",
					total: 101,
					processed: 0,
					counts: { DONE: 0, ERROR: 0, SKIPPED: 0 },
					results: [],
				});
			},
		});
		const answer = await pay(world, resourcesOf(101), { process });
		expect(answer.status).toBe(200);
	});
});

describe("400", () => {
	it.each([
		"limit=0",
		"limit=-1",
		"limit=1001",
		"limit=abc",
		"limit=1e3",
		"limit=1.5",
		"limit=010",
		"limit=+5",
		"limit=%205",
		"limit=",
		"limit=5&limit=6",
		"limit=9007199254740993",
	])("contract 3: refuses %s", async (query) => {
		const slug = await startBatch(world, resourcesOf(101));
		expect(await world.getBatch(slug, query)).toMatchObject({
			status: 400,
			body: {
				ok: false,
				error: {
					code: "VALIDATION_ERROR",
					message: expect.stringMatching(/^Validation failed: \/limit /),
				},
			},
		});
	});

	it.each([
		"cursor=",
		"cursor=x",
		"cursor=1",
		`cursor=${Buffer.from("-1").toString("base64url")}`,
		`cursor=${Buffer.from("0").toString("base64url")}`,
		`cursor=${Buffer.from("1.5").toString("base64url")}`,
		`cursor=${Buffer.from(" 7").toString("base64url")}`,
		`cursor=${Buffer.from("7").toString("base64url")}%3D`,
		`cursor=${Buffer.from("101").toString("base64url")}`,
		`cursor=${Buffer.from("99999999").toString("base64url")}`,
		"cursor=Nw&cursor=Nw",
	])("contract 3: refuses %s", async (query) => {
		const slug = await startBatch(world, resourcesOf(101));
		expect(await world.getBatch(slug, query)).toMatchObject({
			status: 400,
			body: {
				error: {
					code: "VALIDATION_ERROR",
					message: expect.stringMatching(/^Validation failed: \/cursor /),
				},
			},
		});
	});
});

describe("401 and 403", () => {
	it("contract 3: asks for the same key and permission as mark-as-paid", async () => {
		const slug = await startBatch(world, resourcesOf(101));
		expect(
			(await world.getBatch(slug, "", { key: null })).body.error.code,
		).toBe("MISSING_CREDENTIALS");
		expect(
			(await world.getBatch(slug, "", { key: "no" })).body.error.code,
		).toBe("INVALID_API_KEY");
		await world.import({
			...acme(),
			apiKeys: [
				{
					key: "sku-key",
					name: "SKUs",
					userId: "u-admin",
					permissions: ["inventory:write"],
				},
			],
		});
		expect(
			await world.getBatch(slug, "limit=0", { key: "sku-key" }),
		).toMatchObject({
			status: 403,
			body: { error: { code: "INSUFFICIENT_PERMISSIONS" } },
		});
	});
});

describe("404", () => {
	const notFound = {
		status: 404,
		body: { ok: false, error: { code: "BATCH_NOT_FOUND" } },
	};

	it("contract 3, guarantee 6: a batch of another organization is none", async () => {
		const slug = await startBatch(world, resourcesOf(101));
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
		expect(await world.getBatch(slug, "", { key: "other" })).toMatchObject(
			notFound,
		);
	});

	it.each([
		"01M7YRRT801SBRXJ1F8V4DQ035",
		"x",
		"",
		"__proto__",
		"01M7YRRT801SBRXJ1F8V4DQ035#0",
		"x".repeat(3_000),
	])("contract 3: no such batch: $0", async (slug) => {
		expect(await world.getBatch(slug)).toMatchObject(notFound);
	});

	it("contract 3: a batch is kept for 90 days, whenever the store gets round to removing it", async () => {
		const slug = await startBatch(world, resourcesOf(101));
		await workOff(world);
		passSeconds(world, 90 * 86_400 - 1);
		expect((await world.getBatch(slug)).status).toBe(200);
		passSeconds(world, 1);
		expect(await world.getBatch(slug)).toMatchObject(notFound);
	});

	it("decisions: a batch that was aborted is none", async () => {
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
		expect((await pay(world, resourcesOf(101))).status).toBe(500);
		expect(await world.getBatch(slugs[0] ?? "")).toMatchObject(notFound);
	});
});
