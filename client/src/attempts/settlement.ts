import type { Attempt } from "../generated/openapi.ts";
import type { ApiError } from "../http/errors.ts";
import type { ApiAnswer } from "../http/send-once.ts";
import type { Recorded } from "./recorded.ts";

/** What is known about the request of an idempotency key after everything was done to find out. */
export type Settlement =
	/** The answer to the one request that ran under the key: 200 or 422. */
	| { kind: "ANSWERED"; answer: ApiAnswer }
	/** The answer was lost; the attempt shows what is recorded. It is `SETTLED`. */
	| { kind: "ATTEMPTED"; attempt: Attempt }
	/** The service has forgotten the attempt; the records show what was done under the key. One for each resource. */
	| { kind: "SEARCHED"; found: readonly Recorded[] }
	/** The service refused the request: it has no effect and never will. */
	| { kind: "REFUSED"; error: ApiError }
	/** No copy of the request was processed. */
	| { kind: "NOT_SENT"; cause: unknown }
	/** No request has claimed the key, and none was to be sent. One may still be on its way. */
	| { kind: "NOT_ARRIVED" }
	/** It could not be found out. */
	| { kind: "UNKNOWN"; cause: unknown };
