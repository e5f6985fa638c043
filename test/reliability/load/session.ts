import { expect } from "vitest";
import { consoleHeaders, openBrowser } from "../../support/console/browser.ts";
import { cfoEmailOf } from "./organizations.ts";

/** A session of the console, which is renewed and ended at the end. */
export interface LoadedSession extends AsyncDisposable {
	/** What a page of the console sends with each request to the API. */
	headers: Record<string, string>;
}

/** Signs `u-cfo` in at the local issuer. */
export async function signIn(
	url: string,
	organizationId: string,
): Promise<LoadedSession> {
	const browser = openBrowser();
	await browser.signIn(url, cfoEmailOf(organizationId));
	const cookie = [...browser.cookies].map((pair) => pair.join("=")).join("; ");
	const headers = { cookie, ...consoleHeaders(organizationId) };
	return {
		headers,
		async [Symbol.asyncDispose]() {
			for (const path of ["/console/renew", "/console/sign-out"]) {
				const init = { method: "POST", headers };
				const { status, text } = await browser.request(url + path, init);
				expect(status, text).toBe(200);
			}
		},
	};
}
