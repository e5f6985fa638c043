import type { SendOnce } from "./http/send-once.ts";
import type { SendRepeatedly } from "./http/send-repeatedly.ts";
import type { Timing } from "./timing.ts";

/** What every call of a client is made with. */
export interface ClientContext {
	sendOnce: SendOnce;
	sendRepeatedly: SendRepeatedly;
	timing: Timing;
}
