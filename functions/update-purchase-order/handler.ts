import { connectDependencies } from "../dependencies.ts";
import { withSessions } from "../with-sessions.ts";
import { updatePurchaseOrderEndpoint } from "./endpoint.ts";

export const handler = updatePurchaseOrderEndpoint(
	withSessions(connectDependencies()),
);
