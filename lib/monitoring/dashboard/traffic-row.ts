import { type IWidget, MathExpression } from "aws-cdk-lib/aws-cloudwatch";
import type { Monitored } from "../monitored.ts";
import { fiveMinutes } from "../periods.ts";
import { alarmLine, graph } from "./graph.ts";

export function trafficRow({ api, worker, sweeper }: Monitored): IWidget[] {
	const sum = { statistic: "Sum", period: fiveMinutes };
	const latency = (statistic: string) =>
		api.metricLatency({ statistic, period: fiveMinutes, label: statistic });
	const errors = api.metricServerError({ ...sum, label: "5xx" });
	const requests = api.metricCount({ ...sum, label: "requests" });
	return [
		graph("Traffic: requests", {
			left: [requests, api.metricClientError({ ...sum, label: "4xx" })],
		}),
		graph("Errors: 5xx", {
			left: [errors],
			right: [
				new MathExpression({
					expression: "100 * errors / requests",
					usingMetrics: { errors, requests },
					label: "percent of requests",
					period: fiveMinutes,
				}),
			],
			rightYAxis: { min: 0 },
			rightAnnotations: [alarmLine(1)],
		}),
		graph("Latency: milliseconds", {
			left: [latency("p50"), latency("p90"), latency("p99")],
		}),
		graph("Errors: worker and sweeper", {
			left: [
				worker.metricErrors({ ...sum, label: "worker crashed" }),
				sweeper.metricErrors({ ...sum, label: "sweeper failed" }),
				worker.metricThrottles({ ...sum, label: "worker throttled" }),
				sweeper.metricThrottles({ ...sum, label: "sweeper throttled" }),
			],
		}),
	];
}
