import { connectDependencies } from "../dependencies.ts";
import { withSessions } from "../with-sessions.ts";
import { advanceWorkflowEndpoint } from "./endpoint.ts";

export const handler = advanceWorkflowEndpoint(
	withSessions(connectDependencies()),
);
