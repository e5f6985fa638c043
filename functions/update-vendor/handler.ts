import { connectDependencies } from "../dependencies.ts";
import { withSessions } from "../with-sessions.ts";
import { updateVendorEndpoint } from "./endpoint.ts";

export const handler = updateVendorEndpoint(
	withSessions(connectDependencies()),
);
