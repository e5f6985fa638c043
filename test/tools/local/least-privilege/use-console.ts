import { expect } from "vitest";
import {
	consoleHeaders,
	openBrowser,
} from "../../../support/console/browser.ts";

/** A person signs in to the console, uses the API, and signs out everywhere. */
export async function useConsole(url: string) {
	const browser = openBrowser();
	await browser.signIn(url, "asha@demo.example");
	const headers = consoleHeaders("demo");
	const send = async (method: string, path: string) => {
		const { status } = await browser.request(`${url}${path}`, {
			method,
			headers,
		});
		expect([path, status]).toEqual([path, 200]);
	};
	await send("GET", "/v1.0/key");
	await send("GET", "/console/organizations");
	await send("POST", "/console/renew");
	await send("GET", "/console/sessions");
	await send("POST", "/console/sign-out-everywhere");
}
