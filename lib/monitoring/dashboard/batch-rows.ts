import type { IWidget } from "aws-cdk-lib/aws-cloudwatch";
import type { Construct } from "constructs";
import {
	oldestMessageSeconds,
	stalledSeconds,
} from "../alarms/batch-alarms.ts";
import type { Monitored } from "../monitored.ts";
import { fiveMinutes, oneMinute } from "../periods.ts";
import { serviceMetric, sumOfValues } from "../service-metrics.ts";
import { alarmLine, graph } from "./graph.ts";

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
