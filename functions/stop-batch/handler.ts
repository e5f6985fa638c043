import { connectDependencies } from "../dependencies.ts";
import { withSessions } from "../with-sessions.ts";
import { stopBatchEndpoint } from "./endpoint.ts";

export const handler = stopBatchEndpoint(withSessions(connectDependencies()));
