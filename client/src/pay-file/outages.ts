import { describeFailure } from "./service-error.ts";

/** Then somebody who looks at the terminal wonders whether anything happens. */
const silentMs = 2_500;

/**
 * Says at once when the service cannot be reached, what is tried meanwhile, and when it answers again.
 *
 * @param say Called from within a pause, at any moment.
 */
export function announcingOutages(
	fetch: typeof globalThis.fetch,
	url: string,
	say: (text: string) => void,
): typeof globalThis.fetch {
	let isDown = false;
	let hasAnswered = false;
	const announce = (text: string) => {
		if (isDown) return;
		isDown = true;
		say(`${text}. Trying again for up to a minute; nothing is paid twice`);
	};
	return async (input, init) => {
		const timer = setTimeout(() => {
			if (!hasAnswered) announce(`The service at ${url} has not answered yet`);
		}, silentMs);
		try {
			const response = await fetch(input, init);
			if (isDown) say("The service answers again");
			[isDown, hasAnswered] = [false, true];
			return response;
		} catch (error) {
			announce(describeFailure(error, url));
			throw error;
		} finally {
			clearTimeout(timer);
		}
	};
}
