import { Logger } from "@aws-lambda-powertools/logger";
import type { APIGatewayProxyStructuredResultV2, Context } from "aws-lambda";
import { createDependencies } from "../../functions/dependencies.ts";
import { markAsPaidEndpoint } from "../../functions/mark-as-paid/endpoint.ts";
import { paymentWorker } from "../../functions/payment-worker/payment-worker.ts";
import { newUlid } from "../../shared/environment/ids.ts";
import type { MetricValues } from "../../shared/logging/metrics.ts";
import { billedHttpRequests } from "../prices.ts";
import { markAsPaidEvent, toShortResource } from "../rig/mark-as-paid-event.ts";
import { assumed } from "./assumptions.ts";
import type { SimulatedQueue, Worker } from "./event-source.ts";
import type { SeededOrganization } from "./seed.ts";
import type { SimulatedTable } from "./simulated-table.ts";
import type { VirtualTime } from "./virtual-time.ts";

const invocationMilliseconds = 29_000;
/** The virtual clock's start; any date does. */
const startsAt = Date.UTC(2026, 10, 21);

/** What the functions of a simulation share. */
export interface Simulation extends ReturnType<typeof observe> {
	time: VirtualTime;
	table: SimulatedTable;
	queue: SimulatedQueue;
}

/** Counts ended batches and recorded payments from the functions' metrics; logs nothing. */
export function observe() {
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

/**
 * Sends an organization's batch to `mark-as-paid`.
 *
 * @returns How many requests API Gateway bills.
 */
export async function accept(
	simulation: Simulation,
	{ key, slugs }: SeededOrganization,
): Promise<number> {
	const { time, queue } = simulation;
	const { table, processor } = await simulation.table.connect();
	const runtime = { ...simulation, clock: toClock(time), newId: newUlid };
	const handler = markAsPaidEndpoint(
		createDependencies(table, runtime),
		queue.send,
	);
	await processor.use(slugs.length * assumed.cpuMillisecondsPerAccepted);
	const event = markAsPaidEvent(slugs.map(toShortResource), { key });
	// Unchecked casts: the middleware adds what the event lacks, and its answer has this shape.
	const { statusCode, body } = (await handler(
		event as never,
		toContext(time),
	)) as APIGatewayProxyStructuredResultV2;
	if (statusCode !== 200) throw new Error(`Not accepted: ${body}`);
	return billedHttpRequests(event.body ?? "");
}

export async function startWorker(simulation: Simulation): Promise<Worker> {
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

const toClock = (time: VirtualTime) => () => new Date(startsAt + time.now());

function toContext(time: VirtualTime): Context {
	const endsAt = time.now() + invocationMilliseconds;
	// The functions use only these properties of a context.
	return {
		awsRequestId: "simulated",
		getRemainingTimeInMillis: () => endsAt - time.now(),
	} as Context;
}
