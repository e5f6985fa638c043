import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { exhibits } from "../../../tools/exhibits/exhibits.ts";
import { openApiDocument } from "../../../tools/openapi/document.ts";
import { measure } from "./measured-page.ts";
import {
	authorize,
	type OpenedPage,
	openReference,
	phone,
	tryOut,
} from "./opened-page.ts";
import { type Filled, prepareRecords } from "./prepared-records.ts";
import { useReference } from "./use-reference.ts";

const reference = useReference();
let opened: OpenedPage;
let filled: Filled;

beforeAll(async () => {
	filled = await prepareRecords(reference.stackUrl);
	const url = `${reference.stackUrl}/docs`;
	opened = await openReference(reference.browser, url, phone);
	await authorize(opened.page, "demo-admin-key");
});
afterAll(() => opened[Symbol.asyncDispose]());

it.each(exhibits.map(({ endpoint, id }) => [endpoint.routeKey, id]))(
	"reference page: the first example of %s works at the first click and again, or its text says what is to be done first and what only once",
	async (routeKey, id) => {
		const { page } = opened;
		const operation = await tryOut(page, id);
		const fields = operation.locator("tr[data-param-name]");
		const names = await fields.evaluateAll((rows) =>
			rows.map((row) => row.getAttribute("data-param-name")),
		);
		expect(names).toEqual(parametersOf(routeKey));
		const text = await operation.locator(".opblock-description").innerText();

		const { [id]: needed = {} } = filled;
		for (const [name, value] of Object.entries(needed)) {
			const field = operation
				.locator(`tr[data-param-name="${name}"]`)
				.getByRole("textbox");
			expect(await field.inputValue()).toBe("");
			await field.fill(value);
		}
		const isPrepared = Object.keys(needed).length > 0;
		expect(/To try it: First/.test(text)).toBe(isPrepared);
		const [first, second] = [
			await execute(page, operation),
			await execute(page, operation),
		];
		expect(first).toMatchObject({ status: 200, failed: [] });
		if (!text.includes("only once"))
			expect(second).toMatchObject({ status: 200, failed: [] });
		else {
			const [, refusal] = /the second click is a (4\d\d)/.exec(text) ?? [];
			expect(second.status).toBe(Number(refusal ?? 200));
		}
		expect([first.overflow, second.overflow]).toEqual([0, 0]);

		await operation.locator(".opblock-summary-control").click();
		await operation.locator(".opblock-body").waitFor({ state: "detached" });
	},
);

/** Clicks, waits until the answer is shown, and clears it. */
async function execute(page: Page, operation: Locator) {
	const answered = page.waitForResponse((response) =>
		response.url().includes("/v1.0/"),
	);
	await operation.getByRole("button", { name: "Execute" }).click();
	const answer = await answered;
	const { data } = await answer.json();
	const shown = operation.locator(".live-responses-table .response");
	await shown.waitFor();
	const { overflow } = await measure(page);
	await operation.getByRole("button", { name: "Clear" }).click();
	await shown.waitFor({ state: "detached" });
	return { status: answer.status(), failed: data?.failed ?? [], overflow };
}

function parametersOf(routeKey: string): string[] {
	const [method = "", path = ""] = routeKey.split(" ");
	const operation = openApiDocument().paths[path]?.[method.toLowerCase()];
	// Unchecked cast: `toOperationObject` made it.
	const { parameters = [] } = (operation ?? {}) as {
		parameters?: { name: string }[];
	};
	return parameters.map(({ name }) => name);
}
