import { Duration } from "aws-cdk-lib";
import {
	Alarm,
	type IMetric,
	TreatMissingData,
} from "aws-cdk-lib/aws-cloudwatch";
import { SnsAction } from "aws-cdk-lib/aws-cloudwatch-actions";
import type { ITopic } from "aws-cdk-lib/aws-sns";
import type { Construct } from "constructs";
import type { Notifications } from "./notifications.ts";

const perMinute = { statistic: "Maximum", period: Duration.minutes(1) };

/** The alarms that the readers of the stream have besides those of every function. */
export function raiseNotificationAlarms(
	{ readers, deadLetters }: Notifications,
	topic: ITopic,
) {
	for (const reader of readers) {
		// A reader that falls behind has no errors: it answers its batches, with the record that failed.
		raiseAlarm(reader, "LatenessAlarm", topic, {
			metric: reader.metric("IteratorAge", perMinute),
			threshold: Duration.minutes(10).toMilliseconds(),
			alarmDescription:
				"Notifications are more than 10 minutes late: the function's log says why.",
		});
	}
	raiseAlarm(deadLetters, "Alarm", topic, {
		metric: deadLetters.metricApproximateNumberOfMessagesVisible(perMinute),
		threshold: 1,
		alarmDescription: "Notifications were given up after six hours.",
	});
}

function raiseAlarm(
	scope: Construct,
	id: string,
	topic: ITopic,
	when: { metric: IMetric; threshold: number; alarmDescription: string },
) {
	const alarm = new Alarm(scope, id, {
		...when,
		evaluationPeriods: 1,
		// Neither metric is emitted while there is nothing to read.
		treatMissingData: TreatMissingData.NOT_BREACHING,
	});
	alarm.addAlarmAction(new SnsAction(topic));
}
