import { Duration, Stack } from "aws-cdk-lib";
import {
	type Alarm,
	AlarmStatusWidget,
	Dashboard,
	type IWidget,
	MathExpression,
	TextWidget,
} from "aws-cdk-lib/aws-cloudwatch";
import type { Construct } from "constructs";
import { batchRow, queueRow } from "./batches.ts";
import {
	alarmLine,
	eachValue,
	fiveMinutes,
	graph,
	type Monitored,
	operationMetric,
	serviceMetric,
} from "./metrics.ts";
import { linkRow, notificationRow } from "./notifications.ts";
import { signInRow } from "./sign-in.ts";
import { tableRow } from "./table.ts";

const columns = 24;

/** The stage at a glance: the alarms, then a row for each question. */
export function dashboard(
	scope: Construct,
	monitored: Monitored,
	alarms: readonly Alarm[],
) {
	const { stackName } = Stack.of(scope);
	new Dashboard(scope, "Dashboard", {
		dashboardName: stackName,
		defaultInterval: Duration.hours(3),
		widgets: [
			[
				new TextWidget({
					markdown: `# ${stackName}\nWhat is normal, and what to do: \`docs/operations.md\`. Saved queries: Logs Insights, folder \`${stackName}\`.`,
					width: columns,
					height: 2,
				}),
			],
			[
				new AlarmStatusWidget({
					title: "Alarms",
					alarms: [...alarms],
					width: columns,
					height: 3,
				}),
			],
			trafficRow(monitored),
			moneyRow(scope),
			batchRow(scope, monitored),
			queueRow(scope, monitored),
			tableRow(monitored),
			...(monitored.notifications
				? [notificationRow(scope, monitored.notifications)]
				: []),
			...(monitored.page ? [linkRow(scope, monitored.page)] : []),
			...(monitored.signIn ? [signInRow(scope, monitored.signIn)] : []),
		],
	});
}

function trafficRow({ api, worker, sweeper }: Monitored): IWidget[] {
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

const payingOperations = ["mark-as-paid", "payment-worker"] as const;

function moneyRow(scope: Construct): IWidget[] {
	const ofOperations = (metric: "PaymentsRecorded" | "AmountRecorded") =>
		payingOperations.map((one) => operationMetric(scope, metric, one));
	return [
		graph("Money: payments recorded", {
			left: ofOperations("PaymentsRecorded"),
			stacked: true,
		}),
		graph("Money: amount recorded, all currencies", {
			left: ofOperations("AmountRecorded"),
			stacked: true,
		}),
		graph("Money: payments refused, by reason", {
			left: [eachValue(scope, "PaymentsRefused")],
			stacked: true,
		}),
		graph("Records created; decisions; seconds until one, and until the last", {
			left: [
				eachValue(scope, "RecordsCreated"),
				eachValue(scope, "Transitions"),
			],
			right: [
				serviceMetric(scope, "ApprovalSeconds", {
					statistic: "p50",
					label: "approval, median",
				}),
				serviceMetric(scope, "RequestSeconds", {
					statistic: "p50",
					label: "request, median",
				}),
			],
			rightYAxis: { min: 0 },
		}),
	];
}
