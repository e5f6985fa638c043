import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { demoOrganizationFile } from "../../tools/local/demo-organization.ts";
import { expectAccessible } from "./mail-link/use-page.ts";
import {
	checkFile,
	csvFile,
	people,
	release,
	useConsole,
} from "./use-console.ts";

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
			currencies: ["INR", "USD"],
			timezone: "Asia/Kolkata",
		},
		users: [
			{
				id: "u-asha",
				name: "Asha",
				role: "ADMIN",
				active: true,
				email: people.admin,
				permissions: [
					"payments:prepare",
					"payments:release",
					"invoices:read",
					"organization:read",
				],
			},
		],
		invoices: [
			{ slug: "inr", state: "APPROVED", amount: 100 },
			{ slug: "usd", state: "APPROVED", amount: 20, currency: "USD" },
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

it("a run of several currencies has a sum for each, never one number; an invoice that does not exist has none", async () => {
	const { page } = await service.open("admin");
	await page.getByRole("link", { name: "Second Company" }).click();
	await page.getByRole("link", { name: "Pay a file" }).first().click();
	const rows = "inr,100\nusd,20\nnowhere,5\n";
	const file = csvFile("mixed.csv", `Invoice id,Amount\n${rows}`);
	await checkFile(page, file);
	const both = "₹\u00a0100.00 and $\u00a020.00";
	await page.getByText(both, { exact: true }).first().waitFor();
	await page.getByRole("link", { name: "Home" }).click();
	await page.getByRole("link", { name: file.name }).waitFor();
	await page.getByRole("link", { name: "Payment runs" }).click();
	await page.getByRole("row", { name: file.name }).waitFor();
	expect(await page.getByText("125.00").count()).toBe(0);
	await page.getByRole("link", { name: file.name }).click();
	await page.getByText(`2 payments to 1 vendor, ${both} in all.`).waitFor();
	expect(await page.getByText("125.00").count()).toBe(0);
	await release(page);
	await page.getByText("amounts of unknown currency").waitFor();
	await page.getByText(both, { exact: true }).waitFor();
});
