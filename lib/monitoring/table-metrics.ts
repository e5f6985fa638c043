import { type IMetric, Metric } from "aws-cdk-lib/aws-cloudwatch";
import type { Table } from "aws-cdk-lib/aws-dynamodb";
import { listIndexName } from "../table.ts";
import { fiveMinutes } from "./periods.ts";

/**
 * DynamoDB's operations that every request and every chunk needs at least one of. An alarm takes ten metrics, and each
 * costs.
 */
export const watchedOperations = [
	"GetItem",
	"BatchGetItem",
	"PutItem",
	"BatchExecuteStatement",
	"Query",
] as const;

type WatchedOperation = (typeof watchedOperations)[number];

interface Options {
	statistic?: string;
	label?: string;
	period?: Metric["period"];
}

export const tableMetric = (
	{ tableName }: Table,
	metricName: string,
	options: Options = {},
): Metric => toMetric(metricName, { TableName: tableName }, options);

/** A metric of the list index, which has a capacity of its own. */
export const indexMetric = (
	{ tableName }: Table,
	metricName: string,
	options: Options = {},
): Metric =>
	toMetric(
		metricName,
		{ TableName: tableName, GlobalSecondaryIndexName: listIndexName },
		options,
	);

/** One metric for each watched operation, by identifiers that expressions can name. */
export function metricOfOperations(
	{ tableName }: Table,
	metricName: string,
	options: Options = {},
): Record<string, IMetric> {
	const toEntry = (Operation: WatchedOperation) => [
		`${Operation[0]?.toLowerCase()}${Operation.slice(1)}`,
		toMetric(
			metricName,
			{ TableName: tableName, Operation },
			{ label: Operation, ...options },
		),
	];
	return Object.fromEntries(watchedOperations.map(toEntry));
}

const toMetric = (
	metricName: string,
	dimensionsMap: Record<string, string>,
	{ statistic = "Sum", period = fiveMinutes, ...options }: Options,
): Metric =>
	new Metric({
		namespace: "AWS/DynamoDB",
		metricName,
		dimensionsMap,
		statistic,
		period,
		...options,
	});
