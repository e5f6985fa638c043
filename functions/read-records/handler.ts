import { hasEventFeed } from "../../shared/environment/config.ts";
import { connectDependencies } from "../dependencies.ts";
import { withSessions } from "../with-sessions.ts";
import { readRecordsEndpoint } from "./endpoint.ts";

export const handler = readRecordsEndpoint({
	...withSessions(connectDependencies()),
	hasEventFeed: hasEventFeed(),
});
