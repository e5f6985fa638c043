import type { Construct } from "constructs";
import { alarms } from "./alarms.ts";
import { dashboard } from "./dashboard.ts";
import type { Monitored } from "./metrics.ts";
import { savedQueries } from "./queries.ts";

/**
 * Creates the alarms, the dashboard and the saved queries of a stage (`docs/operations.md`).
 *
 * @returns The alarms and the topic that they notify.
 */
export function monitoring(scope: Construct, monitored: Monitored) {
	const { topic, raised } = alarms(scope, monitored);
	dashboard(scope, monitored, raised);
	savedQueries(scope, monitored);
	return { topic, raised };
}
