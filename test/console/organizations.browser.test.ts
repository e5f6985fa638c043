import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { demoOrganizationFile } from "../../tools/local/demo-organization.ts";
import { expectAccessible } from "./mail-link/use-page.ts";
import { people, useConsole } from "./use-console.ts";

/** Another organization, of which Asha is a user as well. */
const folder = mkdtempSync(join(tmpdir(), "organizations-"));
const second = join(folder, "second.json");
writeFileSync(
	second,
	JSON.stringify({
		org: {
			id: "second",
			name: "Second Company",
			baseCurrency: "INR",
			currencies: ["INR"],
			timezone: "Asia/Kolkata",
		},
		users: [
			{
				id: "u-asha",
				name: "Asha",
				role: "ADMIN",
				active: true,
				email: people.admin,
				permissions: ["payments:prepare", "organization:read"],
			},
		],
	}),
);
afterAll(() => rmSync(folder, { recursive: true }));

const service = useConsole({
	organizationFiles: [demoOrganizationFile, second],
});

it("a person of one organization never sees a choice of organizations", async () => {
	const { page } = await service.open("payer");
	expect(page.url()).toContain("/console/org/demo");
	await page.getByRole("button", { name: /^You: / }).click();
	await page.getByRole("button", { name: "Sign out", exact: true }).waitFor();
	expect(await page.getByText(/other organizations|go to/i).count()).toBe(0);
	await page.goto(`${service.url}/console/org/second/pay`);
	await page.getByText("You may not do this").waitFor();
	await page.getByRole("link", { name: "Go to Demo India Pvt Ltd" }).click();
	await page.locator("#main h1").waitFor();
});

it("a person of several organizations chooses one, and two tabs show two of them", async () => {
	const { page } = await service.open("admin");
	await page.getByRole("heading", { name: "Choose an organization" }).waitFor();
	await expectAccessible(page);
	const other = await page.context().newPage();
	await other.goto(`${service.url}/console`);
	await other.getByRole("link", { name: "Second Company" }).click();
	await other.getByRole("button", { name: "You: Asha", exact: true }).waitFor();
	await page.getByRole("link", { name: "Demo India Pvt Ltd" }).click();
	await page.getByRole("button", { name: /^You: Asha \(admin\)/ }).click();
	await page.getByRole("link", { name: "Go to Second Company" }).waitFor();
	await expectAccessible(page);
});
