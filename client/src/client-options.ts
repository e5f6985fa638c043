import type { ClientContext } from "./client-context.ts";
import { createSender } from "./http/send-once.ts";
import { createRetryingSender } from "./http/send-repeatedly.ts";
import { findUrlFault } from "./http/service-url.ts";
import { systemTiming, type Timing } from "./timing.ts";

export interface ClientOptions {
	/**
	 * The address of the service, such as `https://….execute-api.ap-south-1.amazonaws.com`. Only the address of this
	 * machine may begin with `http:`, such as `http://localhost:3000`.
	 */
	url: string;
	/** An API key of the organization. */
	apiKey?: string | undefined;
	/**
	 * Replaces the API key in a web application on the service's own origin: the browser sends the cookie of the person who
	 * has signed in, and the person acts in this organization.
	 */
	session?: { organization: string } | undefined;
	/** Limit for a single request, at most 2,147,483,647. The default is 35,000, since the service ends within 30 s. */
	timeoutMs?: number;
	/** How often a request that may be repeated is repeated at most. The default is 4. */
	maxRetries?: number;
	/** The default is the global `fetch`. */
	fetch?: typeof globalThis.fetch;
	/** Clocks for tests. The default is the clocks of the system. */
	timing?: Timing;
}

/** JavaScript's timers end at once for any longer time. */
const longestTimeoutMs = 2 ** 31 - 1;

/**
 * A value that cannot be sent is refused here. Later, it would look like a payment without an answer.
 *
 * @throws TypeError When `url` or the credential is malformed. The message shows neither, since both may have secrets.
 * @throws RangeError When `timeoutMs` is not above 0 and at most 2,147,483,647.
 */
export function toContext({
	url,
	apiKey,
	session,
	timeoutMs = 35_000,
	maxRetries = 4,
	fetch = globalThis.fetch,
	timing = systemTiming(),
}: ClientOptions): ClientContext {
	if (!(timeoutMs > 0 && timeoutMs <= longestTimeoutMs))
		throw new RangeError(
			`timeoutMs must be above 0 and at most ${longestTimeoutMs}`,
		);
	const sendOnce = createSender({
		url: toServiceUrl(url),
		credential: toCredential({ apiKey, session }),
		fetch,
		timeoutMs,
	});
	const sendRepeatedly = createRetryingSender(sendOnce, { timing, maxRetries });
	return { sendOnce, sendRepeatedly, timing, unusedSince: new Map() };
}

function toServiceUrl(text: string): string {
	const fault = findUrlFault(text);
	if (fault !== undefined) throw new TypeError(`url ${fault}`);
	return new URL(text).href.replace(/\/+$/, "");
}

function toCredential({
	apiKey,
	session,
}: Pick<ClientOptions, "apiKey" | "session">): Record<string, string> {
	if ((apiKey === undefined) === (session === undefined))
		throw new TypeError("Either apiKey or session must be given");
	return session
		? {
				"x-organization": toWord(session.organization, "session.organization"),
				// No page of another origin can send this header.
				"x-requested-with": "console",
			}
		: { authorization: `Api-Key ${toWord(apiKey ?? "", "apiKey")}` };
}

function toWord(text: string, name: string): string {
	const word = text.trim();
	if (!/^[\x21-\x7e]+$/.test(word))
		throw new TypeError(`${name} must be one word of visible ASCII characters`);
	return word;
}
