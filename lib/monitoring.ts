import { Duration } from "aws-cdk-lib";
import type { HttpApi } from "aws-cdk-lib/aws-apigatewayv2";
import {
	Alarm,
	type IMetric,
	Metric,
	TreatMissingData,
} from "aws-cdk-lib/aws-cloudwatch";
import { SnsAction } from "aws-cdk-lib/aws-cloudwatch-actions";
import { ServicePrincipal } from "aws-cdk-lib/aws-iam";
import type { IFunction } from "aws-cdk-lib/aws-lambda";
import { Topic } from "aws-cdk-lib/aws-sns";
import type { IQueue } from "aws-cdk-lib/aws-sqs";
import type { Construct } from "constructs";

/** The alarms. All of them notify one topic, to which the operator subscribes. */
export function monitoring(
	scope: Construct,
	{
		api,
		functions,
		deadLetters,
	}: { api: HttpApi; functions: readonly IFunction[]; deadLetters: IQueue },
): Topic {
	const topic = alarmTopic(scope);
	raiseAlarm(topic, "ApiServerErrors", {
		metric: api.metricServerError(perMinute("Sum")),
		atLeast: 1,
		description: "A request was answered with a 5xx status.",
	});
	raiseAlarm(topic, "DeadLetters", {
		metric: deadLetters.metricApproximateNumberOfMessagesVisible(
			perMinute("Maximum"),
		),
		atLeast: 1,
		description:
			"No worker could process a chunk of a batch; the sweeper will close the batch.",
	});
	raiseAlarm(topic, "BatchesAbandoned", {
		metric: batchesAbandoned(topic),
		atLeast: 1,
		description:
			"A batch was closed with resources that were not paid: PROCESSING_FAILED.",
	});
	for (const watched of functions) {
		const { id } = watched.node;
		raiseAlarm(topic, `${id}Errors`, {
			metric: watched.metricErrors(perMinute("Sum")),
			atLeast: 1,
			description: "An invocation crashed or timed out.",
		});
		raiseAlarm(topic, `${id}Throttles`, {
			metric: watched.metricThrottles(perMinute("Sum")),
			atLeast: 1,
			description: "Lambda throttled invocations of this function.",
		});
		raiseAlarm(topic, `${id}Duration`, {
			metric: watched.metricDuration(perMinute("p99")),
			atLeast: slowAfter(watched).toMilliseconds(),
			description: "One invocation in a hundred is close to its timeout.",
		});
	}
	return topic;
}

/** A worker may retry overload for 15 s (`shared/runtime/retry-time.ts`): a large batch on a fresh table is no alarm. */
const slowAfter = ({ node }: IFunction) =>
	Duration.seconds(node.id.startsWith("PaymentWorker") ? 25 : 10);

/** Missing data is no alarm: none of these metrics is emitted while there is no traffic, and nothing is wrong then. */
function raiseAlarm(
	topic: Topic,
	id: string,
	when: { metric: IMetric; atLeast: number; description: string },
) {
	const alarm = new Alarm(topic.stack, `${id}Alarm`, {
		metric: when.metric,
		threshold: when.atLeast,
		evaluationPeriods: 1,
		treatMissingData: TreatMissingData.NOT_BREACHING,
		alarmDescription: when.description,
	});
	alarm.addAlarmAction(new SnsAction(topic));
}

function alarmTopic(scope: Construct): Topic {
	const topic = new Topic(scope, "Alarms", { enforceSSL: true });
	// The policy that enforces TLS would otherwise refuse CloudWatch.
	const ownAlarms = {
		StringEquals: { "aws:SourceAccount": topic.stack.account },
	};
	topic.grantPublish(
		new ServicePrincipal("cloudwatch.amazonaws.com", { conditions: ownAlarms }),
	);
	return topic;
}

/** The metric that `shared/runtime/metrics.ts` emits. */
function batchesAbandoned({ stack }: Topic): Metric {
	return new Metric({
		namespace: stack.stackName,
		metricName: "BatchesAbandoned",
		dimensionsMap: { service: "procurement-payments" },
		...perMinute("Sum"),
	});
}

function perMinute(statistic: "Maximum" | "Sum" | "p99") {
	return { statistic, period: Duration.minutes(1) };
}
