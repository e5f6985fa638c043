import { connectDependencies } from "../dependencies.ts";
import { withSessions } from "../with-sessions.ts";
import { batchStatusEndpoint } from "./endpoint.ts";

export const handler = batchStatusEndpoint(withSessions(connectDependencies()));
