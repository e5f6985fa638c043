import { connectDependencies } from "../dependencies.ts";
import { withSessions } from "../with-sessions.ts";
import { vendorAdvanceEndpoint } from "./endpoint.ts";

export const handler = vendorAdvanceEndpoint(
	withSessions(connectDependencies()),
);
