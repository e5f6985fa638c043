import type { MiddlewareObj } from "@middy/core";
import type { WaitSeconds } from "../../timing/token-buckets.ts";
import { tooManyRequests } from "../errors.ts";
import type { AuthenticatedEvent } from "./authenticate.ts";

/**
 * Refuses what an API key or a session sends beyond its limit (`keyRequestsPerSecond:<stage>`), so that one caller's loop leaves the
 * others' share of the table. It makes no call.
 */
export const limitRequests = (
	waitSeconds: WaitSeconds,
): MiddlewareObj<AuthenticatedEvent> => ({
	before: ({ event: { caller } }) => {
		const seconds = waitSeconds(caller.keyId ?? `${caller.session?.id}`);
		if (seconds > 0) throw tooManyRequests(seconds);
	},
});
