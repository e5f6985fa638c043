import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect } from "vitest";
import { desktop, startBrowser } from "../../tools/reference/opened-page.ts";
import { type StubService, startStub } from "./stub-service.ts";

/** A page in a browser profile of its own. */
interface OpenedApproval {
	page: Page;
	/** Exceptions, and what the console showed of the page's security policy. */
	problems: string[];
	/** All requests, as `<method> <url>`. */
	requests: string[];
}

/** The page's pauses before it sends again last a twentieth: their order stays. Runs in the browser. */
function shortenPauses() {
	const wait = globalThis.setTimeout;
	Object.assign(globalThis, {
		setTimeout: (done: () => void, milliseconds = 0) =>
			wait(done, milliseconds / 20),
	});
}

/** One browser for the tests of a file, a service that answers what a test says for each. */
export function useApprovalPage() {
	let browser: Browser | undefined;
	let stub: StubService | undefined;
	beforeAll(async () => {
		browser = await startBrowser();
	});
	beforeEach(async () => {
		stub = await startStub();
	});
	afterEach(async () => {
		for (const context of browser?.contexts() ?? []) await context.close();
		await stub?.[Symbol.asyncDispose]();
	});
	afterAll(() => browser?.close());
	const started = <T>(part: T | undefined): T => {
		if (part === undefined) throw new Error("Only within a test");
		return part;
	};
	return {
		get service() {
			return started(stub);
		},
		async open(
			options: BrowserContextOptions = {},
			url = started(stub).url,
		): Promise<OpenedApproval> {
			const context = await started(browser).newContext({
				viewport: desktop,
				locale: "en-GB",
				timezoneId: "Asia/Kolkata",
				reducedMotion: "reduce",
				...options,
			});
			await context.addInitScript(shortenPauses);
			const page = await context.newPage();
			page.setDefaultTimeout(60_000);
			const problems: string[] = [];
			const requests: string[] = [];
			page.on("pageerror", (error) => problems.push(`${error}`));
			page.on("console", (message) => {
				if (/security policy|refused/i.test(message.text()))
					problems.push(message.text());
			});
			page.on("request", (request) =>
				requests.push(`${request.method()} ${request.url()}`),
			);
			await page.goto(url);
			if (options.javaScriptEnabled !== false)
				await page.locator("#starting").waitFor({ state: "detached" });
			return { page, problems, requests };
		},
	};
}

const axeSource = readFileSync(
	createRequire(import.meta.url).resolve("axe-core/axe.min.js"),
	"utf8",
);

/** What axe finds, as `<rule>: <element>`; evaluated past the page's security policy. */
export async function expectAccessible(page: Page) {
	await page.evaluate(axeSource);
	const found = await page.evaluate(`axe.run().then(({ violations }) =>
		violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => id + ": " + html)))`);
	expect(found).toEqual([]);
}
