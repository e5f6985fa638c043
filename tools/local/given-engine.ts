import { StartError } from "./start-error.ts";

/**
 * The engine at a URL. The stack has not started it, and must not stop it.
 *
 * @throws StartError When nothing answers there.
 */
export async function givenEngine(url: string) {
	try {
		// Any response will do.
		await fetch(url);
	} catch {
		throw new StartError(
			`DYNAMODB_ENDPOINT ${url}: no engine answers there: start it, or unset the variable to use the stack's own`,
		);
	}
	return { url, stop: async () => {} };
}
