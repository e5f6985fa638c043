import { Duration, Stack } from "aws-cdk-lib";
import type { HttpApi } from "aws-cdk-lib/aws-apigatewayv2";
import {
	type ComparisonOperator,
	GraphWidget,
	type GraphWidgetProps,
	type IMetric,
	LegendPosition,
	MathExpression,
	Metric,
	type TreatMissingData,
} from "aws-cdk-lib/aws-cloudwatch";
import type { Table } from "aws-cdk-lib/aws-dynamodb";
import type { IFunction } from "aws-cdk-lib/aws-lambda";
import type { ILogGroup } from "aws-cdk-lib/aws-logs";
import type { IQueue } from "aws-cdk-lib/aws-sqs";
import type { Construct } from "constructs";
import {
	type MetricName,
	metricDimensions,
	serviceName,
} from "../../shared/logging/service-metrics.ts";
import type { Notifications } from "../notifications/notifications.ts";

export const oneMinute = Duration.minutes(1);
export const fiveMinutes = Duration.minutes(5);

/** A function with the log group that it writes to. */
export interface LoggedFunction extends IFunction {
	readonly logGroup: ILogGroup;
}

/** The metrics that are watched for a stage. */
export interface Monitored {
	api: HttpApi;
	accessLogs: ILogGroup;
	/** The functions of the endpoints, the worker, the sweeper, the approval page and the readers of the stream. */
	functions: readonly LoggedFunction[];
	worker: IFunction;
	sweeper: IFunction;
	/** The table that the functions use. */
	table: Table;
	queue: IQueue;
	deadLetters: IQueue;
	/** undefined when the stage sends neither mails nor events. */
	notifications: Notifications | undefined;
	/** The page to which mails lead; undefined when the stage sends no mails. */
	page: IFunction | undefined;
	/** The function of signing in; undefined when the stage has no console. */
	signIn: IFunction | undefined;
}

/** A condition that an operator must know about at once. */
export interface AlarmDefinition {
	/** Names the alarm, and its section in `docs/operations.md`. */
	id: string;
	/** What the alarm means, and how much time is left to act. */
	description: string;
	metric: IMetric;
	threshold: number;
	/** By default, a value at or above the threshold is a breach. */
	comparison?: ComparisonOperator;
	/** Whether a percentile of too few requests is left out. By default, it counts. */
	ignoresFewSamples?: boolean;
	/** How many periods are compared with the threshold. */
	periods: number;
	/** How many of these periods must breach the threshold. The default is all of them. */
	breaching?: number;
	/** Each alarm decides what a period without data means. */
	missingData: TreatMissingData;
}

/** Metrics that have no dimension but `service`. */
type PlainMetric = Exclude<MetricName, keyof typeof metricDimensions>;

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
	metricName: keyof typeof metricDimensions,
): MathExpression {
	const { stackName } = Stack.of(scope);
	const schema = `{"${stackName}",${metricDimensions[metricName]},service}`;
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
	metricName: keyof typeof metricDimensions,
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

/** A row of two graphs: what a function counts as failed, with the line of its alarm, and how often it was called. */
export function failuresRow(
	scope: Construct,
	called: IFunction,
	{ metricName, label, threshold, titles }: FailuresRow,
): GraphWidget[] {
	const half = { width: 2 * width };
	const sum = { statistic: "Sum", period: fiveMinutes };
	return [
		graph(titles.failures, {
			...half,
			left: [serviceMetric(scope, metricName, { statistic: "Sum", label })],
			leftAnnotations: [alarmLine(threshold)],
		}),
		graph(titles.requests, {
			...half,
			left: [called.metricInvocations(sum), called.metricErrors(sum)],
		}),
	];
}

interface FailuresRow {
	metricName: PlainMetric;
	label: string;
	/** The threshold of the alarm, which the graph shows as a line. */
	threshold: number;
	titles: { failures: string; requests: string };
}
