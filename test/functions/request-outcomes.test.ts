import { describe, expect, it } from "vitest";
import {
	holdBatchGuard,
	toGuardItem,
} from "../../shared/batches/batch-guard.store.ts";
import { batchGuardKey } from "../../shared/dynamodb/keys.ts";
import { batchPut } from "../../shared/dynamodb/writes/batch-put.ts";
import { newUlid } from "../../shared/environment/ids.ts";
import { acme, payableInvoices } from "../support/acme.ts";
import {
	failAfter,
	loseAnswer,
	throttle,
} from "../support/aws-gateway/faults/effects.ts";
import {
	batchMin,
	chunks,
	resourcesOf,
	startBatch,
	workOff,
} from "../support/batches.ts";
import {
	everyEndpoint,
	everyEndpointAdditions,
} from "../support/every-endpoint.ts";
import { logged } from "../support/logged.ts";
import { passSeconds } from "../support/pass-time.ts";
import { pay } from "../support/pay.ts";
import { startProcess } from "../support/service-process.ts";
import { useWorld } from "../support/use-world.ts";
import { serviceAccessKeyId } from "../support/world.ts";

const world = useWorld(() =>
	acme({
		...everyEndpointAdditions,
		invoices: payableInvoices(6).map((invoice, index) =>
			index === 2
				? {
						...invoice,
						lock: { holder: "web", expiresAt: "2030-01-01T00:00:00Z" },
					}
				: invoice,
		),
	}),
);

const lastLine = () => logged(world, "Request").at(-1);

describe("the line and the metrics of mark-as-paid", () => {
	it("4.4: report the outcome of the payments and the exact amount that was recorded", async () => {
		await pay(world, [
			{ slug: "inv-0", amount: 0.1 },
			{ slug: "inv-1", amount: 0.2 },
			{ slug: "inv-2", amount: 5 },
			{ slug: "inv-3", amount: 101 },
			{ slug: "no-such", amount: 1 },
			{ slug: "nor-such", amount: 1 },
		]);
		expect(lastLine()).toMatchObject({
			operation: "mark-as-paid",
			status: 200,
			results: { DONE: 2, LOCK_HELD: 1, AMOUNT_EXCEEDS: 1, NOT_FOUND: 2 },
		});
		expect(world.metrics).toEqual([
			{
				values: { PaymentsRecorded: 2, AmountRecorded: 0.3 },
				dimension: { operation: "mark-as-paid" },
			},
			{ values: { PaymentsRefused: 1 }, dimension: { reason: "LOCK_HELD" } },
			{
				values: { PaymentsRefused: 1 },
				dimension: { reason: "AMOUNT_EXCEEDS" },
			},
			{ values: { PaymentsRefused: 2 }, dimension: { reason: "NOT_FOUND" } },
		]);
	});

	it.each([1, batchMin])(
		"2.10: count the properties that no payment has, such as a misspelt one, of %i payments",
		async (count) => {
			const payments = resourcesOf(count);
			await pay(world, payments);
			expect(lastLine()).not.toHaveProperty("unknownProperties");
			await workOff(world);
			const [first, ...others] = payments;
			await pay(world, [{ ...first, utrr: "HDFC1", position: 7 }, ...others]);
			expect(lastLine()).toMatchObject({ status: 200, unknownProperties: 2 });
		},
	);

	it("4.4 rule 3: a 422 recorded nothing", async () => {
		await pay(world, [{ slug: "no-such", amount: 1 }]);
		expect(lastLine()).toMatchObject({
			status: 422,
			results: { NOT_FOUND: 1 },
		});
		expect(world.metrics).toEqual([
			{ values: { PaymentsRefused: 1 }, dimension: { reason: "NOT_FOUND" } },
		]);
	});

	it("5 rule 1: a repeated key names the attempt that holds it, and counts as a repetition, not as a conflict", async () => {
		const idempotencyKey = "repeated-key";
		const resources = [{ slug: "inv-0", amount: 1 }];
		await pay(world, resources, { idempotencyKey });
		const { attempt } = lastLine();
		await pay(world, resources, { idempotencyKey });
		expect(lastLine()).toMatchObject({ status: 409, attempt });
		expect(world.metrics.slice(1)).toEqual([
			{
				values: { IdempotentRepeats: 1 },
				dimension: { operation: "mark-as-paid" },
			},
		]);
	});

	it("guarantee 2: payments whose write was not answered are recorded once, and counted once as settled", async () => {
		world.addFault({
			operation: "BatchExecuteStatement",
			times: 1,
			effect: loseAnswer(),
		});
		await pay(world, [
			{ slug: "inv-0", amount: 1 },
			{ slug: "inv-1", amount: 2 },
		]);
		expect(lastLine()).toMatchObject({ status: 200, results: { DONE: 2 } });
		expect(world.metrics).toEqual([
			{
				values: {
					PaymentsRecorded: 2,
					AmountRecorded: 3,
					OutcomesSettled: 2,
				},
				dimension: { operation: "mark-as-paid" },
			},
		]);
	});

	it("the calls of concurrent requests are distinguished, the SDK's retries counted", async () => {
		await world.import(acme({ invoices: payableInvoices(100).slice(6) }));
		await pay(world, [{ slug: "inv-5", amount: 1 }]);
		world.skipPauses();
		world.gateway.meter.reset();
		world.addFault({ operation: "BatchGetItem", times: 2, effect: throttle() });
		await Promise.all([
			pay(world, [{ slug: "inv-0", amount: 1 }]),
			pay(world, resourcesOf(100).slice(3)),
		]);
		const calls = logged(world, "Request").map(({ awsCalls }) => awsCalls);
		const { calls: total } = world.gateway.meter.read(serviceAccessKeyId);
		const [, ...concurrent] = calls;
		expect(concurrent[0] + concurrent[1]).toBe(total);
		// Claim, read, one write; claim, read, four writes; two retries.
		expect(total).toBe(3 + 6 + 2);
		expect(Math.min(...concurrent)).toBeLessThan(6);
	});
});

describe("the line and the metrics of a batch's request", () => {
	it("have its id, which is the attempt's, and its number of chunks", async () => {
		const slug = await startBatch(world, resourcesOf(chunks(2)));
		expect(lastLine()).toMatchObject({ batch: slug, attempt: slug, chunks: 2 });
		expect(world.metrics).toEqual([]);
		await world.getBatch(slug);
		expect(lastLine()).toMatchObject({
			operation: "batch-status",
			batch: slug,
			chunks: 2,
		});
	});

	it("7.4 MAP_BATCH_IN_PROGRESS: is a conflict, and no stale guard while the batch runs", async () => {
		await startBatch(world, resourcesOf(batchMin));
		passSeconds(world, 3_600);
		await pay(world, resourcesOf(batchMin));
		expect(lastLine()).toMatchObject({
			status: 409,
			code: "MAP_BATCH_IN_PROGRESS",
		});
		expect(world.metrics).toEqual([
			{ values: { Conflicts: 1 }, dimension: { operation: "mark-as-paid" } },
		]);
	});

	it.each([
		["for more than 30 minutes", 1_801, [{ GuardAgeSeconds: 1_801 }]],
		["for 30 minutes", 1_800, []],
	])(
		"7.4: the age of a guard that no batch holds is a metric: %s",
		async (_, seconds, ages) => {
			await holdBatchGuard(world.table, "acme", "operator", world.time.now);
			passSeconds(world, seconds);
			await pay(world, resourcesOf(batchMin));
			const conflict = { Conflicts: 1 };
			expect(world.metrics.map(({ values }) => values)).toEqual([
				...ages,
				conflict,
			]);
			// Two for the caller, the claim, the opening and the end: no batch is looked for.
			expect(lastLine()).toMatchObject({ awsCalls: 5 });
		},
	);

	it("7.4: the age of a guard is a metric when its batch has ended and left it behind, or is gone", async () => {
		const ended = await startBatch(world, resourcesOf(batchMin));
		await workOff(world);
		const gone = newUlid(world.time.now);
		const createdAt = world.time.now.toISOString();
		passSeconds(world, 1_801);
		for (const bulkActionSlug of [ended, gone]) {
			const id = { organizationId: "acme", bulkActionSlug };
			await batchPut(world.table, [{ ...toGuardItem({ ...id, createdAt }) }]);
			const before = world.metrics.length;
			await pay(world, resourcesOf(batchMin));
			const ages = world.metrics.slice(before).map(({ values }) => values);
			expect(ages).toEqual([
				{ GuardAgeSeconds: expect.closeTo(1_801, 0) },
				{ Conflicts: 1 },
			]);
		}
	});

	it("7.4: a guard has no age while its batch is still being accepted", async () => {
		const commit = { call: 6, when: "before", what: "die" } as const;
		const process = startProcess(world, commit);
		await pay(world, resourcesOf(batchMin), { process });
		passSeconds(world, 1_801);
		await pay(world, resourcesOf(batchMin));
		expect(world.metrics.at(-1)?.values).toEqual({ Conflicts: 1 });
		expect(world.metrics).toHaveLength(1);
	});

	it("7.4: a guard whose batch cannot be read refuses the batch, and has no age but a warning", async () => {
		world.skipPauses();
		const slug = await startBatch(world, resourcesOf(batchMin));
		passSeconds(world, 1_801);
		const matches = (body: unknown) => {
			const text = JSON.stringify(body);
			return text.includes("Keys") && text.includes(slug);
		};
		world.addFault({ operation: "BatchGetItem", matches, effect: throttle() });
		const { status } = await pay(world, resourcesOf(batchMin));
		expect(status).toBe(409);
		expect(world.metrics.at(-1)?.values).toEqual({ Conflicts: 1 });
		const message = "The age of the guard that refuses a batch is unknown";
		expect(logged(world, message)).toMatchObject([
			{
				level: "WARN",
				organization: "acme",
				error: { name: "StoreBusyError" },
			},
		]);
	});

	it.each<[string, object]>([
		["an id that has no time", { bulkActionSlug: "not-of-this-service" }],
		["a time that is none", { heldAt: "yesterday" }],
		["a null in place of the time", { heldAt: null }],
	])(
		"7.4: a guard with %s refuses the batch, and has no age",
		async (_, more) => {
			const guard = { ...batchGuardKey("acme"), holder: "web", ...more };
			await batchPut(world.table, [guard]);
			const { status, body } = await pay(world, resourcesOf(batchMin));
			expect({ status, code: body.error?.code }).toEqual({
				status: 409,
				code: "MAP_BATCH_IN_PROGRESS",
			});
			expect(world.metrics.map(({ values }) => values)).toEqual([
				{ Conflicts: 1 },
			]);
		},
	);

	it("7.4: the guard of the web application, which has no time, has no age", async () => {
		await holdBatchGuard(world.table, "acme", "web");
		passSeconds(world, 100_000);
		await pay(world, resourcesOf(batchMin));
		expect(world.metrics.map(({ values }) => values)).toEqual([
			{ Conflicts: 1 },
		]);
	});
});

describe("records created", () => {
	/** With a code, which is taken when it is sent again. */
	const newSkus = { skus: [{ name: "Bolt", itemCode: "BOLT-1" }] };

	it.each([
		["bulk-skus", { CREATED: 1 }, { TAKEN: 1 }],
		["purchase-order", undefined, undefined],
		["vendor-advance", undefined, undefined],
		["create-vendor", undefined, undefined],
		["create-invoices", { CREATED: 1 }, { EXISTS: 1 }],
	])("%s: are in the line and counted", async (name, first, again) => {
		const endpoint = everyEndpoint.find((one) => one.name === name);
		const body = name === "bulk-skus" ? newSkus : endpoint?.body;
		const send = () => world.post(endpoint?.path ?? "", body);
		expect((await send()).status).toBe(200);
		expect(lastLine()).toMatchObject({ operation: name, created: 1 });
		expect(lastLine().results).toEqual(first);
		expect(world.metrics).toEqual([
			{ values: { RecordsCreated: 1 }, dimension: { operation: name } },
		]);
		await send();
		expect(lastLine().results).toEqual(again);
		const isNewEachTime = ["purchase-order", "vendor-advance"].includes(name);
		expect(lastLine().created).toBe(isNewEachTime ? 1 : 0);
		expect(world.metrics).toHaveLength(isNewEachTime ? 2 : 1);
	});

	it.each([
		["bulk-skus", "BatchExecuteStatement"],
		["purchase-order", "PutItem"],
		["vendor-advance", "TransactWriteItems"],
		["vendor-advance", "PutItem"],
		["create-vendor", "PutItem"],
		["create-invoices", "BatchExecuteStatement"],
	])(
		"%s: are counted once when the answer to %s is lost, and at most once as settled",
		async (name, operation) => {
			world.skipPauses();
			const endpoint = everyEndpoint.find((one) => one.name === name);
			const send = () =>
				world.post(endpoint?.path ?? "", endpoint?.body, {
					idempotencyKey: null,
				});
			world.addFault({ operation, times: 3, effect: failAfter() });
			expect((await send()).status).toBe(200);
			const values = world.metrics.map((one) => one.values);
			expect(values).toMatchObject([{ RecordsCreated: 1 }]);
			expect(values[0]?.OutcomesSettled ?? 1).toBe(1);
		},
	);

	it("R4, 409 VENDOR_EXISTS and R1, 412: are conflicts", async () => {
		const vendor = { name: "Paper Mills", vendorId: "v-9" };
		await world.post("/v1.0/vendor", vendor);
		await world.post("/v1.0/vendor", { ...vendor, name: "Iron Works" });
		const headers = { "if-match": '"7"' };
		await world.patch("/v1.0/invoice/inv-0", {}, { headers });
		expect(lastLine().status).toBe(412);
		expect(world.metrics.slice(1)).toEqual([
			{ values: { Conflicts: 1 }, dimension: { operation: "create-vendor" } },
			{ values: { Conflicts: 1 }, dimension: { operation: "update-invoice" } },
		]);
	});
});
