import { connectDependencies } from "../dependencies.ts";
import { withSessions } from "../with-sessions.ts";
import { updateInvoiceEndpoint } from "./endpoint.ts";

export const handler = updateInvoiceEndpoint(
	withSessions(connectDependencies()),
);
