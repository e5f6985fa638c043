/**
 * `fetch` for the client, with two things that a person needs. Numbers with more digits than JavaScript keeps arrive as
 * texts, so that no amount is ever shown wrong. A request that was refused because nobody is signed in (any more), or
 * because the last sign-in is too long ago, waits until the person has signed in again in another window: it had no
 * effect, and is sent once more. So nothing that was typed is lost.
 */
import { askToSignIn } from "./sign-in-again.ts";

/** The service answers within 30 s, or not at all. The time in which a person signs in does not count. */
const timeoutMilliseconds = 35_000;

export const exactFetch: typeof fetch = async (input, init) => {
	for (;;) {
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
		if (reason && (await askToSignIn(reason))) continue;
		return new Response(withExactNumbers(text), {
			status: response.status,
			headers: response.headers,
		});
	}
};

function whySignIn(status: number, text: string) {
	if (status === 401) return "SESSION_OVER";
	return status === 403 && text.includes('"REAUTHENTICATION_REQUIRED"')
		? "LONG_AGO"
		: undefined;
}

/** A text in JSON, or a number with more than 15 digits. */
const textOrLongNumber = /"(?:[^"\\]|\\.)*"|(-?\d[\d.]{15,}(?:[eE][-+]?\d+)?)/g;

const withExactNumbers = (json: string) =>
	json.replace(textOrLongNumber, (whole, number?: string) =>
		number === undefined ? whole : `"${number}"`,
	);
