import { setTimeout } from "node:timers/promises";
import { GetQueueAttributesCommand, SQSClient } from "@aws-sdk/client-sqs";
import type { SQSEvent } from "aws-lambda";
import { paymentWorker } from "../../functions/payment-worker/payment-worker.ts";
import { chunkSource } from "../../lib/chunk-source.ts";
import { systemClock } from "../../shared/environment/clock.ts";
import { connectChunkQueue } from "../../shared/queue/chunk-queue.ts";
import { createQueues } from "../../tools/local/create-queues.ts";
import { localConnection } from "../../tools/local/local-connection.ts";
import { startQueueEngine } from "../../tools/local/queue-engine.ts";
import { startQueuePoller } from "../../tools/local/queue-poller/queue-poller.ts";
import { acme, payableInvoices } from "./acme.ts";
import {
	type CapacityLimit,
	limitCapacity,
} from "./aws-gateway/limits/capacity-limits.ts";
import { resourcesOf } from "./batches.ts";
import { lambdaContext } from "./lambda-context.ts";
import { pay } from "./pay.ts";
import {
	type Answer,
	openWorld,
	type World,
	type WorldOptions,
} from "./world.ts";

export interface LimitedBatch {
	seconds: number;
	/** How long the limit makes it take: what it consumed, at the table's rate. */
	secondsOfLimit: number;
	writeUnits: number;
	/** Messages that were sent, the first time or again. */
	messages: number;
	deadLetters: number;
	/** Synchronous requests of 20 invoices each, sent one after the other while the batch ran. */
	requests: { seconds: number; answer: Answer }[];
	batch: { counts: Record<string, number> };
}

const invoicesPerRequest = 20;

/** Pays a batch, and single requests concurrent with it, on a table that takes only so many write units a second. */
export async function payLimitedBatch(
	count: number,
	writes: CapacityLimit,
	{ requests: requestsMax }: { requests: number },
	worldOptions?: WorldOptions,
): Promise<LimitedBatch> {
	await using parts = new AsyncDisposableStack();
	const world = parts.use(await openWorld(worldOptions));
	const others = requestsMax * invoicesPerRequest;
	await world.import(acme({ invoices: payableInvoices(count + others) }));
	const queues = parts.adopt(await startChunkQueue(), ({ stop }) => stop());
	world.gateway.faults.add({ effect: limitCapacity({ writes }) });
	const poller = startWorkers(world, queues);
	parts.defer(() => poller.stop());

	world.gateway.meter.reset();
	const startedAt = performance.now();
	const seconds = () => (performance.now() - startedAt) / 1_000;
	const process = {
		table: world.dependencies.table,
		send: queues.send,
	};
	const accepted = await pay(world, resourcesOf(count), { process });
	if (accepted.status !== 200) throw new Error(JSON.stringify(accepted.body));
	const slug = accepted.body.data.bulkActionSlug;
	const requests: LimitedBatch["requests"] = [];
	const [batch] = await Promise.all([
		untilDone(world, slug).then((batch) => ({
			...batch,
			seconds: seconds(),
			writeUnits: world.gateway.meter.read().writeUnits,
		})),
		payOthers(world, { from: count, times: requestsMax }, requests),
	]);
	const { writeUnits } = batch;
	return {
		seconds: batch.seconds,
		// The table was idle before: what one second brings was there at once.
		secondsOfLimit: writeUnits / writes.table - 1,
		writeUnits,
		messages: queues.sent(),
		deadLetters: await queues.deadLetters(),
		requests,
		batch,
	};
}

async function untilDone(world: World, slug: string) {
	for (;;) {
		const { body } = await world.getBatch(slug, "limit=1");
		if (body.data?.status === "DONE") return body.data;
		await setTimeout(200);
	}
}

async function payOthers(
	world: World,
	{ from, times }: { from: number; times: number },
	requests: LimitedBatch["requests"],
) {
	for (let request = 0; request < times; request++) {
		const first = from + request * invoicesPerRequest;
		const resources = Array.from(
			{ length: invoicesPerRequest },
			(_, index) => ({
				slug: `inv-${first + index}`,
				amount: 10,
			}),
		);
		const startedAt = performance.now();
		const answer = await pay(world, resources);
		requests.push({ seconds: (performance.now() - startedAt) / 1_000, answer });
		await setTimeout(500);
	}
}

/** As many workers as the template allows, in this process. */
function startWorkers(world: World, queues: ChunkQueues) {
	const { logger, emitMetrics } = world.dependencies.pipeline;
	const worker = paymentWorker({
		table: world.connect("workers"),
		sendChunks: queues.send,
		clock: systemClock,
		logger,
		emitMetrics,
	});
	const host = {
		invoke: async (_: string, event: object) => ({
			answer: JSON.stringify(
				// The table's limit is one of real time.
				await worker(event as SQSEvent, lambdaContext(29_000, 1)),
			),
		}),
	};
	const pollers = Array.from({ length: chunkSource.workers }, () =>
		startQueuePoller({
			source: { ...queues.source, concurrencyMax: 1 },
			host,
			gatewayUrl: queues.endpoint,
			log: (chunk) => console.error(`${chunk}`),
		}),
	);
	return {
		async stop() {
			await Promise.all(pollers.map((poller) => poller.stop()));
		},
	};
}

type ChunkQueues = Awaited<ReturnType<typeof startChunkQueue>>;

async function startChunkQueue() {
	const engine = await startQueueEngine();
	const toQueue = (name: string, attributes: Record<string, string>) => ({
		name,
		url: `${engine.url}/000000000000/${name}`,
		arn: `arn:aws:sqs:ap-south-1:000000000000:${name}`,
		attributes,
	});
	const dead = toQueue("dead", {});
	const chunks = toQueue("chunks", {
		VisibilityTimeout: `${chunkSource.visibilityTimeoutSeconds}`,
		RedrivePolicy: JSON.stringify({
			deadLetterTargetArn: dead.arn,
			maxReceiveCount: chunkSource.receiveCountMax,
		}),
	});
	await createQueues(engine.url, [dead, chunks]);
	const connection = localConnection(engine.url);
	const client = new SQSClient(connection);
	const send = connectChunkQueue({ url: chunks.url, ...connection });
	let sent = 0;
	return {
		endpoint: engine.url,
		source: {
			queueArn: chunks.arn,
			queueUrl: chunks.url,
			functionArn: "arn:aws:lambda:ap-south-1:000000000000:function:worker",
			batchSize: chunkSource.chunksPerInvocation,
			batchingWindowSeconds: 0,
			reportsItemFailures: true,
		},
		send: async (...[messages, options]: Parameters<typeof send>) => {
			sent += messages.length;
			await send(messages, options);
		},
		sent: () => sent,
		async deadLetters() {
			const { Attributes } = await client.send(
				new GetQueueAttributesCommand({
					QueueUrl: dead.url,
					AttributeNames: ["ApproximateNumberOfMessages"],
				}),
			);
			return Number(Attributes?.ApproximateNumberOfMessages);
		},
		async stop() {
			client.destroy();
			await engine.stop();
		},
	};
}
