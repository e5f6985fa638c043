import type { IWidget } from "aws-cdk-lib/aws-cloudwatch";
import { MathExpression } from "aws-cdk-lib/aws-cloudwatch";
import type { Monitored } from "../monitored.ts";
import { oneMinute } from "../periods.ts";
import {
	indexMetric,
	metricOfOperations,
	tableMetric,
} from "../table-metrics.ts";
import { graph } from "./graph.ts";

export function tableRow({ table }: Monitored): IWidget[] {
	return [
		graph("Table: units a second", {
			left: [
				aSecond("writes", tableMetric(table, "ConsumedWriteCapacityUnits")),
				aSecond(
					"indexWrites",
					indexMetric(table, "ConsumedWriteCapacityUnits"),
					"writes of the index",
				),
				aSecond("reads", tableMetric(table, "ConsumedReadCapacityUnits")),
			],
		}),
		graph("Table: throttled", {
			left: [
				tableMetric(table, "WriteThrottleEvents", { label: "writes" }),
				indexMetric(table, "WriteThrottleEvents", {
					label: "writes of the index",
				}),
				tableMetric(table, "ReadThrottleEvents", { label: "reads" }),
				indexMetric(table, "ReadThrottleEvents", {
					label: "reads of the index",
				}),
			],
		}),
		graph("Table: errors of DynamoDB", {
			left: Object.values(metricOfOperations(table, "SystemErrors")),
		}),
		graph("Table: milliseconds, p99", {
			left: Object.values(
				metricOfOperations(table, "SuccessfulRequestLatency", {
					statistic: "p99",
				}),
			),
		}),
	];
}

const aSecond = (
	id: string,
	metric: ReturnType<typeof tableMetric>,
	label = id,
): MathExpression =>
	new MathExpression({
		expression: `${id} / PERIOD(${id})`,
		usingMetrics: { [id]: metric },
		label,
		period: oneMinute,
	});
