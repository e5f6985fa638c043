import type { IWidget } from "aws-cdk-lib/aws-cloudwatch";
import type { Construct } from "constructs";
import type { Notifications } from "../../notifications/notifications.ts";
import { lateMilliseconds } from "../alarms/notification-alarms.ts";
import { oneMinute } from "../periods.ts";
import { eachValue, serviceMetric } from "../service-metrics.ts";
import { alarmLine, graph } from "./graph.ts";

/** Of a stage that sends mails or events. */
export function notificationRow(
	scope: Construct,
	{ readers, deadLetters }: Notifications,
): IWidget[] {
	const count = (metric: "MailsSent" | "EventsPublished", label: string) =>
		serviceMetric(scope, metric, { statistic: "Sum", label });
	const maximum = { statistic: "Maximum", period: oneMinute };
	return [
		graph("Notifications: sent", {
			left: [count("MailsSent", "mails"), count("EventsPublished", "events")],
		}),
		graph("Notifications: failures, by reason", {
			left: [eachValue(scope, "NotificationFailures")],
			stacked: true,
		}),
		graph("Notifications: milliseconds behind the table", {
			left: readers.map((reader) => reader.metric("IteratorAge", maximum)),
			leftAnnotations: [alarmLine(lateMilliseconds)],
		}),
		graph("Notifications: given up", {
			left: [
				deadLetters.metricApproximateNumberOfMessagesVisible({
					...maximum,
					label: "dead letters",
				}),
			],
		}),
	];
}
