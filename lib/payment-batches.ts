import { Duration } from "aws-cdk-lib";
import type { Table } from "aws-cdk-lib/aws-dynamodb";
import { Rule, Schedule } from "aws-cdk-lib/aws-events";
import { LambdaFunction as FunctionTarget } from "aws-cdk-lib/aws-events-targets";
import {
	type Function as LambdaFunction,
	RecursiveLoop,
} from "aws-cdk-lib/aws-lambda";
import { SqsEventSource } from "aws-cdk-lib/aws-lambda-event-sources";
import type { Construct } from "constructs";
import { abandonAfterSeconds } from "../shared/batches/batch-times.ts";
import type { Release } from "./canary.ts";
import type { ChunkQueue } from "./chunk-queue.ts";
import { chunkSource } from "./chunk-source.ts";
import { serviceFunction } from "./service-function.ts";

const sweepInterval = Duration.minutes(1);

/** One execution of the sweeper for the schedule, and one that is repeated or started by hand. */
const sweepersReserved = 2;

/** The functions that process batches of payments and make sure that each batch ends. */
export interface PaymentBatches {
	worker: LambdaFunction;
	sweeper: LambdaFunction;
}

export function paymentBatches(
	scope: Construct,
	{
		table,
		chunkQueue,
		workers,
		isReserved,
		release,
	}: {
		table: Table;
		chunkQueue: ChunkQueue;
		workers: number;
		isReserved: boolean;
		release: Release;
	},
): PaymentBatches {
	const worker = serviceFunction(scope, {
		name: "payment-worker",
		table,
		tableActions: [
			"BatchGetItem", // the chunk, the invoices
			"PutItem", // the decision; a page of archived payments
			"PartiQLUpdate", // payments
			"UpdateItem", // the count; an invoice whose payments are archived
			"DeleteItem", // the guard, when the batch is done
		],
		// Resends chunks that the table throttled.
		sendsTo: chunkQueue.queue,
		// Lambda would take the 16th resending in a row for an endless loop, and refuse it.
		recursiveLoop: RecursiveLoop.ALLOW,
		reservedConcurrency: isReserved ? workers : undefined,
	});
	release("PaymentWorker", worker).addEventSource(
		new SqsEventSource(chunkQueue.queue, {
			batchSize: chunkSource.chunksPerInvocation,
			reportBatchItemFailures: true,
			maxConcurrency: workers,
		}),
	);
	const sweeper = serviceFunction(scope, {
		name: "batch-sweeper",
		table,
		tableActions: [
			"Query", // the batches that run
			"BatchGetItem", // the batch, its chunks, their invoices
			"PutItem", // decisions
			"PartiQLUpdate", // fences
			"UpdateItem", // the batch
			"DeleteItem", // the guard
			"ConditionCheckItem", // the record of a batch that is taken off the list
		],
		sendsTo: chunkQueue.queue,
		reservedConcurrency: isReserved ? sweepersReserved : undefined,
		// The next sweep does the same work, and after a time without concurrency, missed sweeps must not come all at once.
		givenUpAfter: sweepInterval,
		environment: {
			ABORT_AFTER_SECONDS: "120",
			RESEND_AFTER_SECONDS: `${chunkSource.visibilityTimeoutSeconds}`,
			ABANDON_AFTER_SECONDS: `${abandonAfterSeconds}`,
		},
	});
	new Rule(scope, "SweepSchedule", {
		schedule: Schedule.rate(sweepInterval),
		targets: [new FunctionTarget(sweeper)],
	});
	return { worker, sweeper };
}
