import { Stack } from "aws-cdk-lib";
import { MathExpression, Metric } from "aws-cdk-lib/aws-cloudwatch";
import type { Construct } from "constructs";
import { fiveMinutes } from "./periods.ts";

/** The value of the dimension `service`, which every metric of the functions has. */
export const service = "procurement-payments";

/** Dimensions besides `service` of the metrics that the functions emit (`docs/operations.md`, "Metrics"). */
export const serviceMetrics = {
	PaymentsRecorded: ["operation"],
	AmountRecorded: ["operation"],
	PaymentsRefused: ["reason"],
	RecordsCreated: ["operation"],
	IdempotentRepeats: ["operation"],
	Conflicts: ["operation"],
	OutcomesSettled: ["operation"],
	BatchSeconds: [],
	ChunksResent: [],
	BatchesAbandoned: [],
	WorkerFailures: [],
	SecondsWithoutProgress: [],
	GuardAgeSeconds: [],
} as const satisfies Record<string, readonly ("operation" | "reason")[]>;

type ServiceMetric = keyof typeof serviceMetrics;

/** Those with no dimension but `service`. */
type PlainMetric = {
	[Name in ServiceMetric]: (typeof serviceMetrics)[Name] extends readonly []
		? Name
		: never;
}[ServiceMetric];

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

/** One line for each value of the metric's dimension, whatever values there are. */
export function eachValue(
	scope: Construct,
	metricName: Exclude<ServiceMetric, PlainMetric>,
): MathExpression {
	const { stackName } = Stack.of(scope);
	const [dimension] = serviceMetrics[metricName];
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
	metricName: Exclude<ServiceMetric, PlainMetric>,
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
	metricName: ServiceMetric,
	{
		dimensions,
		period = fiveMinutes,
		...options
	}: Options & { dimensions: Record<string, string> },
): Metric {
	return new Metric({
		namespace: Stack.of(scope).stackName,
		metricName,
		dimensionsMap: { ...dimensions, service },
		period,
		...options,
	});
}
