import { Duration, Stack } from "aws-cdk-lib";
import {
	type Alarm,
	AlarmStatusWidget,
	Dashboard,
	TextWidget,
} from "aws-cdk-lib/aws-cloudwatch";
import type { Construct } from "constructs";
import { batchRow, queueRow } from "./dashboard/batch-rows.ts";
import { costRow } from "./dashboard/cost-row.ts";
import { moneyRow } from "./dashboard/money-row.ts";
import { notificationRow } from "./dashboard/notification-row.ts";
import { tableRow } from "./dashboard/table-row.ts";
import { trafficRow } from "./dashboard/traffic-row.ts";
import type { Monitored } from "./monitored.ts";

const columns = 24;

/** The stage at a glance: the alarms, then a row for each question. */
export function dashboard(
	scope: Construct,
	monitored: Monitored,
	alarms: readonly Alarm[],
) {
	const { stackName } = Stack.of(scope);
	new Dashboard(scope, "Dashboard", {
		dashboardName: stackName,
		defaultInterval: Duration.hours(3),
		widgets: [
			[
				new TextWidget({
					markdown: `# ${stackName}\nWhat is normal, and what to do: \`docs/operations.md\`. Saved queries: Logs Insights, folder \`${stackName}\`.`,
					width: columns,
					height: 2,
				}),
			],
			[
				new AlarmStatusWidget({
					title: "Alarms",
					alarms: [...alarms],
					width: columns,
					height: 3,
				}),
			],
			trafficRow(monitored),
			moneyRow(scope),
			batchRow(scope, monitored),
			queueRow(scope, monitored),
			tableRow(monitored),
			...(monitored.notifications
				? [notificationRow(scope, monitored.notifications)]
				: []),
			costRow(scope, monitored),
		],
	});
}
