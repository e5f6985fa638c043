import type { Attempt } from "../generated/openapi.ts";
import type { ApiError } from "../http/errors.ts";
import type { ApiAnswer } from "../http/send-once.ts";
import type { Stopwatch, Timing } from "../timing.ts";

/** A request under an idempotency key, whose outcome is to be found out. */
export interface RequestToSettle {
	idempotencyKey: string;
	/** Notes, before each sending, that the request is about to be sent. If it throws, nothing is sent. */
	announce?: () => void;
	/** Sends the same content under the same key each time. */
	send: (signal?: AbortSignal) => Promise<ApiAnswer>;
	/** Asks for the attempt of the key. */
	ask: (signal?: AbortSignal) => Promise<ApiAnswer>;
	/** Reads what the records show of each resource: whether it was done under the key. */
	search: (signal?: AbortSignal) => Promise<readonly Recorded[]>;
	/** See `ClientContext`. */
	unusedSince: Map<string, Stopwatch>;
	/** Whether a request may have been sent under this key before, by this process or another one. */
	mayHaveArrived: boolean;
	/** Whether the request may be sent; if not, the service is only asked. */
	maySend: boolean;
}

export interface SettleBounds {
	settleWithinMs: number;
	timing: Timing;
	signal?: AbortSignal | undefined;
}

/** What is known about the request so far. */
export interface Knowledge {
	mayHaveArrived: boolean;
	/** Whether a copy was refused with 409: another one holds the key, even if the service does not show its attempt. */
	isClaimed: boolean;
	/** Why the outcome is not known. */
	cause?: unknown;
	/** Whether the next step is to ask at once, as after a lost answer or a search. */
	asksAtOnce: boolean;
	/** How long the records were searched, waits included, in milliseconds. */
	searchedForMs: number;
	/** The records showed only some of the resources, and no copy of the request can arrive any more. */
	hasWaited: boolean;
	/** What the records showed after that. */
	found?: readonly Recorded[];
}

/** What is known about the request of an idempotency key after everything was done to find out. */
export type Settlement =
	/** The answer to the one request that ran under the key: 200 or 422. */
	| { kind: "ANSWERED"; answer: ApiAnswer }
	/** The answer was lost; the attempt shows what is recorded. It is `SETTLED`. */
	| { kind: "ATTEMPTED"; attempt: Attempt }
	/** The service has forgotten the attempt; the records show for each resource what was done under the key. */
	| { kind: "SEARCHED"; found: readonly Recorded[] }
	/** The service refused the request: it has no effect and never will. */
	| { kind: "REFUSED"; error: ApiError }
	/** No copy of the request was processed. */
	| { kind: "NOT_SENT"; cause: unknown }
	/** No request has claimed the key, and none was to be sent. One may still be on its way. */
	| { kind: "NOT_ARRIVED" }
	/** The outcome could not be found out. */
	| { kind: "UNKNOWN"; cause: unknown };

/** What the records show of one resource of a request. */
export interface Recorded {
	/** `UNCLEAR` when the records have something under its key that does not fit the request. */
	state: "RECORDED" | "NOT_RECORDED" | "UNCLEAR";
	/** The batch that recorded it. */
	bulkActionSlug: string | null;
	/** Absent when no payment is recorded. */
	paymentId?: string;
}

export const isNotRecorded = ({ state }: Recorded) => state === "NOT_RECORDED";
