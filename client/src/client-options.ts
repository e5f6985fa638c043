import type { ClientContext } from "./client-context.ts";
import { sendOnceOver } from "./http/send-once.ts";
import { sendRepeatedlyBy } from "./http/send-repeatedly.ts";
import { systemTiming, type Timing } from "./timing.ts";

export interface ClientOptions {
	/** Where the service is, such as `https://….execute-api.ap-south-1.amazonaws.com`. */
	url: string;
	apiKey: string;
	/** Of a single request. Default: 35,000; the service answers, or ends, within 30 s. */
	timeoutMs?: number;
	/** How often a request that may be repeated is repeated. Default: 4 */
	maxRetries?: number;
	/** Default: the global `fetch` */
	fetch?: typeof globalThis.fetch;
	/** For tests. Default: the system's clocks */
	timing?: Timing;
}

/** @throws TypeError When `url` is not one: no request could be sent, and each would look like one without an answer. */
export function toContext({
	url,
	apiKey,
	timeoutMs = 35_000,
	maxRetries = 4,
	fetch = globalThis.fetch,
	timing = systemTiming(),
}: ClientOptions): ClientContext {
	const sendOnce = sendOnceOver({
		url: new URL(url).href.replace(/\/+$/, ""),
		apiKey,
		fetch,
		timeoutMs,
	});
	const sendRepeatedly = sendRepeatedlyBy(sendOnce, { timing, maxRetries });
	return { sendOnce, sendRepeatedly, timing };
}
