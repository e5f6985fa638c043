import {
	type IMetric,
	type IWidget,
	MathExpression,
	Metric,
} from "aws-cdk-lib/aws-cloudwatch";
import type { Construct } from "constructs";
import type { LoggedFunction, Monitored } from "../monitored.ts";
import { oneHour } from "../periods.ts";
import { operationMetric } from "../service-metrics.ts";
import { indexMetric, tableMetric } from "../table-metrics.ts";
import { graph } from "./graph.ts";

/** In us-east-1, in November 2026; those of `bench/prices.ts`, and of logs. Other regions differ by some percent. */
const dollars = {
	writeUnit: 0.625e-6,
	readUnit: 0.125e-6,
	/** Of the HTTP API, and the invocation that it leads to. */
	request: 1.2e-6,
	/** Of a function with 1,024 MB on arm64. */
	functionMillisecond: 0.0000133334e-3,
	logByte: 0.5e-9,
};

/** What the stage costs by its use; storage, alarms and this dashboard cost the same every hour. */
export function costRow(scope: Construct, monitored: Monitored): IWidget[] {
	const { api, accessLogs, functions, table } = monitored;
	const writes = tableMetric(table, "ConsumedWriteCapacityUnits");
	const indexWrites = indexMetric(table, "ConsumedWriteCapacityUnits");
	const reads = tableMetric(table, "ConsumedReadCapacityUnits");
	const groups = [accessLogs, ...functions.map(({ logGroup }) => logGroup)];
	const durations = functions.map(toDuration);
	const logBytes = groups.map(({ logGroupName }) =>
		awsMetric("AWS/Logs", "IncomingBytes", { LogGroupName: logGroupName }),
	);
	return [
		graph("Cost: dollars an hour, by driver", {
			width: 12,
			stacked: true,
			left: [
				cost("writes", dollars.writeUnit, [writes, indexWrites]),
				cost("reads", dollars.readUnit, [reads]),
				cost("requests", dollars.request, [
					api.metricCount({ statistic: "Sum" }),
				]),
				cost("functions", dollars.functionMillisecond, durations),
				cost("logs", dollars.logByte, logBytes),
			],
		}),
		graph("Cost: write units for each payment", {
			left: [
				new MathExpression({
					expression: "units / (FILL(direct, 0) + FILL(batched, 0))",
					usingMetrics: {
						units: writes,
						direct: operationMetric(scope, "PaymentsRecorded", "mark-as-paid"),
						batched: operationMetric(
							scope,
							"PaymentsRecorded",
							"payment-worker",
						),
					},
					label: "units",
					period: oneHour,
				}),
			],
		}),
		graph("Cost: bytes of logs", {
			left: [sum("logs", "bytes an hour", logBytes)],
		}),
	];
}

const cost = (
	name: string,
	price: number,
	metrics: readonly IMetric[],
): MathExpression => sum(name, name, metrics, ` * ${toDecimal(price)}`);

/** Expressions know no exponents. */
const toDecimal = (price: number) => price.toFixed(12).replace(/0+$/, "");

function sum(
	id: string,
	label: string,
	metrics: readonly IMetric[],
	factor = "",
): MathExpression {
	const named = metrics.map((metric, index) => [`${id}${index}`, metric]);
	const usingMetrics: Record<string, IMetric> = Object.fromEntries(named);
	const filled = Object.keys(usingMetrics).map((one) => `FILL(${one}, 0)`);
	return new MathExpression({
		expression: `(${filled.join(" + ")})${factor}`,
		usingMetrics,
		label,
		period: oneHour,
	});
}

const toDuration = (one: LoggedFunction): IMetric =>
	one.metricDuration({ statistic: "Sum" });

const awsMetric = (
	namespace: string,
	metricName: string,
	dimensionsMap: Record<string, string>,
) => new Metric({ namespace, metricName, dimensionsMap, statistic: "Sum" });
