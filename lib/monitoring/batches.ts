import {
	type IWidget,
	MathExpression,
	TreatMissingData,
} from "aws-cdk-lib/aws-cloudwatch";
import type { Construct } from "constructs";
import {
	abandonAfterSeconds,
	staleGuardSeconds,
} from "../../shared/batches/batch-times.ts";
import {
	type AlarmDefinition,
	alarmLine,
	fiveMinutes,
	graph,
	type Monitored,
	oneMinute,
	serviceMetric,
	sumOfValues,
} from "./metrics.ts";

const stalledSeconds = 300;
/**
 * A chunk has had three failed deliveries by then. From then on, SQS leaves its message out of the age, and
 * `WorkerFailures` and `DeadLetters` report it.
 */
const oldestMessageSeconds = 600;

export const batchAlarms = (
	scope: Construct,
	{ worker, queue, deadLetters }: Monitored,
): AlarmDefinition[] => [
	{
		id: "BatchStalled",
		description: `A batch has made no progress for ${stalledSeconds / 60} minutes. After ${abandonAfterSeconds / 60} it is closed: what is not paid by then is PROCESSING_FAILED.`,
		metric: serviceMetric(scope, "SecondsWithoutProgress", {
			statistic: "Maximum",
			period: oneMinute,
		}),
		threshold: stalledSeconds,
		periods: 1,
		// Emitted by each sweep. SweeperStopped reports missing sweeps.
		missingData: TreatMissingData.IGNORE,
	},
	{
		id: "OldestMessage",
		description: `A chunk has waited ${oldestMessageSeconds / 60} minutes for a worker. ${(abandonAfterSeconds - oldestMessageSeconds) / 60} minutes are left until its batch may be closed.`,
		metric: queue.metricApproximateAgeOfOldestMessage({
			statistic: "Maximum",
			period: oneMinute,
		}),
		threshold: oldestMessageSeconds,
		periods: 1,
		// Not emitted for a queue that was not used for hours.
		missingData: TreatMissingData.NOT_BREACHING,
	},
	{
		id: "WorkerFailures",
		description:
			"Workers failed twice in five minutes. A chunk that fails in five deliveries, for about 15 minutes, is a dead letter.",
		metric: new MathExpression({
			expression: "FILL(failures, 0) + FILL(crashes, 0)",
			usingMetrics: {
				// This counts chunks that a worker reported as failed. To Lambda, such an invocation is a success.
				failures: serviceMetric(scope, "WorkerFailures", { statistic: "Sum" }),
				crashes: worker.metricErrors({ statistic: "Sum" }),
			},
			label: "failures of workers",
			period: fiveMinutes,
		}),
		threshold: 2,
		periods: 1,
		// Emitted with invocations and failures: without them nothing fails.
		missingData: TreatMissingData.NOT_BREACHING,
	},
	{
		id: "DeadLetters",
		description:
			"A chunk failed in five deliveries. About 15 minutes are left until its batch may be closed.",
		metric: deadLetters.metricApproximateNumberOfMessagesVisible({
			// A sum would add up the same message for each poll that saw it.
			statistic: "Maximum",
			period: oneMinute,
		}),
		threshold: 1,
		periods: 1,
		// Not emitted for a queue that was not used for hours.
		missingData: TreatMissingData.NOT_BREACHING,
	},
	{
		id: "BatchesAbandoned",
		description: `A batch was closed after ${abandonAfterSeconds / 60} minutes without progress: what was not paid is PROCESSING_FAILED.`,
		metric: serviceMetric(scope, "BatchesAbandoned", {
			statistic: "Sum",
			period: oneMinute,
		}),
		threshold: 1,
		periods: 1,
		// Emitted only when a batch is abandoned.
		missingData: TreatMissingData.NOT_BREACHING,
	},
	{
		id: "GuardHeld",
		description: `An organization's guard has been held for ${staleGuardSeconds / 60} minutes though no batch of this service runs: its batches are refused.`,
		metric: serviceMetric(scope, "GuardAgeSeconds", {
			statistic: "Maximum",
			period: oneMinute,
		}),
		threshold: staleGuardSeconds,
		periods: 1,
		// Emitted only when a batch is refused: a guard that refuses none needs no action.
		missingData: TreatMissingData.NOT_BREACHING,
	},
];

export function batchRow(scope: Construct, { worker }: Monitored): IWidget[] {
	const duration = (statistic: string, label: string) =>
		serviceMetric(scope, "BatchSeconds", { statistic, label });
	const count = (metric: "ChunksResent" | "WorkerFailures", label: string) =>
		serviceMetric(scope, metric, { statistic: "Sum", label });
	return [
		graph("Batches: seconds without progress", {
			left: [
				serviceMetric(scope, "SecondsWithoutProgress", {
					statistic: "Maximum",
					period: oneMinute,
					label: "longest wait",
				}),
			],
			leftAnnotations: [alarmLine(stalledSeconds)],
		}),
		graph("Batches: seconds to the end", {
			left: [duration("p50", "median"), duration("Maximum", "longest")],
			right: [duration("SampleCount", "batches ended")],
			rightYAxis: { min: 0 },
		}),
		graph("Batches: trouble", {
			left: [
				count("WorkerFailures", "chunks failed"),
				count("ChunksResent", "chunks sent again"),
				serviceMetric(scope, "BatchesAbandoned", {
					statistic: "Sum",
					label: "batches abandoned",
				}),
			],
		}),
		graph("Worker: at once, milliseconds", {
			left: [
				worker.metric("ConcurrentExecutions", {
					statistic: "Maximum",
					period: oneMinute,
					label: "workers at once",
				}),
			],
			right: [
				worker.metricDuration({
					statistic: "p99",
					period: fiveMinutes,
					label: "p99",
				}),
			],
			rightYAxis: { min: 0 },
		}),
	];
}

export function queueRow(
	scope: Construct,
	{ queue, deadLetters, sweeper }: Monitored,
): IWidget[] {
	const maximum = { statistic: "Maximum", period: oneMinute };
	return [
		graph("Queue: messages", {
			left: [
				queue.metricApproximateNumberOfMessagesVisible({
					...maximum,
					label: "waiting",
				}),
				queue.metricApproximateNumberOfMessagesNotVisible({
					...maximum,
					label: "in progress",
				}),
				deadLetters.metricApproximateNumberOfMessagesVisible({
					...maximum,
					label: "dead letters",
				}),
			],
		}),
		graph("Queue: oldest message, seconds", {
			left: [
				queue.metricApproximateAgeOfOldestMessage({
					...maximum,
					label: "oldest",
				}),
			],
			leftAnnotations: [alarmLine(oldestMessageSeconds)],
		}),
		graph("Sweeper: runs", {
			left: [
				sweeper.metricInvocations({
					statistic: "Sum",
					period: fiveMinutes,
					label: "in five minutes; 5 is normal",
				}),
			],
		}),
		graph("Repeats, conflicts, lost answers", {
			left: [
				sumOfValues(scope, "IdempotentRepeats", "keys repeated"),
				sumOfValues(scope, "Conflicts", "409 and 412"),
				sumOfValues(scope, "OutcomesSettled", "lost answers settled"),
			],
		}),
	];
}
