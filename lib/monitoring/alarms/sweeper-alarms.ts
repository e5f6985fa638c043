import {
	ComparisonOperator,
	MathExpression,
	TreatMissingData,
} from "aws-cdk-lib/aws-cloudwatch";
import type { AlarmDefinition } from "../alarm-definition.ts";
import type { Monitored } from "../monitored.ts";
import { fiveMinutes, oneMinute } from "../periods.ts";

/** The sweeper, and what keeps worker and sweeper from running. */
export const sweeperAlarms = ({
	worker,
	sweeper,
}: Monitored): AlarmDefinition[] => [
	{
		id: "SweeperStopped",
		description:
			"The sweeper has not run for five minutes. Batches are still paid, but one that gets stuck does not end.",
		metric: new MathExpression({
			// FILL, since an alarm looks for earlier data before it takes missing data for breaching.
			expression: "FILL(runs, 0)",
			usingMetrics: {
				runs: sweeper.metricInvocations({ statistic: "Sum" }),
			},
			label: "runs of the sweeper",
			period: oneMinute,
		}),
		threshold: 1,
		comparison: ComparisonOperator.LESS_THAN_THRESHOLD,
		periods: 5,
		// A sweeper that does not run emits nothing: this is the alarm's whole purpose.
		missingData: TreatMissingData.BREACHING,
	},
	{
		id: "SweeperErrors",
		description:
			"The sweeper failed in three of five minutes: a batch that it looks at does not end. It went on with all others.",
		metric: sweeper.metricErrors({ statistic: "Sum", period: oneMinute }),
		threshold: 1,
		periods: 5,
		breaching: 3,
		// Emitted with each run. SweeperStopped reports missing runs.
		missingData: TreatMissingData.NOT_BREACHING,
	},
	{
		id: "FunctionThrottles",
		description:
			"Lambda refused to run the worker or the sweeper: the account's concurrency is used up, possibly by another service.",
		metric: new MathExpression({
			expression: "FILL(worker, 0) + FILL(sweeper, 0)",
			usingMetrics: {
				worker: worker.metricThrottles({ statistic: "Sum" }),
				sweeper: sweeper.metricThrottles({ statistic: "Sum" }),
			},
			label: "throttled invocations",
			period: fiveMinutes,
		}),
		threshold: 1,
		periods: 2,
		// Emitted with invocations.
		missingData: TreatMissingData.NOT_BREACHING,
	},
];
