import type { Context } from "aws-lambda";
import type { Clock } from "../../environment/clock.ts";
import type { NewId } from "../../environment/ids.ts";
import type { Caller } from "../../organizations/organization.ts";
import { OpenWrites } from "../../timing/open-writes.ts";
import { type RetryTime, requestRetryTime } from "../../timing/retry-time.ts";
import type { IdempotencyEvent } from "./read-idempotency-key.ts";

/** The context of a request, without its input. The claim of its key and its use case share it. */
export interface RequestContext {
	caller: Caller;
	/** null when none was sent. */
	idempotencyKey: string | null;
	/** A ULID, unique to the request. The ids of everything that the request creates derive from it. */
	attemptId: string;
	/** The instant of the claim, from which the deadline of the request's writes counts. */
	now: Date;
	/** For the deadline of the request's writes (`requestTable`). */
	clock: Clock;
	/** How long the request retries when the store is busy. */
	retryTime: RetryTime;
	openWrites: OpenWrites;
}

export type BegunEvent = IdempotencyEvent & { request: RequestContext };

/** Begins the work of a request that may be carried out. Sets `request` on the event. */
export const beginRequest =
	({ clock, newId }: { clock: Clock; newId: NewId }) =>
	({ event, context }: { event: BegunEvent; context: Context }) => {
		const { caller, idempotencyKey } = event;
		const now = clock();
		event.request = {
			caller,
			idempotencyKey,
			attemptId: newId(now),
			now,
			clock,
			retryTime: requestRetryTime(context),
			openWrites: new OpenWrites(),
		};
	};
