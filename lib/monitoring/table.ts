import {
	type IMetric,
	type IWidget,
	MathExpression,
	Metric,
	TreatMissingData,
} from "aws-cdk-lib/aws-cloudwatch";
import type { Table } from "aws-cdk-lib/aws-dynamodb";
import { listIndexName } from "../table.ts";
import {
	type AlarmDefinition,
	fiveMinutes,
	graph,
	type Monitored,
	oneMinute,
} from "./metrics.ts";

/** One throttled call a second. A batch on a fresh table is throttled more often, but for less than ten minutes. */
const throttlesPerMinute = 60;
/** Fewer errors need no alarm, since the SDK repeats the call. */
const systemErrors = 10;

export const tableAlarms = ({ table }: Monitored): AlarmDefinition[] => {
	const errors = metricOfOperations(table, "SystemErrors");
	return [
		{
			id: "TableThrottled",
			description:
				"The table or its index has been throttled for ten minutes: requests become slow or fail. Nothing is lost.",
			metric: new MathExpression({
				expression: sum(["writes", "indexWrites", "reads", "indexReads"]),
				usingMetrics: {
					writes: tableMetric(table, "WriteThrottleEvents"),
					indexWrites: indexMetric(table, "WriteThrottleEvents"),
					reads: tableMetric(table, "ReadThrottleEvents"),
					indexReads: indexMetric(table, "ReadThrottleEvents"),
				},
				label: "throttled calls",
				period: oneMinute,
			}),
			threshold: throttlesPerMinute,
			periods: 10,
			// Not all periods need to breach: DynamoDB's metrics arrive late, and until then FILL makes them 0.
			breaching: 7,
			// Emitted only when a call is throttled.
			missingData: TreatMissingData.NOT_BREACHING,
		},
		{
			id: "TableErrors",
			description: `DynamoDB answered ${systemErrors} calls of five minutes with an error of its own. Requests may be answered 500.`,
			metric: new MathExpression({
				expression: sum(Object.keys(errors)),
				usingMetrics: errors,
				label: "errors of DynamoDB",
				period: fiveMinutes,
			}),
			threshold: systemErrors,
			periods: 1,
			// Emitted only when a call fails.
			missingData: TreatMissingData.NOT_BREACHING,
		},
	];
};

/** Without FILL, a sum has no value where one of its metrics has none. */
const sum = (ids: readonly string[]) =>
	ids.map((id) => `FILL(${id}, 0)`).join(" + ");

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

/** The operations of DynamoDB that functions call. An alarm can have ten metrics at most. */
const watchedOperations = [
	"GetItem",
	"BatchGetItem",
	"PutItem",
	"UpdateItem",
	"DeleteItem",
	"BatchWriteItem",
	"BatchExecuteStatement",
	"TransactWriteItems",
	"ExecuteTransaction",
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
function metricOfOperations(
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
