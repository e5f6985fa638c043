import { afterAll, beforeAll, expect, it } from "vitest";
import {
	openApiDocument,
	operations,
} from "../../../tools/openapi/document.ts";
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
	filled = await prepareRecords(reference);
	const url = `${reference.stackUrl}/docs`;
	opened = await openReference(reference.browser, url, phone);
	await authorize(opened.page, "demo-admin-key");
});
afterAll(() => opened[Symbol.asyncDispose]());

it.each(Object.entries(operations).map(([routeKey, { id }]) => [routeKey, id]))(
	"%s is tried with the demo key, all of its parameters have a field, and the result fits a phone",
	async (routeKey, id) => {
		const { page } = opened;
		const operation = await tryOut(page, id);
		const fields = operation.locator("tr[data-param-name]");
		const names = await fields.evaluateAll((rows) =>
			rows.map((row) => row.getAttribute("data-param-name")),
		);
		expect(names).toEqual(parametersOf(routeKey));

		const { parameters = {}, body } = filled[id] ?? {};
		for (const [name, value] of Object.entries(parameters))
			await operation
				.locator(`tr[data-param-name="${name}"]`)
				.getByRole("textbox")
				.fill(value);
		if (body) await operation.locator("textarea").fill(JSON.stringify(body));
		await operation.getByRole("button", { name: "Execute" }).click();
		const result = operation.locator(".live-responses-table .response");
		expect(await result.innerText()).toMatch(/^200\b/);
		const { overflow } = await measure(page);
		expect(overflow).toBe(0);

		await operation.locator(".opblock-summary-control").click();
		await result.waitFor({ state: "detached" });
	},
);

function parametersOf(routeKey: string): string[] {
	const [method = "", path = ""] = routeKey.split(" ");
	const operation = openApiDocument().paths[path]?.[method.toLowerCase()];
	// Unchecked cast: `toOperationObject` made it.
	const { parameters = [] } = (operation ?? {}) as {
		parameters?: { name: string }[];
	};
	return parameters.map(({ name }) => name);
}

it.each(["createSkus", "createVendor", "createVendorAdvance", "markAsPaid"])(
	"29.6: the first example of %s works at the first click and again, with a new key each time",
	async (id) => {
		// As a reader finds the page: nothing was tried on it.
		const url = `${reference.stackUrl}/docs`;
		await using own = await openReference(reference.browser, url, phone);
		const { page } = own;
		await authorize(page, "demo-admin-key");
		const operation = await tryOut(page, id);
		for (const click of ["first", "second"]) {
			const answered = page.waitForResponse(
				(response) => response.request().method() === "POST",
			);
			await operation.getByRole("button", { name: "Execute" }).click();
			expect([click, (await answered).status()]).toEqual([click, 200]);
		}
	},
);
