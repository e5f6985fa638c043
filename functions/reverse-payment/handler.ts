import { connectDependencies } from "../dependencies.ts";
import { withSessions } from "../with-sessions.ts";
import { reversePaymentEndpoint } from "./endpoint.ts";

export const handler = reversePaymentEndpoint(
	withSessions(connectDependencies()),
);
