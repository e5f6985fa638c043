import type { Attempt } from "../generated/openapi.ts";
import type { ApiError } from "../http/errors.ts";
import type { ApiAnswer } from "../http/send-once.ts";
import type { Stopwatch, Timing } from "../timing.ts";

/** A request under an idempotency key, whose outcome is to be known. */
export interface RequestToSettle {
	idempotencyKey: string;
	/** Notes, before each sending, that the request is about to be sent. If it throws, nothing is sent. */
	announce?: () => void;
	/** Sends the same content under the same key each time. */
	send: (signal?: AbortSignal) => Promise<ApiAnswer>;
	/** Asks for the attempt of the key. */
	ask: (signal?: AbortSignal) => Promise<ApiAnswer>;
	/** Reads what the records show as done under the key: one for each resource. */
	search: (signal?: AbortSignal) => Promise<readonly Recorded[]>;
	/** See `ClientContext`. */
	unusedSince: Map<string, Stopwatch>;
	/** A request was perhaps sent under this key before, by this process or another one. */
	mayHaveArrived: boolean;
	/** False: only ask. */
	maySend: boolean;
}

export interface SettleBounds {
	settleWithinMs: number;
	/** How long to keep trying while no connection can be made. By default, as long as for everything else */
	connectWithinMs?: number;
	timing: Timing;
	signal?: AbortSignal | undefined;
}

/** What is known about the request so far. */
export interface Knowledge {
	mayHaveArrived: boolean;
	/** A copy was refused with 409: another one holds the key, even if the service should not show its attempt. */
	isClaimed: boolean;
	/** Why the outcome is not known. */
	cause?: unknown;
	/** After a lost answer, and after a search, the first thing to do is to ask. */
	asksAtOnce: boolean;
	/** How long the records were searched, waits included. */
	searchedForMs: number;
	/** The records showed some of the resources only, and no copy of the request can arrive any more. */
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

/** What the records show of one resource of a request. */
export interface Recorded {
	/** `UNCLEAR`: the records have something of its key that does not fit the request. */
	state: "RECORDED" | "NOT_RECORDED" | "UNCLEAR";
	/** The batch that recorded it. */
	bulkActionSlug: string | null;
	/** Absent: no payment is recorded. */
	paymentId?: string;
}

export const isNotRecorded = ({ state }: Recorded) => state === "NOT_RECORDED";
