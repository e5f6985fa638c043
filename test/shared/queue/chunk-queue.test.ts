import {
	ReceiveMessageCommand,
	SendMessageBatchCommand,
	type ServiceInputTypes,
	type ServiceOutputTypes,
	SQSClient,
	type SQSClientResolvedConfig,
} from "@aws-sdk/client-sqs";
import { type AwsStub, mockClient } from "aws-sdk-client-mock";
import { startFauxqs } from "fauxqs";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { parseChunkMessage } from "../../../shared/queue/chunk-message.ts";
import { connectChunkQueue } from "../../../shared/queue/chunk-queue.ts";
import { withoutTimeouts } from "../../../tools/local/client-extension.ts";
import { startSilentServer } from "../../support/silent-server.ts";

const messages = (count: number) =>
	Array.from({ length: count }, (_, chunk) => ({
		organizationId: "acme",
		bulkActionSlug: "01M7YRRT801SBRXJ1F8V4DQ035",
		chunk,
	}));

const connection = {
	region: "ap-south-1",
	credentials: { accessKeyId: "test", secretAccessKey: "test" },
};

describe("with a real queue", () => {
	it("every message arrives as it was sent", async () => {
		const server = await startFauxqs({ port: 0, logger: false });
		try {
			const { queueUrl: url } = server.createQueue("chunks", {
				region: connection.region,
			});
			const patient = { ...connection, extensions: [withoutTimeouts] };
			const send = connectChunkQueue({
				...patient,
				url,
				endpoint: server.address,
			});
			await send(messages(205));
			const client = new SQSClient({ ...connection, endpoint: server.address });
			const received = [];
			for (let chunks = 0; chunks < 205; chunks = received.length) {
				const { Messages = [] } = await client.send(
					new ReceiveMessageCommand({ QueueUrl: url, MaxNumberOfMessages: 10 }),
				);
				received.push(...Messages.map(({ Body = "" }) => Body));
			}
			client.destroy();
			expect(
				received.map(parseChunkMessage).sort((a, b) => a.chunk - b.chunk),
			).toEqual(messages(205));
		} finally {
			await server.stop();
		}
	});
});

describe("with a queue that does not answer", () => {
	afterEach(() => vi.unstubAllEnvs());

	it("a call that the network swallowed is given up long before the function is killed", async () => {
		await using server = await startSilentServer();
		// Each of the SDK's attempts is given up on its own: one is enough here.
		vi.stubEnv("AWS_MAX_ATTEMPTS", "1");
		const { url } = server;
		const send = connectChunkQueue({ ...connection, url, endpoint: url });
		await expect(send(messages(1))).rejects.toMatchObject({
			name: "TimeoutError",
		});
	}, 120_000);
});

it("ADR 14: messages may be sent with a delay", async () => {
	const sqs = mockClient(SQSClient);
	sqs.on(SendMessageBatchCommand).resolves({});
	const send = connectChunkQueue({ ...connection, url: "http://queue" });
	await send(messages(1), { delaySeconds: 2 });
	await send(messages(1));
	const delays = sqs
		.commandCalls(SendMessageBatchCommand)
		.map(({ args }) => args[0].input.Entries?.[0]?.DelaySeconds);
	expect(delays).toEqual([2, undefined]);
	sqs.restore();
});

describe("with a queue that refuses", () => {
	let sqs: AwsStub<
		ServiceInputTypes,
		ServiceOutputTypes,
		SQSClientResolvedConfig
	>;
	beforeEach(() => {
		sqs = mockClient(SQSClient);
	});
	afterEach(() => sqs.restore());

	const connect = () =>
		connectChunkQueue({ ...connection, url: "http://queue" });
	const bodiesSent = () =>
		sqs
			.commandCalls(SendMessageBatchCommand)
			.map(({ args: [{ input }] }) =>
				input.Entries?.map(
					({ MessageBody = "" }) => parseChunkMessage(MessageBody).chunk,
				),
			);

	it("entries that failed with status 200 are sent again, and only those", async () => {
		sqs
			.on(SendMessageBatchCommand)
			.resolvesOnce({ Successful: [], Failed: [failed("1"), failed("7")] })
			.resolves({ Successful: [], Failed: [] });
		await connect()(messages(10));
		expect(bodiesSent()).toEqual([
			messages(10).map(({ chunk }) => chunk),
			[1, 7],
		]);
	});

	it("gives up on entries that fail again and again, and says so", async () => {
		sqs
			.on(SendMessageBatchCommand)
			.resolves({ Successful: [], Failed: [failed("3")] });
		await expect(connect()(messages(10))).rejects.toThrow("could not be sent");
		expect(bodiesSent().slice(1)).toEqual([[3], [3], [3]]);
	});

	it("begins no further call after one has failed: an accepted batch is not kept waiting for its answer", async () => {
		sqs.on(SendMessageBatchCommand).rejects(new Error("no queue"));
		await expect(connect()(messages(10_000))).rejects.toThrow("no queue");
		expect(bodiesSent().length).toBeLessThanOrEqual(16);
	});

	it("sends nothing when there is nothing to send", async () => {
		await connect()([]);
		expect(bodiesSent()).toEqual([]);
	});

	const failed = (Id: string) => ({
		Id,
		SenderFault: false,
		Code: "InternalError",
	});
});

describe("messages", () => {
	it("a message of an unknown format is not processed", () => {
		expect(() => parseChunkMessage('{"format":2,"chunk":0}')).toThrow(
			"Message format 2",
		);
		expect(() => parseChunkMessage("{}")).toThrow("Message format undefined");
	});

	it("a message with the longest possible batch id is read", () => {
		const longest = "é".repeat(512);
		const message = {
			organizationId: "acme",
			bulkActionSlug: longest,
			chunk: 0,
		};
		const body = JSON.stringify({ format: 1, ...message });
		expect(parseChunkMessage(body)).toEqual(message);
	});

	const named = { format: 1, organizationId: "acme", bulkActionSlug: "B" };
	it.each<[string, object]>([
		["no organization", { ...named, organizationId: undefined, chunk: 0 }],
		["a batch of another kind", { ...named, bulkActionSlug: 7, chunk: 0 }],
		["an empty batch", { ...named, bulkActionSlug: "", chunk: 0 }],
		[
			"too long a batch",
			{ ...named, bulkActionSlug: "é".repeat(513), chunk: 0 },
		],
		["no chunk", named],
		["a chunk in a text", { ...named, chunk: "0" }],
		["a negative chunk", { ...named, chunk: -1 }],
		["half a chunk", { ...named, chunk: 0.5 }],
		["no property", { format: 1 }],
	])("a message that names %s is not processed", (_, message) => {
		expect(() => parseChunkMessage(JSON.stringify(message))).toThrow(
			"names no chunk",
		);
	});
});
