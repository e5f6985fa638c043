import {
	SendMessageBatchCommand,
	type SendMessageBatchCommandOutput,
	SQSClient,
} from "@aws-sdk/client-sqs";
import { afterEach, beforeEach, describe, expect, inject, it } from "vitest";
import { localConnection } from "../../../tools/local/local-connection.ts";
import {
	type QueueEngine,
	startQueueEngine,
} from "../../../tools/local/queue-engine.ts";
import { type OpenQueue, openQueue } from "../../tools/local/open-queue.ts";
import { drop, failBefore, loseAnswer, throttle } from "./faults/effects.ts";
import {
	delayMessages,
	refuseMessages,
	sendTwice,
} from "./faults/message-effects.ts";
import { startTestGateway, type TestGateway } from "./test-gateway.ts";

let engine: QueueEngine;
let gateway: TestGateway;
let queue: OpenQueue;
let client: SQSClient;
beforeEach(async () => {
	engine = await startQueueEngine();
	gateway = await startTestGateway({
		dynamodbUrl: inject("dynamodbUrl"),
		sqsUrl: engine.url,
	});
	queue = await openQueue(engine.url);
	client = new SQSClient({ ...localConnection(gateway.url), maxAttempts: 1 });
});
afterEach(async () => {
	client.destroy();
	await gateway.stop();
	await engine.stop();
});

/** Sends through the gateway. */
const send = (...bodies: string[]): Promise<SendMessageBatchCommandOutput> =>
	client.send(
		new SendMessageBatchCommand({
			QueueUrl: queue.queue.url,
			Entries: bodies.map((MessageBody, index) => ({
				Id: `${index}`,
				MessageBody,
			})),
		}),
	);

/** Receives without the gateway. */
const arrived = async (waitSeconds = 0) =>
	(await queue.receive(waitSeconds)).map(({ Body }) => Body).sort();

describe("the gateway and a queue", () => {
	it("passes calls through and meters them, at no capacity units", async () => {
		expect((await send("a", "b")).Successful).toHaveLength(2);
		expect(await arrived()).toEqual(["a", "b"]);
		expect(gateway.meter.read("local")).toMatchObject({
			calls: 1,
			roundTrips: 1,
			operations: ["SendMessageBatch"],
			readUnits: 0,
			writeUnits: 0,
		});
	});

	it("refuses them for load, fails them, breaks their connection: without effect", async () => {
		for (const effect of [throttle(), failBefore(), drop()]) {
			gateway.faults.add({ times: 1, effect });
			await expect(send("a")).rejects.toThrow();
		}
		expect(await arrived()).toEqual([]);
	});

	it("loses an answer, with effect", async () => {
		gateway.faults.add({ times: 1, effect: loseAnswer() });
		await expect(send("a")).rejects.toThrow();
		expect(await arrived()).toEqual(["a"]);
	});

	it("delivers messages twice", async () => {
		gateway.faults.add({ times: 1, effect: sendTwice() });
		expect((await send("a", "b")).Successful).toHaveLength(2);
		expect(await arrived()).toEqual(["a", "a", "b", "b"]);
	});

	it("delays messages", async () => {
		gateway.faults.add({ times: 1, effect: delayMessages({ seconds: 5 }) });
		await send("a");
		expect(await arrived()).toEqual([]);
		expect(await arrived(10)).toEqual(["a"]);
	});

	it("refuses some messages of a call", async () => {
		gateway.faults.add({
			times: 1,
			effect: refuseMessages({ chosen: (index) => index === 1 }),
		});
		const { Successful, Failed } = await send("a", "b", "c");
		expect(Successful?.map(({ Id }) => Id)).toEqual(["0", "2"]);
		expect(Failed).toMatchObject([{ Id: "1", SenderFault: false }]);
		expect(await arrived()).toEqual(["a", "c"]);
	});

	it("refuses all messages of a call", async () => {
		const effect = refuseMessages({ chosen: () => true });
		gateway.faults.add({ times: 1, effect });
		const { Successful, Failed } = await send("a", "b");
		expect({ Successful, failed: Failed?.length }).toEqual({
			Successful: [],
			failed: 2,
		});
		expect(await arrived()).toEqual([]);
	});
});
