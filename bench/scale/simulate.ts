import { randomUUID } from "node:crypto";
import { Logger } from "@aws-lambda-powertools/logger";
import type { APIGatewayProxyStructuredResultV2, Context } from "aws-lambda";
import { createDependencies } from "../../functions/dependencies.ts";
import { markAsPaidEndpoint } from "../../functions/mark-as-paid/endpoint.ts";
import { paymentWorker } from "../../functions/payment-worker/payment-worker.ts";
import { newUlid } from "../../shared/runtime/ids.ts";
import type { MetricValues } from "../../shared/runtime/metrics.ts";
import { markAsPaidEvent, toShortResource } from "../rig/mark-as-paid-event.ts";
import { assumed, type TableSpeed } from "./assumptions.ts";
import {
	type QueueUsage,
	type SimulatedQueue,
	simulateQueue,
	type Worker,
} from "./event-source.ts";
import { type Payer, seedTable } from "./seed.ts";
import { type SimulatedTable, simulateTable } from "./simulated-table.ts";
import { createVirtualTime, type VirtualTime } from "./virtual-time.ts";

export interface Setting {
	speed: TableSpeed;
	workers: number;
	organizations: number;
	/** In the one batch of each organization. */
	invoices: number;
}

export interface Simulated {
	/** Invoices a second: `sustainedRate`. */
	rate: number;
	/** From the first request to the end of the last batch. */
	seconds: number;
	/** Of all requests together, until their answers. */
	acceptedMilliseconds: number;
	writeUnits: number;
	readUnits: number;
	hottestKey: { key: string; writeUnits: number };
	queue: QueueUsage;
}

const invocationMilliseconds = 29_000;

/**
 * Pays a batch of each organization with the service's own code, on a virtual clock. One organization may have one batch
 * at a time, so that its rate is that of a whole batch, its request included. Of many organizations there is always
 * another batch.
 */
export async function simulate(
	engineUrl: string,
	{ speed, workers, organizations, invoices }: Setting,
): Promise<Simulated> {
	const name = `scale-${randomUUID()}`;
	const payers = await seedTable(name, engineUrl, { organizations, invoices });
	const time = createVirtualTime();
	const table = simulateTable(name, engineUrl, speed, time);
	const queue = simulateQueue(time);
	const simulation = { time, table, queue, ...observe() };
	const { ended } = simulation;
	let acceptedMilliseconds = 0;
	await time.run(async () => {
		if (organizations === 1) table.limit({ startsEmpty: false });
		const accepting = payers.map(async (payer) => {
			const startedAt = time.now();
			await accept(simulation, payer);
			acceptedMilliseconds += time.now() - startedAt;
		});
		// The workers take a batch's first chunks while its last are sent; many organizations are measured in full swing.
		if (organizations > 1) await Promise.all(accepting);
		if (organizations > 1) table.limit({ startsEmpty: true });
		const started = await Promise.all(
			Array.from({ length: workers }, () => startWorker(simulation)),
		);
		await queue.workOff(started, () => ended.batches === organizations);
		await Promise.all(accepting);
	});
	await table.remove();
	if (ended.paid !== organizations * invoices)
		throw new Error(`${ended.paid} of ${organizations * invoices} were paid`);
	const seconds = time.now() / 1_000;
	return {
		rate:
			organizations === 1
				? invoices / seconds
				: sustainedRate(table.usage.paidAt),
		seconds,
		acceptedMilliseconds,
		writeUnits: table.usage.writeUnits(),
		readUnits: table.usage.readUnits(),
		hottestKey: table.usage.hottestKey(),
		queue: queue.used,
	};
}

const measured = { from: 0.2, to: 0.6 };

/**
 * Invoices a second while all workers have work: between the first fifth of the payments and the moment from which the
 * queue may be empty.
 *
 * @param paidAt Milliseconds, in order.
 */
export function sustainedRate(paidAt: readonly number[]): number {
	const from = Math.floor(paidAt.length * measured.from);
	const to = Math.floor(paidAt.length * measured.to);
	const milliseconds = (paidAt[to] ?? 0) - (paidAt[from] ?? 0);
	return ((to - from) / milliseconds) * 1_000;
}

interface Simulation extends ReturnType<typeof observe> {
	time: VirtualTime;
	table: SimulatedTable;
	queue: SimulatedQueue;
}

function observe() {
	const ended = { batches: 0, paid: 0 };
	return {
		ended,
		logger: new Logger({ logLevel: "SILENT" }),
		emitMetrics({ BatchSeconds, PaymentsRecorded = 0 }: MetricValues) {
			if (BatchSeconds !== undefined) ended.batches += 1;
			ended.paid += PaymentsRecorded;
		},
	};
}

async function accept(simulation: Simulation, { key, slugs }: Payer) {
	const { time, queue } = simulation;
	const { table, processor } = await simulation.table.connect();
	const runtime = { ...simulation, clock: toClock(time), newId: newUlid };
	const handler = markAsPaidEndpoint(
		createDependencies(table, runtime),
		queue.send,
	);
	await processor.use(slugs.length * assumed.cpuMillisecondsPerAccepted);
	const event = markAsPaidEvent(slugs.map(toShortResource), key);
	// Unchecked casts: the middleware adds what the event lacks, and its answer has this shape.
	const { statusCode, body } = (await handler(
		event as never,
		toContext(time),
	)) as APIGatewayProxyStructuredResultV2;
	if (statusCode !== 200) throw new Error(`Not accepted: ${body}`);
}

async function startWorker(simulation: Simulation): Promise<Worker> {
	const { time, queue, logger, emitMetrics } = simulation;
	const { table } = await simulation.table.connect();
	const worker = paymentWorker({
		table,
		sendChunks: queue.send,
		clock: toClock(time),
		logger,
		emitMetrics,
	});
	return (event) => worker(event, toContext(time));
}

const toClock = (time: VirtualTime) => () => new Date(1.8e12 + time.now());

function toContext(time: VirtualTime): Context {
	const endsAt = time.now() + invocationMilliseconds;
	// Of a context the functions have a use for these.
	return {
		awsRequestId: "simulated",
		getRemainingTimeInMillis: () => endsAt - time.now(),
	} as Context;
}
