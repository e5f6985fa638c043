import type { BrowserContextOptions, Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { measure } from "../tools/reference/measured-page.ts";
import { desktop, phone } from "../tools/reference/opened-page.ts";
import { expectAccessible } from "./mail-link/use-page.ts";
import { checkFile, example, useConsole } from "./use-console.ts";

const service = useConsole();

const looks = [
	["390 pixels, light", { viewport: phone, colorScheme: "light" }],
	["390 pixels, dark", { viewport: phone, colorScheme: "dark" }],
	["1,440 pixels, light", { viewport: desktop, colorScheme: "light" }],
	["1,440 pixels, dark", { viewport: desktop, colorScheme: "dark" }],
] as const satisfies readonly (readonly [string, BrowserContextOptions])[];

/** Axe finds nothing, and nothing is wider than the window. */
async function expectSound(page: Page, state: string) {
	await expectAccessible(page);
	const { overflow } = await measure(page);
	expect(overflow, state).toBe(0);
}

describe.each(looks)("%s", (_, look) => {
	it("every step of paying a file is accessible, and fits", async () => {
		const { page, problems } = await service.open("payer", "pay", look);
		await page.getByText("Drop an Excel or CSV file here").waitFor();
		await expectSound(page, "file");
		await checkFile(page, example("payments-with-problems.xlsx"));
		await page.getByText("Which vendors are these?").waitFor();
		await expectSound(page, "columns and questions");
		await page
			.getByRole("button", { name: "Check with these answers" })
			.click();
		await page.locator(".kind-row").first().waitFor();
		await expectSound(page, "problems");
		await page.getByRole("button", { name: /^Correct row 9/ }).click();
		await expectSound(page, "a row is corrected");
		await page.getByRole("button", { name: "Cancel" }).click();
		await page
			.getByRole("button", { name: /^Leave \d+ out and check again$/ })
			.click();
		await page.getByRole("button", { name: "Go on to the release" }).click();
		await page.getByText("No money moves between banks.").waitFor();
		await expectSound(page, "release");
		await page.getByRole("button", { name: "Release", exact: true }).click();
		await expectSound(page, "confirmation");
		expect(problems).toEqual([]);
	});

	it("the runs, a run and the approvals are accessible, and fit", async () => {
		const { page, problems } = await service.open("director", "runs", look);
		await page
			.getByRole("link", { name: "payments-with-problems.xlsx" })
			.first()
			.waitFor();
		await expectSound(page, "runs");
		await page.goto(`${service.url}/console/org/demo/runs?state=DISCARDED`);
		await page.locator("main .card").first().waitFor();
		await expectSound(page, "discarded runs");
		await page
			.getByRole("link", { name: "payments-with-problems.xlsx" })
			.first()
			.click();
		await page.getByText("Nothing of this run was paid.").waitFor();
		await page.getByRole("table").waitFor();
		await expectSound(page, "a discarded run");
		await page.goto(`${service.url}/console/org/demo/approvals`);
		await page.getByText("Nothing waits for you").waitFor();
		await expectSound(page, "no approvals");
		await page.getByRole("button", { name: /^You: / }).click();
		await expectSound(page, "the menu");
		await page.goto(
			`${service.url}/console/org/demo/runs/01XXXXXXXXXXXXXXXXXXXXXXXX`,
		);
		await page.getByText("There is no such record").waitFor();
		await expectSound(page, "no such run");
		expect(problems).toEqual([]);
	});

	it("the first page, the invoices, one of them and the run that pays it are accessible, and fit", async () => {
		const { page, problems } = await service.open("director", "", look);
		await page.getByText("Overdue", { exact: true }).waitFor();
		await expectSound(page, "home");
		const invoices = `${service.url}/console/org/demo/invoices`;
		await page.goto(`${invoices}?vendorId=v-office`);
		await page.getByLabel("Choose ONL-091").check();
		await expectSound(page, "invoices, one chosen");
		await page.getByRole("button", { name: "Create a run" }).click();
		await page.getByLabel("Name of the run").waitFor();
		await expectSound(page, "a run of invoices");
		await page.goto(`${invoices}?dueBefore=2001-01-01`);
		await page.getByText("No invoice is like this").waitFor();
		await expectSound(page, "no invoices");
		await page.goto(`${invoices}/inv-locked`);
		await page.getByText("Nothing of this invoice was paid.").waitFor();
		await expectSound(page, "an invoice");
		await page.goto(`${invoices}/inv-draft`);
		await page.getByRole("button", { name: "Approve" }).click();
		await page.getByRole("dialog").waitFor();
		await expectSound(page, "an approval");
		await page.goto(`${invoices}/nowhere`);
		await page.getByText("There is no such record").waitFor();
		await expectSound(page, "no such invoice");
		expect(problems).toEqual([]);
	});
});

it("a page that the person may not use says what it needs, and whom to ask", async () => {
	const { page } = await service.open("approver", "pay");
	await page.getByText("You may not use “Pay a file”").waitFor();
	await page.getByText("payments:prepare").waitFor();
	await expectSound(page, "not allowed");
	await page.route("**/v1.0/key", async (route) => {
		const response = await route.fetch();
		const body = await response.json();
		body.data.permissions = [];
		await route.fulfill({ response, json: body });
	});
	await page.goto(`${service.url}/console/org/demo/`);
	await page.getByText("There is nothing for you here yet").waitFor();
	await expectSound(page, "no permission");
});

it("an open tab needs no file of the console any more, once its first page is shown", async () => {
	const { page } = await service.open("admin");
	await page.waitForLoadState("networkidle");
	await page.route("**/console/files/**", (route) => route.abort());
	const links = page
		.getByRole("navigation", { name: "Pages" })
		.getByRole("link");
	const names = await links.allTextContents();
	expect(names).toHaveLength(8);
	for (const name of names) {
		await links.filter({ hasText: name }).click();
		await page.getByRole("heading", { level: 1, name }).waitFor();
	}
});
