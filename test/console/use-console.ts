import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect } from "vitest";
import { demoOrganizationFile } from "../../tools/local/demo-organization.ts";
import {
	type LocalStack,
	startLocalStack,
} from "../../tools/local/local-stack.ts";
import { desktop, startBrowser } from "../tools/reference/opened-page.ts";

/** People of the demo organization, by what they do. */
export const people = {
	auditor: "hari@demo.example",
	payer: "gita@demo.example",
	director: "farid@demo.example",
	approver: "divya@demo.example",
	admin: "asha@demo.example",
	bookkeeper: "bela@demo.example",
	member: "chetan@demo.example",
} as const;

export type Who = keyof typeof people;

/** Example files to drop. */
export const example = (name: string) =>
	join(import.meta.dirname, "../../docs/examples", name);

/** A file to drop that is nowhere on the disk. */
export const csvFile = (name: string, text: string) => ({
	name,
	mimeType: "text/csv",
	buffer: Buffer.from(text),
});

export interface OpenedConsole {
	page: Page;
	/** Exceptions, and what the browser's console showed as an error. */
	problems: string[];
	/** The origins of all requests after signing in. */
	origins: Set<string>;
}

/** One local stack and one browser for the tests of a file; each person has a browser profile of their own. */
export function useConsole({
	organizationFiles = [demoOrganizationFile],
}: {
	organizationFiles?: string[];
} = {}) {
	let browser: Browser;
	let folder: string;
	let stack: LocalStack;
	const start = (port: number) =>
		startLocalStack({
			port,
			organizationFiles,
			storage: { dataDirectory: folder },
			log: () => {},
		});
	beforeAll(async () => {
		folder = await mkdtemp(join(tmpdir(), "console-"));
		[browser, stack] = await Promise.all([startBrowser(), start(0)]);
	});
	const ask = async <Answer>(method: string, path: string, body?: object) => {
		const response = await fetch(`${stack.url}${path}`, {
			method,
			headers: {
				authorization: "Api-Key demo-admin-key",
				"content-type": "application/json",
			},
			...(body && { body: JSON.stringify(body) }),
		});
		const answer: { ok: boolean; data: Answer } = JSON.parse(
			await response.text(),
		);
		expect(answer).toMatchObject({ ok: true });
		return answer.data;
	};
	afterEach(async () => {
		for (const context of browser.contexts()) await context.close();
	});
	afterAll(async () => {
		await browser.close();
		await stack.stop();
		await rm(folder, { recursive: true });
	});
	return {
		get url() {
			return stack.url;
		},
		/** Stops the service, and starts it again at the same address after something was done. */
		async whileDown(work: () => Promise<unknown>) {
			const port = Number(new URL(stack.url).port);
			await stack.stop();
			await work();
			stack = await start(port);
		},
		/** Signs in and opens a page, such as `pay`. */
		async open(
			who: Who,
			path = "",
			options: BrowserContextOptions = {},
		): Promise<OpenedConsole> {
			const context = await browser.newContext({
				viewport: desktop,
				locale: "en-GB",
				reducedMotion: "reduce",
				...options,
			});
			const page = await context.newPage();
			page.setDefaultTimeout(60_000);
			const opened = {
				page,
				problems: [] as string[],
				origins: new Set<string>(),
			};
			page.on("pageerror", (error) => opened.problems.push(`${error}`));
			page.on("console", (message) => {
				if (/security policy|refused to/i.test(message.text()))
					opened.problems.push(message.text());
			});
			await page.goto(`${stack.url}/console`);
			await signInAs(page, who);
			await page.locator("h1").waitFor();
			page.on("request", (request) =>
				opened.origins.add(new URL(request.url()).origin),
			);
			if (path !== "") await page.goto(pageAddress(stack.url, path));
			return opened;
		},
		/** Does something over the API as the organization's administrator. */
		async send(method: "POST" | "PATCH", path: string, body: object) {
			const response = await fetch(`${stack.url}${path}`, {
				method,
				headers: {
					authorization: "Api-Key demo-admin-key",
					"content-type": "application/json",
				},
				body: JSON.stringify(body),
			});
			expect(response.status, await response.text()).toBe(200);
		},
		/** Asks the API as the organization's administrator. */
		read: <Answer>(path: string) => ask<Answer>("GET", path),
		/** Does something over the API as the organization's administrator. */
		change: (path: string, body: object = {}) => ask("POST", path, body),
	};
}

const pageAddress = (url: string, path: string) =>
	`${url}/console/org/demo/${path}`;

/** Chooses a person on the sign-in page of the local issuer. */
export const signInAs = (page: Page, who: Who) =>
	page.getByRole("button", { name: people[who] }).click();

/** Drops an example file on the page "Pay a file", and lets it be checked. */
export async function checkFile(
	page: Page,
	file: Parameters<Page["setInputFiles"]>[1],
) {
	await page.setInputFiles("input[type=file]", file);
	await page.getByRole("button", { name: "Check the payments" }).click();
}

export const goToRelease = (page: Page) =>
	page.getByRole("button", { name: "Go on to the release" }).click();

export async function release(page: Page) {
	await page.getByRole("button", { name: "Release", exact: true }).click();
	await page.getByRole("button", { name: "Yes, release" }).click();
}
