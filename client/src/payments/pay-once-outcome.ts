import type { AttemptKey } from "../attempts/attempt-key.ts";
import type { ApiError } from "../http/errors.ts";
import type { ResourceResult } from "./resource.ts";

/** The outcome of one request, or batch, under one idempotency key. */
export type PayOnceOutcome = {
	/** Names the request, to query its outcome again. */
	attempt: AttemptKey;
} & (
	| {
			status: "SETTLED";
			/** One for each resource, in the order of the resources. */
			results: ResourceResult[];
			bulkActionSlug: string | null;
	  }
	/** The service refused the whole request: nothing of it is paid, or will be. */
	| { status: "REFUSED"; error: ApiError }
	/** Nothing was sent, or what was sent was not processed. */
	| { status: "NOT_SENT"; cause: unknown }
	/** No request has arrived under the key. One may still be on its way: send it only under the same key. */
	| { status: "NOT_ARRIVED" }
	/** It could not be found out within the bounds. Ask again later under the same key. */
	| { status: "UNKNOWN"; bulkActionSlug: string | null; cause: unknown }
);
