import { describe, expect, it } from "vitest";
import {
	ConflictError,
	type PaymentProgress,
	PaymentsIncompleteError,
} from "../../client/src/index.ts";
import { acme, payableInvoices } from "../support/acme.ts";
import {
	batchMin,
	resourcesOf,
	startBatch,
	stopBatch,
	workOff,
} from "../support/batches.ts";
import { useWorld } from "../support/use-world.ts";
import { expectRecordsAsReported } from "./support/paid-records.ts";
import { faultAt } from "./support/unreliable-network.ts";
import { openClient } from "./support/world-client.ts";

const count = 103;
const resources = [
	...resourcesOf(count - 1),
	{ slug: "inv-unknown", amount: 1 },
];
const slugs = resourcesOf(count - 1).map(({ slug }) => slug);

const world = useWorld(() => acme({ invoices: payableInvoices(count - 1) }));

describe("markAsPaid of more than 100 resources", () => {
	it("follows the batch to its end, with progress", async () => {
		const { client, network } = openClient(world);
		const progress: PaymentProgress[] = [];
		const results = await client.markAsPaid(resources, {
			onProgress: (one) => progress.push(one),
		});
		await expectRecordsAsReported(world, slugs, resources, results);
		expect(results.at(-1)).toMatchObject({
			status: "ERROR",
			reason: "NOT_FOUND",
		});
		const bulkActionSlug = results[0]?.bulkActionSlug;
		expect(bulkActionSlug).toEqual(expect.any(String));
		expect(progress[0]).toMatchObject({ total: count, bulkActionSlug });
		expect(progress.at(-1)).toMatchObject({ total: count, processed: count });
		expect(network.sent.map(({ method }) => method)).toContain("POST");
	});

	/** `client.long.test.ts` has the others. */
	it.each(["DROP_ANSWER", "LATE_BY_1", "FOREIGN_PAGE"] as const)(
		"pays once and says so, whichever exchange has the fault %s",
		async (fault) => {
			for (let exchange = 1; ; exchange++) {
				await world.reopen();
				const { client, network } = openClient(world, {
					faultOf: faultAt(fault, exchange),
				});
				const results = await client.markAsPaid(resources);
				await network.deliverAll();
				await workOff(world);
				await expectRecordsAsReported(world, slugs, resources, results);
				expect(results.map(({ status }) => status)).toEqual([
					...slugs.map(() => "DONE"),
					"ERROR",
				]);
				if (network.sent.length < exchange) break;
			}
		},
	);

	it("C4: a batch that is stopped is not paid again, and no other is sent after it", async () => {
		const { client, network } = openClient(world, {
			async onPause() {
				const { body } = await world.get("/v1.0/payment/mark-as-paid");
				await stopBatch(world, body.data.items[0].bulkActionSlug);
				await workOff(world);
			},
		});
		const many = [
			...resourcesOf(batchMin + 1, 1),
			...resourcesOf(batchMin + 1, 2),
		];
		const error = await client
			.markAsPaid(many, { resourcesPerRequestMax: batchMin + 1 })
			.catch((thrown: unknown) => thrown);
		expect(error).toMatchObject({
			name: "PaymentsIncompleteError",
			cause: { name: "BatchStoppedError" },
			unfinished: [{ state: "NOT_PAID" }],
		});
		const posts = network.sent.filter(({ method }) => method === "POST");
		expect(posts).toHaveLength(1);
	});

	it("divides payments that do not fit into one request into several batches, one after the other", async () => {
		const { client, network } = openClient(world);
		const many = [
			...resourcesOf(batchMin + 1, 1),
			...resourcesOf(batchMin + 1, 2),
		];
		const results = await client.markAsPaid(many, {
			resourcesPerRequestMax: 101,
		});
		await expectRecordsAsReported(world, slugs, many, results);
		const posts = network.sent.filter(({ method }) => method === "POST");
		expect(posts).toHaveLength(3);
		expect(new Set(results.map((one) => one.idempotencyKey)).size).toBe(3);
		expect(new Set(results.map((one) => one.bulkActionSlug)).size).toBe(3);
	});
});

describe("a batch that does not end in time", () => {
	it("is named, and its results are read later", async () => {
		const { client } = openClient(world, { onPause: async () => {} });
		const error = await client
			.markAsPaid(resources, { followBatchForMs: 60_000 })
			.catch((reason: unknown) => reason);
		if (!(error instanceof PaymentsIncompleteError)) throw error;
		const [part] = error.unfinished;
		if (!part?.attempt || !part.bulkActionSlug) throw error;
		const { attempt, bulkActionSlug, state } = part;
		expect(error.cause).toMatchObject({
			name: "BatchNotFinishedError",
			bulkActionSlug,
		});
		expect(state).toBe("UNKNOWN");

		await workOff(world);
		const outcome = await client.settlePayments(resources, attempt);
		if (outcome.status !== "SETTLED") throw new Error(outcome.status);
		await expectRecordsAsReported(world, slugs, resources, outcome.results);
		const results = await client.followBatch(bulkActionSlug);
		expect(results).toHaveLength(count);
	});

	it("is not taken for one of other resources", async () => {
		const { client } = openClient(world);
		const [first] = await client.markAsPaid(resources);
		const attempt = {
			idempotencyKey: first?.idempotencyKey ?? "",
			firstSentAt: world.time.now,
		};
		for (const other of [
			resourcesOf(count - 1),
			resources.toReversed(),
			resourcesOf(2),
		]) {
			const outcome = await client.settlePayments(other, attempt);
			expect(outcome).toMatchObject({
				status: "UNKNOWN",
				cause: { name: "IdempotencyKeyReusedError" },
			});
		}
	});
});

describe("markAsPaid while another batch runs", () => {
	it("4.4 rule 4: throws MAP_BATCH_IN_PROGRESS unless it is to wait", async () => {
		await startBatch(world, resourcesOf(batchMin, 1));
		const { client } = openClient(world);
		const refused = client.markAsPaid(resources);
		await expect(refused).rejects.toBeInstanceOf(ConflictError);
		await expect(refused).rejects.toMatchObject({
			code: "MAP_BATCH_IN_PROGRESS",
			status: 409,
			requestId: expect.any(String),
		});
	});

	it("waits for its end and then pays, if it is to", async () => {
		await startBatch(world, resourcesOf(batchMin, 1));
		const { client } = openClient(world);
		const results = await client.markAsPaid(resources, {
			waitForRunningBatchMs: 60_000,
		});
		expect(results.filter(({ status }) => status === "DONE")).toHaveLength(102);
	});

	it("names what was paid and what was not, when a later part is refused", async () => {
		let parts = 0;
		const { client } = openClient(world);
		const many = [
			...resourcesOf(batchMin + 1, 1),
			...resourcesOf(batchMin + 1, 2),
		];
		const failed = client.markAsPaid(many, {
			resourcesPerRequestMax: 102,
			beforeSend: async () => {
				parts += 1;
				if (parts === 2) await startBatch(world, resourcesOf(batchMin, 3));
			},
		});
		const error = await failed.catch((reason: unknown) => reason);
		if (!(error instanceof PaymentsIncompleteError)) throw error;
		expect(error.cause).toMatchObject({ code: "MAP_BATCH_IN_PROGRESS" });
		expect(error.results.slice(0, 102)).toMatchObject(
			slugs.map((slug) => ({ slug, status: "DONE" })),
		);
		expect(error.unfinished).toEqual([
			{
				state: "NOT_PAID",
				positions: Array.from({ length: 102 }, (_, index) => 102 + index),
				attempt: null,
				bulkActionSlug: null,
			},
		]);
	});
});
