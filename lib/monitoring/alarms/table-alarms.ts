import { MathExpression, TreatMissingData } from "aws-cdk-lib/aws-cloudwatch";
import type { AlarmDefinition } from "../alarm-definition.ts";
import type { Monitored } from "../monitored.ts";
import { fiveMinutes, oneMinute } from "../periods.ts";
import {
	indexMetric,
	metricOfOperations,
	tableMetric,
} from "../table-metrics.ts";

/** One a second: a batch on a fresh table is throttled more, but for less than ten minutes. */
const throttlesPerMinute = 60;
/** The SDK repeats single ones. */
const systemErrors = 10;

export const tableAlarms = ({ table }: Monitored): AlarmDefinition[] => {
	const errors = metricOfOperations(table, "SystemErrors");
	return [
		{
			id: "TableThrottled",
			description:
				"The table, or its index, has been throttled for ten minutes: requests become slow or fail, batches take longer. Nothing is lost.",
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
			// DynamoDB's metrics arrive late, and until then FILL makes them 0.
			breaching: 7,
			// Emitted only when a call is throttled.
			missingData: TreatMissingData.NOT_BREACHING,
		},
		{
			id: "TableErrors",
			description: `DynamoDB answered ${systemErrors} calls of five minutes with an error of its own. Outcomes are settled by reading; requests may be answered 500.`,
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
