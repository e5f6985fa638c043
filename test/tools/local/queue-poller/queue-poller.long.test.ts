import type { SQSEvent } from "aws-lambda";
import { afterEach, beforeEach, describe, expect, inject, it } from "vitest";
import type { InvocationOutcome } from "../../../../tools/local/function-environment.ts";
import {
	type QueueEngine,
	startQueueEngine,
} from "../../../../tools/local/queue-engine.ts";
import {
	type QueuePoller,
	startQueuePoller,
} from "../../../../tools/local/queue-poller/queue-poller.ts";
import type { TemplateEventSource } from "../../../../tools/local/template/template-event-source.ts";
import { failBefore } from "../../../support/aws-gateway/faults/effects.ts";
import {
	startTestGateway,
	type TestGateway,
} from "../../../support/aws-gateway/test-gateway.ts";
import { type OpenQueue, openQueue } from "../open-queue.ts";

let engine: QueueEngine;
let gateway: TestGateway;
let work: OpenQueue;
let poller: QueuePoller | undefined;
let events: SQSEvent[];
let logged: string;

beforeEach(async () => {
	engine = await startQueueEngine();
	gateway = await startTestGateway({
		dynamodbUrl: inject("dynamodbUrl"),
		sqsUrl: engine.url,
	});
	work = await openQueue(engine.url, { visibilitySeconds: 5 });
	events = [];
	logged = "";
});
afterEach(async () => {
	await poller?.stop();
	poller = undefined;
	await gateway.stop();
	await engine.stop();
});

/** Polls the queue for a function of which a test says what it answers; it does until the test ends. */
function poll(
	respond: (event: SQSEvent) => Promise<InvocationOutcome> = async () => done,
	source: Partial<TemplateEventSource> = {},
) {
	poller = startQueuePoller({
		source: {
			queueArn: work.queue.arn,
			queueUrl: `${gateway.url}/000000000000/work`,
			functionArn: "arn:aws:lambda:ap-south-1:000000000000:function:fn",
			batchSize: 5,
			batchingWindowSeconds: 0,
			concurrencyMax: 1,
			reportsItemFailures: true,
			...source,
		},
		host: {
			async invoke(_, event) {
				events.push(event as SQSEvent);
				return respond(event as SQSEvent);
			},
		},
		gatewayUrl: gateway.url,
		log: (line) => {
			logged += `${line}\n`;
		},
	});
}

const done: InvocationOutcome = { answer: "null" };
const bodiesOf = ({ Records }: SQSEvent) => Records.map(({ body }) => body);
const deliveries = () => events.flatMap(bodiesOf);

describe("an event source mapping", () => {
	it("hands the function messages as Lambda does", async () => {
		await work.send("hello");
		poll();
		await expect.poll(() => events).toHaveLength(1);
		expect(events[0]).toEqual({
			Records: [
				{
					messageId: expect.stringMatching(/^[0-9a-f-]{36}$/),
					receiptHandle: expect.any(String),
					body: "hello",
					attributes: {
						ApproximateReceiveCount: "1",
						SentTimestamp: expect.stringMatching(/^\d{13}$/),
						SenderId: expect.any(String),
						ApproximateFirstReceiveTimestamp: expect.stringMatching(/^\d{13}$/),
					},
					messageAttributes: {},
					md5OfBody: "5d41402abc4b2a76b9719d911017c592",
					eventSource: "aws:sqs",
					eventSourceARN: "arn:aws:sqs:ap-south-1:000000000000:work",
					awsRegion: "ap-south-1",
				},
			],
		});
	});

	it("hands over no more than the batch size at a time", async () => {
		await work.send("a", "b", "c", "d", "e", "f");
		poll(async () => done, { batchSize: 4 });
		await expect.poll(deliveries).toHaveLength(6);
		expect(events.map(({ Records }) => Records.length)).toEqual([4, 2]);
	});

	it("runs no more invocations at a time than the maximum concurrency", async () => {
		let running = 0;
		let most = 0;
		await work.send("a", "b", "c", "d", "e", "f");
		poll(
			async () => {
				running += 1;
				most = Math.max(most, running);
				// Until there are two; a third would come meanwhile.
				if (most < 2) await expect.poll(() => most).toBe(2);
				await new Promise((resolve) => setTimeout(resolve, 50));
				running -= 1;
				return done;
			},
			{ concurrencyMax: 2, batchSize: 1 },
		);
		await expect.poll(deliveries).toHaveLength(6);
		expect(most).toBe(2);
	});
});

describe("after an invocation", () => {
	it("only the messages that it failed for are delivered again, when their visibility timeout is over", async () => {
		await work.send("a", "b", "c");
		poll(async ({ Records }) =>
			events.length > 1
				? done
				: {
						answer: JSON.stringify({
							batchItemFailures: [{ itemIdentifier: Records[1]?.messageId }],
						}),
					},
		);
		await expect.poll(deliveries).toEqual(["a", "b", "c", "b"]);
	});

	it("that threw, all are delivered again", async () => {
		await work.send("a", "b");
		poll(async () => (events.length > 1 ? done : { failure: "Error" }));
		await expect.poll(deliveries).toEqual(["a", "b", "a", "b"]);
	});
});

describe("a poller goes on", () => {
	it("after the queue refused to be read", async () => {
		gateway.faults.add({
			operation: "ReceiveMessage",
			times: 3,
			effect: failBefore(),
		});
		await work.send("a");
		poll();
		await expect.poll(deliveries).toEqual(["a"]);
		expect(logged).toContain("Polling");
	});

	it("after messages could not be removed: they come again", async () => {
		gateway.faults.add({
			operation: "DeleteMessageBatch",
			times: 3,
			effect: failBefore(),
		});
		await work.send("a");
		poll();
		await expect.poll(deliveries).toEqual(["a", "a"]);
	});
});

describe("a poller that is stopped", () => {
	it("waits for invocations that run, and removes their messages", async () => {
		let finish = () => {};
		await work.send("a");
		poll(async () => {
			await new Promise<void>((resolve) => {
				finish = resolve;
			});
			return done;
		});
		await expect.poll(deliveries).toEqual(["a"]);
		let hasStopped = false;
		const stopping = poller?.stop().then(() => {
			hasStopped = true;
		});
		await new Promise((resolve) => setTimeout(resolve, 50));
		expect(hasStopped).toBe(false);
		finish();
		await stopping;
		expect(await work.receive(2)).toEqual([]);
	});
});
