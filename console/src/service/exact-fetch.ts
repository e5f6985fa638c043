/**
 * The `fetch` of the client, with two things that a person needs. Numbers with more digits than JavaScript keeps arrive
 * as texts, so that no amount is ever shown wrong. A request that was refused because nobody is signed in any more, or
 * because the last sign-in is too long ago, had no effect. It waits until the person has signed in again in another
 * window, and is then sent once more, so that nothing that was typed is lost. If nothing was shown yet, the page itself
 * leads to the sign-in. If somebody else has signed in, nothing is sent in their name, and the page is loaded again for
 * them.
 */
import { viewer } from "../parts/viewer.ts";
import { withExactNumbers } from "./exact-numbers.ts";
import { askToSignIn, leaveToSignIn } from "./sign-in-again.ts";

/** The service answers within 30 s, or not at all. The time in which a person signs in does not count. */
const timeoutMilliseconds = 35_000;

/** Whether somebody has signed in who may not be the person to whom the page is shown. */
let mayBeAnother = false;

/** All tabs of a browser have one session, so that a page opened in another tab may be somebody else's. */
const channel = new BroadcastChannel("console-opened");
channel.addEventListener("message", () => {
	mayBeAnother = true;
});

export const announcePage = () => channel.postMessage("opened");

export const exactFetch: typeof fetch = async (input, init) => {
	for (;;) {
		if (mayBeAnother) await requireSamePerson(init?.headers);
		const response = await fetch(input, {
			...init,
			credentials: "same-origin",
			signal: AbortSignal.any([
				...(init?.signal ? [init.signal] : []),
				AbortSignal.timeout(timeoutMilliseconds),
			]),
		});
		const text = await response.text();
		const reason = whySignIn(response.status, text);
		if (reason === "SESSION_OVER" && isShownToNobody())
			await leaveToSignIn(`${location.pathname}${location.search}`);
		if (reason && (await askToSignIn(reason))) {
			mayBeAnother = true;
			continue;
		}
		return new Response(withExactNumbers(text), {
			status: response.status,
			headers: response.headers,
		});
	}
};

/** Before the first answers have arrived, the page belongs to nobody. */
const isShownToNobody = () => viewer.value.userId === "";

async function requireSamePerson(headers: HeadersInit = {}) {
	const response = await fetch("/v1.0/key", { headers });
	// The request itself then asks the person to sign in again.
	if (response.status === 401) return;
	if (!response.ok && response.status !== 403)
		throw new TypeError("It could not be found out who has signed in");
	const { data } = await response.json();
	mayBeAnother = !isShownToNobody() && data?.userId !== viewer.value.userId;
	if (!mayBeAnother) return;
	location.reload();
	// The browser is leaving the page, so that the request must not be sent.
	await new Promise<never>(() => {});
}

function whySignIn(status: number, text: string) {
	if (status === 401) return "SESSION_OVER";
	return status === 403 && text.includes('"REAUTHENTICATION_REQUIRED"')
		? "LONG_AGO"
		: undefined;
}
