import { describe, expect, it } from "vitest";
import { chunkKey } from "../../../shared/dynamodb/keys.ts";
import {
	before,
	failBefore,
	loseAnswer,
	throttle,
} from "../../support/aws-gateway/faults/effects.ts";
import { deliver, startBatch } from "../../support/batches.ts";
import { deleteItem } from "../../support/delete-item.ts";
import { logged } from "../../support/logged.ts";
import {
	mixedOrganization,
	mixedOutcomes,
	mixedResources,
} from "../../support/mixed-batch.ts";
import { passSeconds } from "../../support/pass-time.ts";
import { useWorld } from "../../support/use-world.ts";

const world = useWorld(mixedOrganization);

/** The sum of each metric, over all its dimensions. */
function totals() {
	const sums: Record<string, number> = {};
	for (const { values } of world.metrics) {
		for (const [name, value] of Object.entries(values)) {
			sums[name] = (sums[name] ?? 0) + value;
		}
	}
	return sums;
}

const count = (outcome: string) =>
	mixedOutcomes.filter((one) => one === outcome).length;

const hundredths = mixedResources.filter(({ slug }) => slug === "inv-4").length;

const expected = {
	PaymentsRecorded: count("DONE"),
	// 60 of 1, 28 of 3.50, 1 of 100, and those of 0.01.
	AmountRecorded: 258 + hundredths / 100,
	PaymentsRefused: mixedOutcomes.length - count("DONE"),
	BatchSeconds: 7,
};

async function startAndWait() {
	const slug = await startBatch(world, mixedResources);
	passSeconds(world, 7);
	return slug;
}

/** No payment can be written; a retry's pause takes no time. */
function beBusy() {
	world.skipPauses();
	world.addFault({ operation: "BatchExecuteStatement", effect: throttle() });
}

describe("the lines and metrics of a batch", () => {
	it("are one line for each chunk and one for the batch, whose counts are those of the results", async () => {
		const slug = await startAndWait();
		// The last one has results of every kind.
		for (const body of world.queue.take().reverse())
			await deliver(world, [body]);
		const own = {
			operation: "payment-worker",
			organization: "acme",
			user: "u-admin",
			apiKey: expect.stringMatching(/^key_/),
			batch: slug,
			attempt: slug,
			chunks: 2,
		};
		const chunks = logged(world, "Chunk");
		expect(chunks).toMatchObject([
			{ ...own, outcome: "COUNTED", ms: expect.any(Number) },
			{ ...own, outcome: "COUNTED", ms: expect.any(Number) },
		]);
		expect(chunks.map(({ chunk }) => chunk).sort()).toEqual([0, 1]);
		// Read, invoices, decision, payments, count; the last count is refused, then the batch ends.
		expect(chunks.map(({ awsCalls }) => awsCalls).sort()).toEqual([5, 6]);
		const results: Record<string, number> = {};
		for (const chunk of chunks) {
			for (const [name, times] of Object.entries<number>(chunk.results))
				results[name] = (results[name] ?? 0) + times;
		}
		expect(results).toEqual({
			DONE: count("DONE"),
			NOT_FOUND: count("NOT_FOUND"),
			LOCK_HELD: count("LOCK_HELD"),
			AMOUNT_EXCEEDS: count("AMOUNT_EXCEEDS"),
		});
		expect(logged(world, "Batch")).toMatchObject([
			{
				...own,
				seconds: 7,
				abandoned: false,
				results: {
					DONE: count("DONE"),
					SKIPPED: count("LOCK_HELD"),
					ERROR: count("NOT_FOUND") + count("AMOUNT_EXCEEDS"),
				},
			},
		]);
		expect(totals()).toEqual(expected);
		const recorded = world.metrics.filter(
			({ values }) => values.PaymentsRecorded,
		);
		for (const { dimension } of recorded)
			expect(dimension).toEqual({ operation: "payment-worker" });
	});

	it("count each payment once, however often its chunk is delivered", async () => {
		await startAndWait();
		const bodies = world.queue.take();
		await deliver(world, bodies);
		await deliver(world, bodies);
		expect(totals()).toEqual(expected);
		const outcomes = logged(world, "Chunk").map(({ outcome }) => outcome);
		expect(outcomes.toSorted()).toEqual([
			"COUNTED",
			"COUNTED",
			"COUNTED_BEFORE",
			"COUNTED_BEFORE",
		]);
		expect(logged(world, "Batch")).toHaveLength(1);
	});

	it("count the invoices whose payments were not answered, and read back, as settled", async () => {
		await startAndWait();
		const operation = "BatchExecuteStatement";
		world.addFault({ operation, times: 1, effect: loseAnswer() });
		await deliver(world, world.queue.take().slice(1));
		expect(world.metrics).toContainEqual({
			values: { OutcomesSettled: 2 },
			dimension: { operation: "payment-worker" },
		});
	});

	it("count each payment once when two workers have the same chunk at the same time", async () => {
		await startAndWait();
		const bodies = world.queue.take();
		for (const body of bodies) {
			world.addFault({
				operation: "UpdateItem",
				times: 1,
				effect: before(() => deliver(world, [body])),
			});
			await deliver(world, [body]);
		}
		expect(totals()).toEqual(expected);
		const outcomes = logged(world, "Chunk").map(({ outcome }) => outcome);
		expect(outcomes).toEqual([
			"COUNTED",
			"COUNTED_BEFORE",
			"COUNTED",
			"COUNTED_BEFORE",
		]);
	});

	it("count a chunk whose message stays on the queue as a worker failure, and nothing as recorded", async () => {
		await startAndWait();
		world.addFault({ operation: "BatchGetItem", effect: failBefore() });
		const { batchItemFailures } = await deliver(world, world.queue.take());
		expect(batchItemFailures).toHaveLength(2);
		expect(totals()).toEqual({ WorkerFailures: 2 });
		const lines = logged(world, "Chunk");
		const failed = {
			level: "ERROR",
			outcome: "FAILED",
			error: { name: "InternalServerError", httpStatusCode: 500 },
		};
		expect(lines).toMatchObject([failed, failed]);
		// The chunks fail at the same time, in any order.
		expect(
			lines.map(({ chunk, messageId }) => [chunk, messageId]).sort(),
		).toEqual([
			[0, "0"],
			[1, "1"],
		]);
		expect(world.logLines).toHaveLength(1 + lines.length);
	});

	it("say of a chunk that is lost, or not visible yet, that it could not be read", async () => {
		const bulkActionSlug = await startAndWait();
		const batch = { organizationId: "acme", bulkActionSlug };
		await deleteItem(world, chunkKey(batch, 1));
		await deliver(world, world.queue.take().slice(1));
		expect(logged(world, "Chunk")).toMatchObject([
			{ outcome: "FAILED", error: { message: "The chunk could not be read" } },
		]);
	});

	it("name the message of a chunk of which nothing else is known, because its message cannot be read", async () => {
		await deliver(world, ["{", `{"format":2}`]);
		const failed = {
			level: "ERROR",
			outcome: "FAILED",
			ms: expect.any(Number),
			function_request_id: "request-1",
		};
		expect(world.logLines.map((line) => JSON.parse(line))).toMatchObject([
			{
				...failed,
				message: "Chunk",
				messageId: "0",
				error: { name: "SyntaxError" },
			},
			{
				...failed,
				message: "Chunk",
				messageId: "1",
				error: { message: "Message format 2 is unknown to this version" },
			},
		]);
		expect(totals()).toEqual({ WorkerFailures: 2 });
	});

	it("count chunks that are sent again because the table is busy as resent, not as failures, and name each", async () => {
		const batch = await startAndWait();
		beBusy();
		await deliver(world, world.queue.take());
		expect(totals()).toEqual({ ChunksResent: 2 });
		const busy = { level: "INFO", outcome: "BUSY" };
		expect(logged(world, "Chunk")).toMatchObject([busy, busy]);
		const resent = { level: "WARN", organization: "acme", batch };
		expect(
			logged(world, "The store is busy: the chunk was resent"),
		).toMatchObject([
			{ ...resent, chunk: 0 },
			{ ...resent, chunk: 1 },
		]);
	});

	it("count a chunk that cannot be sent again as a failure, and name it", async () => {
		const batch = await startAndWait();
		beBusy();
		const [, second = ""] = world.queue.take();
		const send = () => Promise.reject(new Error("No queue"));
		await deliver(world, [second], world.dependencies.table, { send });
		expect(totals()).toEqual({ WorkerFailures: 1 });
		expect(logged(world, "Chunk")).toMatchObject([{ outcome: "BUSY" }]);
		expect(
			logged(world, "Chunk not resent: its message stays on the queue"),
		).toMatchObject([
			{
				level: "ERROR",
				organization: "acme",
				batch,
				chunk: 1,
				error: { message: "No queue" },
			},
		]);
	});
});
