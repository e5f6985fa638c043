import { Stack } from "aws-cdk-lib";
import { Alarm } from "aws-cdk-lib/aws-cloudwatch";
import { SnsAction } from "aws-cdk-lib/aws-cloudwatch-actions";
import { ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { Topic } from "aws-cdk-lib/aws-sns";
import type { Construct } from "constructs";
import type { AlarmDefinition } from "./alarm-definition.ts";
import { apiAlarms } from "./alarms/api-alarms.ts";
import { batchAlarms } from "./alarms/batch-alarms.ts";
import { notificationAlarms } from "./alarms/notification-alarms.ts";
import { sweeperAlarms } from "./alarms/sweeper-alarms.ts";
import { tableAlarms } from "./alarms/table-alarms.ts";
import type { Monitored } from "./monitored.ts";

export type { Topic };

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
	});
	alarm.addAlarmAction(new SnsAction(topic));
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
