import { type Browser, chromium, type Page } from "playwright-core";
import { findBrowser } from "./find-browser.ts";

export const startBrowser = (): Promise<Browser> =>
	chromium.launch({ executablePath: findBrowser() });

export const phone = { width: 390, height: 844 };
export const desktop = { width: 1440, height: 900 };

export interface OpenedPage extends AsyncDisposable {
	page: Page;
	/** What the console showed as an error or a warning, exceptions, and requests that failed. */
	problems: string[];
	/** The origins of all requests. */
	origins: Set<string>;
}

/** Opens the reference page in a browser profile of its own, and waits until it is complete. */
export async function openReference(
	browser: Browser,
	url: string,
	viewport = desktop,
): Promise<OpenedPage> {
	const context = await browser.newContext({ viewport });
	const page = await context.newPage();
	// The test's own time limit applies.
	page.setDefaultTimeout(0);
	const problems: string[] = [];
	const origins = new Set<string>();
	page.on("console", (message) => {
		if (["error", "warning"].includes(message.type()))
			problems.push(message.text());
	});
	page.on("pageerror", (error) => problems.push(`${error}`));
	page.on("requestfailed", (request) =>
		problems.push(`${request.url()}: ${request.failure()?.errorText}`),
	);
	page.on("request", (request) => {
		// The icons of a style sheet are data URLs.
		if (!request.url().startsWith("data:"))
			origins.add(new URL(request.url()).origin);
	});
	await page.goto(url);
	await page.locator("#errors li").first().waitFor();
	return {
		page,
		problems,
		origins,
		[Symbol.asyncDispose]: () => context.close(),
	};
}

/** Enters an API key as a reader would. */
export async function authorize(page: Page, key: string) {
	await page.getByRole("button", { name: "Authorize", exact: true }).click();
	const dialog = page.locator(".modal-ux");
	await dialog.getByRole("textbox").fill(key);
	await dialog.getByRole("button", { name: "Apply credentials" }).click();
	await dialog.getByRole("button", { name: "Close", exact: true }).click();
}

/** Opens an operation to be tried. */
export async function tryOut(page: Page, operationId: string) {
	const operation = operationOf(page, operationId);
	await operation.locator(".opblock-summary-control").click();
	await operation.getByRole("button", { name: "Try it out" }).click();
	return operation;
}

export const operationOf = (page: Page, operationId: string) =>
	page.locator(`.opblock[id$="-${operationId}"]`);
