import { Stack } from "aws-cdk-lib";
import {
	GraphWidget,
	type GraphWidgetProps,
	LegendPosition,
	MathExpression,
	Metric,
} from "aws-cdk-lib/aws-cloudwatch";
import type { Construct } from "constructs";
import {
	type MetricName,
	serviceMetrics,
	serviceName,
} from "../../shared/runtime/service-metrics.ts";
import { fiveMinutes } from "./monitored.ts";

/** Metrics that have no dimension but `service`. */
type PlainMetric = {
	[Name in MetricName]: (typeof serviceMetrics)[Name] extends {
		dimension: string;
	}
		? never
		: Name;
}[MetricName];

interface Options {
	statistic: string;
	period?: Metric["period"];
	label?: string;
}

export function serviceMetric(
	scope: Construct,
	metricName: PlainMetric,
	options: Options,
): Metric {
	return ownMetric(scope, metricName, { ...options, dimensions: {} });
}

/** A metric of one operation, such as `mark-as-paid`. */
export function operationMetric(
	scope: Construct,
	metricName: "PaymentsRecorded" | "AmountRecorded",
	operation: "mark-as-paid" | "payment-worker",
): Metric {
	return ownMetric(scope, metricName, {
		statistic: "Sum",
		label: operation,
		dimensions: { operation },
	});
}

/** A line for each value of the metric's dimension. */
export function eachValue(
	scope: Construct,
	metricName: Exclude<MetricName, PlainMetric>,
): MathExpression {
	const { stackName } = Stack.of(scope);
	const { dimension } = serviceMetrics[metricName];
	const schema = `{"${stackName}",${dimension},service}`;
	return new MathExpression({
		expression: `SEARCH('${schema} MetricName="${metricName}"', 'Sum', ${fiveMinutes.toSeconds()})`,
		usingMetrics: {},
		label: "",
		period: fiveMinutes,
	});
}

/** The sum over all values of the metric's dimension. */
export function sumOfValues(
	scope: Construct,
	metricName: Exclude<MetricName, PlainMetric>,
	label: string,
): MathExpression {
	const { expression } = eachValue(scope, metricName);
	return new MathExpression({
		expression: `SUM(${expression})`,
		usingMetrics: {},
		label,
		period: fiveMinutes,
	});
}

function ownMetric(
	scope: Construct,
	metricName: MetricName,
	{
		dimensions,
		period = fiveMinutes,
		...options
	}: Options & { dimensions: Record<string, string> },
): Metric {
	return new Metric({
		namespace: Stack.of(scope).stackName,
		metricName,
		dimensionsMap: { ...dimensions, service: serviceName },
		period,
		...options,
	});
}

/** A quarter of a row. */
const width = 6;
const height = 5;

export const graph = (title: string, props: GraphWidgetProps): GraphWidget =>
	new GraphWidget({
		title,
		width,
		height,
		legendPosition: LegendPosition.BOTTOM,
		// None of the metrics is ever negative.
		leftYAxis: { min: 0 },
		...props,
	});

/** A line at an alarm's threshold. */
export const alarmLine = (value: number) => ({ value, label: "alarm" });
