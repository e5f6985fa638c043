import type { SQSBatchResponse, SQSEvent } from "aws-lambda";
import { expect } from "vitest";
import { batchSweeper } from "../../functions/batch-sweeper/batch-sweeper.ts";
import { paymentWorker } from "../../functions/payment-worker/payment-worker.ts";
import { chunkResourcesMax } from "../../shared/batches/chunks/to-chunks.store.ts";
import { resourcesSyncMax } from "../../shared/batches/payment-batch.ts";
import type { BatchResult } from "../../shared/batches/results/batch-result.ts";
import { batchGuardKey, runningBatchKey } from "../../shared/dynamodb/keys.ts";
import { batchGet } from "../../shared/dynamodb/reads/batch-get.ts";
import type { Table } from "../../shared/dynamodb/table.ts";
import { forEachConcurrently } from "../../shared/timing/concurrently.ts";
import { invoiceStates } from "./invoices.ts";
import { logged } from "./logged.ts";
import { pay } from "./pay.ts";
import type { Answer, SendOptions, World } from "./world.ts";

export const sweepTimes = {
	abortAfterSeconds: 120,
	resendAfterSeconds: 180,
	abandonAfterSeconds: 1_800,
};

export interface TestResource {
	slug: string;
	amount: number;
	utr?: string;
	narration?: string;
	paymentDate?: string;
}

/** The smallest number of resources that are accepted as a batch. */
export const batchMin = resourcesSyncMax + 1;

/** The fewest resources of different invoices that are a batch of so many chunks. */
export const chunks = (count: number): number =>
	Math.max(batchMin, (count - 1) * chunkResourcesMax + 1);

/** `inv-0`, `inv-1`, …: a payment for each of so many invoices. */
export const resourcesOf = (count: number, amount = 10): TestResource[] =>
	Array.from({ length: count }, (_, index) => ({
		slug: `inv-${index}`,
		amount,
	}));

/** @returns The batch's slug. */
export async function startBatch(
	world: World,
	resources: readonly object[],
): Promise<string> {
	const { status, body } = await pay(world, resources);
	expect({ status, body }).toMatchObject({
		status: 200,
		body: { ok: true, data: { status: "PENDING" } },
	});
	return body.data.bulkActionSlug;
}

/** A batch's properties when no one has stopped it (C4). */
export const notStopped = {
	stoppedAt: null,
	stoppedBy: null,
	stopReason: null,
};

/** Stops a batch over the API. */
export const stopBatch = (
	world: World,
	bulkActionSlug: string,
	body: unknown = { reason: "The wrong file" },
	options: SendOptions = {},
): Promise<Answer> =>
	world.post(
		`/v1.0/payment/mark-as-paid/${encodeURIComponent(bulkActionSlug)}/stop`,
		body,
		options,
	);

export interface DeliverOptions {
	send?: World["queue"]["send"];
	/** How long the worker may run. */
	milliseconds?: number;
}

/** Delivers messages to a worker of their own. */
export async function deliver(
	world: World,
	bodies: readonly string[],
	table: Table = world.dependencies.table,
	{ send = world.queue.send, milliseconds = 29_000 }: DeliverOptions = {},
): Promise<SQSBatchResponse> {
	const worker = paymentWorker({
		...world.dependencies.pipeline,
		table,
		sendChunks: send,
	});
	const Records = bodies.map((body, index) => ({
		messageId: `${index}`,
		body,
	}));
	// The worker reads only these two properties of a record.
	const event = { Records } as SQSEvent;
	return world.runAs("payment-worker", () =>
		worker(event, world.lambdaContext(milliseconds)),
	);
}

/** Delivers all that waits, one message to a delivery, until nothing waits any more. */
export async function workOff(world: World) {
	for (let open = world.queue.take(); open.length > 0; ) {
		await forEachConcurrently(open, 4, async (body) => {
			expect(await deliver(world, [body])).toEqual({ batchItemFailures: [] });
		});
		open = world.queue.take();
	}
}

/** @returns How many chunks were given up, as the log says. */
export async function sweep(
	world: World,
	{
		table = world.dependencies.table,
		send = world.queue.send,
	}: { table?: Table; send?: World["queue"]["send"] } = {},
): Promise<number> {
	const linesBefore = world.logLines.length;
	const sweeper = batchSweeper({
		...world.dependencies.pipeline,
		table,
		sendChunks: send,
		times: sweepTimes,
	});
	await world.runAs("batch-sweeper", () => sweeper({}, world.lambdaContext()));
	return logged(world, "Batch abandoned", linesBefore).reduce(
		(sum, { abandonedChunks }) => sum + abandonedChunks.length,
		0,
	);
}

/** All results of a batch, page by page. */
export async function allResults(
	world: World,
	slug: string,
): Promise<BatchResult[]> {
	const results: BatchResult[] = [];
	let query = "";
	for (;;) {
		const { status, body } = await world.getBatch(slug, query);
		expect({ status, body }).toMatchObject({ status: 200 });
		results.push(...body.data.results);
		if (body.data.nextCursor === undefined) return results;
		query = `cursor=${body.data.nextCursor}`;
	}
}

/** Guarantees 1, 2 and 5, for a batch that should be over: in its record and in those of its invoices. */
export async function expectSettled(
	world: World,
	bulkActionSlug: string,
	resources: readonly TestResource[],
	firstDue = 100,
): Promise<BatchResult[]> {
	const results = await allResults(world, bulkActionSlug);
	expect(
		results.map(({ position, slug, amount }) => ({ position, slug, amount })),
	).toEqual(
		resources.map(({ slug, amount }, position) => ({ position, slug, amount })),
	);
	const counts = { DONE: 0, ERROR: 0, SKIPPED: 0 };
	for (const { status } of results) counts[status] += 1;
	const { data } = (await world.getBatch(bulkActionSlug, "limit=1")).body;
	expect(data).toMatchObject({
		status: "DONE",
		total: resources.length,
		processed: resources.length,
		counts,
	});
	await expectPaidAsReported(world, bulkActionSlug, results, firstDue);
	await expectNothingRuns(world, bulkActionSlug);
	return results;
}

/** A result that is `DONE` has exactly one payment of the batch, any other none; and each invoice's sum is right. */
async function expectPaidAsReported(
	world: World,
	batch: string,
	results: readonly BatchResult[],
	firstDue: number,
) {
	const expected = new Map<string, string[]>();
	results.forEach(({ slug, status, paymentId }, position) => {
		const id = status === "DONE" ? `${batch}-${position}` : null;
		expect(paymentId).toBe(id);
		const ids = expected.get(slug) ?? [];
		expected.set(slug, id === null ? ids : [...ids, id]);
	});
	const states = await invoiceStates(world, [...expected.keys()]);
	for (const [slug, ids] of expected) {
		const state = states.get(slug);
		const own = state?.payments.filter((payment) => payment.batch === batch);
		expect((own ?? []).map(({ id }) => id)).toEqual(ids);
		if (!state) continue;
		expect(Number(state.due) + Number(state.paid)).toBeCloseTo(firstDue, 8);
		expect(Number(state.due)).toBeGreaterThanOrEqual(0);
	}
}

export async function expectNothingRuns(world: World, bulkActionSlug: string) {
	const organizationId = "acme";
	expect(
		await batchGet(world.table, [
			batchGuardKey(organizationId),
			runningBatchKey({ organizationId, bulkActionSlug }),
		]),
	).toEqual([undefined, undefined]);
}
