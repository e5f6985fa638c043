import { connectDependencies } from "../dependencies.ts";
import { withSessions } from "../with-sessions.ts";
import { readAttemptsEndpoint } from "./endpoint.ts";

export const handler = readAttemptsEndpoint(
	withSessions(connectDependencies()),
);
