import type { SendOnce } from "./http/send-once.ts";
import type { SendRepeatedly } from "./http/send-repeatedly.ts";
import type { Stopwatch, Timing } from "./timing.ts";

/** What every call of a client needs. */
export interface ClientContext {
	sendOnce: SendOnce;
	sendRepeatedly: SendRepeatedly;
	timing: Timing;
	/**
	 * For each idempotency key whose request is not settled, the time since this process knew that nothing had been done
	 * under it: since its own first request, or since it searched the records.
	 */
	unusedSince: Map<string, Stopwatch>;
}
