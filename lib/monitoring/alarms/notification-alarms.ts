import { MathExpression, TreatMissingData } from "aws-cdk-lib/aws-cloudwatch";
import type { AlarmDefinition } from "../alarm-definition.ts";
import type { Monitored } from "../monitored.ts";
import { oneMinute } from "../periods.ts";

export const lateMilliseconds = 600_000;

/** Of a stage that sends mails or events. A reader of the stream that falls behind has no errors: it names what failed. */
export const notificationAlarms = ({
	notifications,
}: Monitored): AlarmDefinition[] => {
	if (!notifications) return [];
	const { readers, deadLetters } = notifications;
	const maximum = { statistic: "Maximum", period: oneMinute };
	const ages = Object.fromEntries(
		readers.map((reader, index) => [
			`age${index}`,
			reader.metric("IteratorAge", maximum),
		]),
	);
	const filled = Object.keys(ages).map((id) => `FILL(${id}, 0)`);
	return [
		{
			id: "NotificationsLate",
			description:
				"Mails or events are more than ten minutes late. No request is affected. What cannot be delivered for six hours is given up.",
			metric: new MathExpression({
				expression: `MAX([${filled.join(", ")}])`,
				usingMetrics: ages,
				label: "milliseconds behind the table",
				period: oneMinute,
			}),
			threshold: lateMilliseconds,
			periods: 1,
			// Emitted while there is something to read.
			missingData: TreatMissingData.NOT_BREACHING,
		},
		{
			id: "NotificationsGivenUp",
			description:
				"Mails or events were not delivered for six hours and were given up. The table's stream keeps what they were made of for a day.",
			metric: deadLetters.metricApproximateNumberOfMessagesVisible(maximum),
			threshold: 1,
			periods: 1,
			// Not emitted for a queue that was not used for hours.
			missingData: TreatMissingData.NOT_BREACHING,
		},
	];
};
