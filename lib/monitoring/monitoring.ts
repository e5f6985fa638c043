import type { Topic } from "aws-cdk-lib/aws-sns";
import type { Construct } from "constructs";
import { alarms } from "./alarms.ts";
import { dashboard } from "./dashboard.ts";
import type { Monitored } from "./monitored.ts";
import { savedQueries } from "./queries.ts";

/**
 * Alarms, dashboard and saved queries of a stage (`docs/operations.md`).
 *
 * @returns The topic of the alarms.
 */
export function monitoring(scope: Construct, monitored: Monitored): Topic {
	const { topic, raised } = alarms(scope, monitored);
	dashboard(scope, monitored, raised);
	savedQueries(scope, monitored);
	return topic;
}
