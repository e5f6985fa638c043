import { Duration, Stack } from "aws-cdk-lib";
import {
	Alarm,
	ComparisonOperator,
	MathExpression,
	TreatMissingData,
} from "aws-cdk-lib/aws-cloudwatch";
import { SnsAction } from "aws-cdk-lib/aws-cloudwatch-actions";
import { ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { Topic } from "aws-cdk-lib/aws-sns";
import type { Construct } from "constructs";
import { batchAlarms } from "./batches.ts";
import {
	type AlarmDefinition,
	fiveMinutes,
	type Monitored,
	oneMinute,
} from "./metrics.ts";
import { linkAlarms, notificationAlarms } from "./notifications.ts";
import { signInAlarms } from "./sign-in.ts";
import { tableAlarms } from "./table.ts";

/** The alarms. All of them notify one topic, to which the operator subscribes. */
export function alarms(
	scope: Construct,
	monitored: Monitored,
): { topic: Topic; raised: readonly Alarm[] } {
	const topic = alarmTopic(scope);
	const definitions = [
		...apiAlarms(monitored),
		...batchAlarms(scope, monitored),
		...sweeperAlarms(monitored),
		...tableAlarms(monitored),
		...notificationAlarms(monitored),
		...linkAlarms(scope, monitored),
		...signInAlarms(scope, monitored),
	];
	const raised = definitions.map((definition) =>
		raiseAlarm(scope, definition, topic),
	);
	return { topic, raised };
}

function raiseAlarm(
	scope: Construct,
	definition: AlarmDefinition,
	topic: Topic,
): Alarm {
	const { id, description, comparison, breaching } = definition;
	const alarm = new Alarm(scope, `${id}Alarm`, {
		alarmDescription: `${description} Runbook: docs/operations.md#${id.toLowerCase()}`,
		metric: definition.metric,
		threshold: definition.threshold,
		...(comparison && { comparisonOperator: comparison }),
		evaluationPeriods: definition.periods,
		datapointsToAlarm: breaching ?? definition.periods,
		treatMissingData: definition.missingData,
		...(definition.ignoresFewSamples && {
			evaluateLowSampleCountPercentile: "ignore",
		}),
	});
	alarm.addAlarmAction(new SnsAction(topic));
	// The topic is also told when the alarm is over.
	alarm.addOkAction(new SnsAction(topic));
	return alarm;
}

function alarmTopic(scope: Construct): Topic {
	const topic = new Topic(scope, "Alarms", { enforceSSL: true });
	// The policy that enforces TLS would otherwise refuse CloudWatch.
	const ownAlarms = {
		StringEquals: { "aws:SourceAccount": Stack.of(scope).account },
	};
	topic.grantPublish(
		new ServicePrincipal("cloudwatch.amazonaws.com", { conditions: ownAlarms }),
	);
	return topic;
}

/** Ten refusals a second for five minutes. A caller that loops reaches this number; one that makes mistakes does not. */
const refusalsMax = 3_000;

/** Far above what is normal, and far below the 30 s after which API Gateway gives up. */
const latencyMax = Duration.seconds(3);

/** Fewer errors are single failures, after which the caller retries or asks for its attempt. */
const errorsMin = 3;

/**
 * An invocation that crashes, runs out of time or is throttled is a 5xx of the gateway: no function behind the API
 * needs an alarm of its own.
 */
const apiAlarms = ({ api }: Monitored): AlarmDefinition[] => [
	{
		id: "ApiServerErrors",
		description: `At least 1 % of the requests of five minutes, and at least ${errorsMin}, were answered 5xx. Payments may have been recorded.`,
		metric: new MathExpression({
			expression: `IF(FILL(errors, 0) >= ${errorsMin}, 100 * errors / requests, 0)`,
			usingMetrics: {
				errors: api.metricServerError({ statistic: "Sum" }),
				requests: api.metricCount({ statistic: "Sum" }),
			},
			label: "5xx in percent",
			period: fiveMinutes,
		}),
		threshold: 1,
		periods: 1,
		// Without requests there is no data, and no caller to fail.
		missingData: TreatMissingData.NOT_BREACHING,
	},
	{
		id: "Latency",
		description: `For a quarter of an hour, one request in a hundred took ${latencyMax.toSeconds()} seconds or longer.`,
		metric: api.metricLatency({ statistic: "p99", period: fiveMinutes }),
		threshold: latencyMax.toMilliseconds(),
		periods: 3,
		ignoresFewSamples: true,
		// Without requests there is no data, and no caller who waits.
		missingData: TreatMissingData.NOT_BREACHING,
	},
	{
		id: "ClientErrors",
		description: `${refusalsMax.toLocaleString("en")} requests of five minutes were answered 4xx: a caller loops, or someone tries keys.`,
		metric: api.metricClientError({ statistic: "Sum", period: fiveMinutes }),
		threshold: refusalsMax,
		periods: 1,
		// Without requests there is no data.
		missingData: TreatMissingData.NOT_BREACHING,
	},
];

/** Alarms about the sweeper, and about what keeps the worker and the sweeper from running. */
const sweeperAlarms = ({ worker, sweeper }: Monitored): AlarmDefinition[] => [
	{
		id: "SweeperStopped",
		description:
			"The sweeper has not run for five minutes: a stuck batch is neither sent again nor closed.",
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
			"The sweeper failed in three of five minutes: one batch does not end until it succeeds.",
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
			"Lambda refuses to run the worker or the sweeper: the account's concurrency is used up. 20 minutes are left until batches are closed.",
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
		// The metric is emitted with invocations.
		missingData: TreatMissingData.NOT_BREACHING,
	},
];
