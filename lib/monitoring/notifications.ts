import {
	type IWidget,
	MathExpression,
	TreatMissingData,
} from "aws-cdk-lib/aws-cloudwatch";
import type { IFunction } from "aws-cdk-lib/aws-lambda";
import type { Construct } from "constructs";
import type { Notifications } from "../notifications/notifications.ts";
import {
	type AlarmDefinition,
	alarmLine,
	eachValue,
	failuresRow,
	graph,
	type Monitored,
	oneMinute,
	serviceMetric,
} from "./metrics.ts";

const lateMilliseconds = 600_000;
const refusedLinks = 100;

/**
 * Only a stage that sends mails or events has these alarms. A failure causes no errors of a function: the reader of the
 * stream names the records that failed, and falls behind.
 */
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
				"Mails or events are more than ten minutes late. Mails are given up after six hours, and so are events of a stage without an event feed. With a feed, events have 23 hours.",
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
				"Mails or events were given up, after six hours, or 23 for the events of a stage with an event feed: they do not arrive. What they tell of is recorded.",
			metric: deadLetters.metricApproximateNumberOfMessagesVisible(maximum),
			threshold: 1,
			periods: 1,
			// Not emitted for a queue that was not used for hours.
			missingData: TreatMissingData.NOT_BREACHING,
		},
	];
};

/** Only a stage that sends mails has this alarm. */
export function linkAlarms(
	scope: Construct,
	{ page }: Monitored,
): AlarmDefinition[] {
	if (!page) return [];
	return [
		{
			id: "ApprovalLinksRefused",
			description: `${refusedLinks} links of mails were refused in five minutes. Approvers with a key can decide over the API.`,
			metric: serviceMetric(scope, "LinksRefused", { statistic: "Sum" }),
			threshold: refusedLinks,
			periods: 1,
			// Emitted only when a link is refused.
			missingData: TreatMissingData.NOT_BREACHING,
		},
	];
}

/** The row of graphs about the links in mails, for a stage that sends mails. */
export const linkRow = (scope: Construct, page: IFunction): IWidget[] =>
	failuresRow(scope, page, {
		metricName: "LinksRefused",
		label: "refused",
		threshold: refusedLinks,
		titles: {
			failures: "Links in mails: refused",
			requests: "Approval page: requests and errors",
		},
	});

/** The row of graphs about notifications, for a stage that sends mails or events. */
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
