import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { batchKey } from "../../../../shared/dynamodb/keys.ts";
import type { AwsCall } from "../../../../tools/local/aws-gateway/aws-call.ts";
import { acme, payableInvoices } from "../../../support/acme.ts";
import { failBefore } from "../../../support/aws-gateway/faults/effects.ts";
import type { Effect } from "../../../support/aws-gateway/faults/faults.ts";
import {
	refuseMessages,
	sendTwice,
} from "../../../support/aws-gateway/faults/message-effects.ts";
import {
	startTestStack,
	type TestStack,
} from "../../../support/aws-gateway/test-gateway.ts";
import { resourcesOf } from "../../../support/batches.ts";
import { setTimes } from "../../operator/set-times.ts";
import { getBatch, startBatch, waitForBatch } from "./batch-client.ts";
import { expectPaidAsReported, readRecords } from "./recorded-batches.ts";
import { withTimes } from "./short-times.ts";

let folder: string;
let dataDirectory: string;
let stack: TestStack;
let logged: string;

beforeEach(async () => {
	folder = mkdtempSync(join(tmpdir(), "stuck-"));
	dataDirectory = join(folder, "data");
	const file = join(folder, "acme.json");
	const invoices = payableInvoices(1_000);
	writeFileSync(file, JSON.stringify(acme({ invoices })));
	logged = "";
	const times = withTimes({
		visibilitySeconds: 2,
		// Never: on a slow machine, accepting takes long.
		abortAfterSeconds: 1_800,
		resendAfterSeconds: 2,
		abandonAfterSeconds: 1_800,
	});
	stack = await startTestStack({
		port: 0,
		organizationFiles: [file],
		storage: { dataDirectory },
		log: (line) => {
			logged += `${line}\n`;
		},
		change: (template) => {
			const changed = times(template);
			// One chunk to an invocation: only that one is stuck.
			const eventSources = changed.eventSources.map((source) => ({
				...source,
				batchSize: 1,
			}));
			return { ...changed, eventSources };
		},
	});
});
afterEach(async () => {
	stack.faults.clear();
	await stack.stop();
	rmSync(folder, { recursive: true });
});

const isWorkers = ({ accessKeyId }: AwsCall) =>
	accessKeyId.includes("PaymentWorker");

/** Has the effect on the calls of workers, and on no others. */
const ofWorkers =
	(effect: Effect): Effect =>
	(call, forward) =>
		isWorkers(call) ? effect(call, forward) : forward(call);

/** true if a call concerns an item of a batch's fourth chunk. */
const concernsChunk3 = (body: unknown) =>
	/#BATCH#\w+#3"/.test(JSON.stringify(body));

const resources = resourcesOf(1_000, 1);

async function settle(slug: string) {
	const results = await waitForBatch(stack.url, slug);
	const records = await readRecords(dataDirectory);
	expectPaidAsReported(records, slug, resources, results);
	return results.map(({ reason = "DONE" }) => reason);
}

/** Waits until all but chunk 3 are done: without progress from then on, the sweeper abandons the batch. */
async function passHalfAnHour(bulkActionSlug: string) {
	await expect
		.poll(() => getBatch(stack.url, bulkActionSlug))
		.toMatchObject({ status: "PENDING", processed: 900 });
	await setTimes(dataDirectory, {
		key: batchKey({ organizationId: "acme", bulkActionSlug }),
		names: ["progressAt", "sentAt"],
		minutesAgo: 31,
	});
}

const paysInvoicesFrom300To399 = (body: unknown) =>
	/#inv-3\d\d"/.test(JSON.stringify(body));

const allDone = resources.map(() => "DONE");
const chunk3Failed = resources.map((_, index) =>
	index >= 300 && index < 400 ? "PROCESSING_FAILED" : "DONE",
);

describe("a batch ends", () => {
	it("when a chunk can never be processed: PROCESSING_FAILED, the guard free, an alarm raised", async () => {
		stack.faults.add({
			matches: concernsChunk3,
			effect: ofWorkers(failBefore()),
		});
		const slug = await startBatch(stack.url, resources);
		await passHalfAnHour(slug);
		expect(await settle(slug)).toEqual(chunk3Failed);
		await expect.poll(() => logged).toContain('"BatchesAbandoned":1');
		stack.faults.clear();
		await settle(await startBatch(stack.url, resources));
	});

	it("when its messages arrive twice, or some are refused", async () => {
		stack.faults.add({
			operation: "SendMessageBatch",
			times: 1,
			effect: refuseMessages({ chosen: (index) => index % 3 === 0 }),
		});
		stack.faults.add({
			operation: "SendMessageBatch",
			effect: sendTwice(),
		});
		const slug = await startBatch(stack.url, resources);
		expect(await settle(slug)).toEqual(allDone);
	});

	it("when its messages are lost: the sweeper sends them again", async () => {
		stack.faults.add({
			operation: "SendMessageBatch",
			times: 4,
			effect: refuseMessages({ chosen: () => true }),
		});
		const slug = await startBatch(stack.url, resources);
		expect(await settle(slug)).toEqual(allDone);
	});
});

describe("guarantee 2: one outcome, one payment", () => {
	it("of a chunk that is delivered again while the worker that has it is delayed", async () => {
		let delayedKey: string | undefined;
		let hasCounted = false;
		stack.faults.add({
			effect: ofWorkers(async (call, forward) => {
				delayedKey ??= call.accessKeyId;
				if (call.accessKeyId !== delayedKey) return forward(call);
				// Five calls or more, one after the other: far beyond the visibility timeout.
				await setTimeout(1_500);
				const answer = await forward(call);
				hasCounted ||= call.operation === "UpdateItem";
				return answer;
			}),
		});
		const slug = await startBatch(stack.url, resources);
		expect(await settle(slug)).toEqual(allDone);
		// What it does has no effect. It counts its chunk last, unless a call took too long for it.
		await expect
			.poll(() => hasCounted || logged.includes('"outcome":"FAILED"'))
			.toBe(true);
		expect(await settle(slug)).toEqual(allDone);
	});

	it("of payments that land only after the sweeper has closed their chunk: they are not made", async () => {
		const closed = Promise.withResolvers<void>();
		const late: Promise<unknown>[] = [];
		const hold = ofWorkers((call, forward) => {
			const landing = closed.promise.then(() => forward(call));
			late.push(landing);
			return landing;
		});
		stack.faults.add({
			operation: "BatchExecuteStatement",
			matches: paysInvoicesFrom300To399,
			effect: hold,
		});
		const slug = await startBatch(stack.url, resources);
		await expect.poll(() => late.length).toBeGreaterThan(0);
		// A worker that stores first that the sweeper has fenced the payments would call them LOCK_HELD (ADR 6).
		stack.faults.add({ matches: concernsChunk3, effect: hold });
		await passHalfAnHour(slug);
		expect(await settle(slug)).toEqual(chunk3Failed);
		closed.resolve();
		await Promise.all(late);
		expect(await settle(slug)).toEqual(chunk3Failed);
	});
});
