import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { phone } from "../tools/reference/opened-page.ts";
import { useConsole } from "./use-console.ts";

const service = useConsole();

const longName = `مؤسسة الورق والطباعة ${"Paper, Print & Packaging ".repeat(9)}`;

interface Vendor {
	name: string;
	gstin: string | null;
	email: string | null;
	version: number;
}

const vendor = (id: string) => service.read<Vendor>(`/v1.0/vendor/${id}`);

/** Changes a vendor as another system does. */
const change = (id: string, patch: object) =>
	service.send("PATCH", `/v1.0/vendor/${id}`, patch);

const save = (page: Page) => page.getByRole("button", { name: "Save" }).click();

beforeAll(() =>
	service.send("POST", "/v1.0/vendor", {
		vendorId: "v-long/1",
		name: longName.slice(0, 255),
		email: `${"accounts".repeat(25)}@paper.example`,
	}),
);

describe("the list of vendors", () => {
	it("finds a vendor by a part of its name or GSTIN, and the address keeps the search", async () => {
		const { page } = await service.open("payer", "vendors");
		await page.getByRole("link", { name: "Steel Traders" }).waitFor();
		const field = page.getByLabel("Name, id, GSTIN or email");
		await field.fill("freight");
		await field.press("Enter");
		await page.getByText("1 in all").waitFor();
		await page.getByRole("link", { name: "Shree Freight Carriers" }).waitFor();
		expect(new URL(page.url()).search).toBe("?search=freight");
		await field.fill("nobody");
		await field.press("Enter");
		await page.getByText("No vendor has “nobody”").waitFor();
		await page.getByRole("button", { name: "Clear" }).click();
		await page.getByRole("link", { name: "Steel Traders" }).waitFor();
	});
});

describe("a vendor", () => {
	it("has all of its tabs in view on a phone, and its email in one line", async () => {
		const { page } = await service.open("admin", "vendors/v-steel", {
			viewport: phone,
		});
		const tabs = page.getByRole("navigation", {
			name: "What belongs to the vendor",
		});
		await tabs.waitFor();
		expect(await tabs.getByRole("link").count()).toBe(3);
		for (const tab of await tabs.getByRole("link").all()) {
			const { x = 0, width = 0 } = (await tab.boundingBox()) ?? {};
			expect(x + width).toBeLessThanOrEqual(phone.width - 16);
		}
		const email = await page.getByText("accounts@steel.example").boundingBox();
		expect(email?.height).toBeLessThan(30);
	});

	it("has its open invoices, advances and orders, and what a person may not do is not shown", async () => {
		const { page, problems } = await service.open("payer", "vendors/v-steel");
		await page.getByRole("link", { name: "ST/26-27/0430" }).waitFor();
		await page.getByRole("link", { name: "Advances" }).last().click();
		await page.getByText("Returned for changes").waitFor();
		// Gita may not read orders, change vendors or raise advances.
		for (const name of ["Orders", "Raise an advance"])
			expect(await page.getByRole("link", { name }).count(), name).toBe(0);
		expect(await page.getByRole("button", { name: "Change" }).count()).toBe(0);
		expect(problems).toEqual([]);
	});

	it("has a page whatever its id and the length and direction of its name", async () => {
		const { page } = await service.open("admin", "vendors?search=packaging");
		await page.getByRole("link", { name: "مؤسسة" }).click();
		await page.getByRole("heading", { name: "مؤسسة" }).waitFor();
		await page.getByText("v-long/1").waitFor();
		await page.getByText("No invoice is open").waitFor();
	});
});

describe("changing a vendor", () => {
	it("says what the service refuses next to its field, and keeps what was typed", async () => {
		const { page } = await service.open("admin", "vendors/v-print");
		await page.getByRole("button", { name: "Change" }).click();
		await page.getByLabel("Email").fill("nobody");
		await page.getByLabel("GSTIN").fill("29AAGCB7383J1Z4");
		await save(page);
		await page.getByText(/\/email must/).waitFor();
		await page.getByLabel("Email").and(page.locator(":focus")).waitFor();
		await page.getByLabel("Email").fill("print@paper.example");
		await save(page);
		await page.getByText("print@paper.example").waitFor();
		expect(await vendor("v-print")).toMatchObject({
			gstin: "29AAGCB7383J1Z4",
			email: "print@paper.example",
		});
	});

	it("that somebody else has changed meanwhile shows what it is now, and nothing is overwritten unseen", async () => {
		const { page } = await service.open("admin", "vendors/v-office");
		await page.getByRole("button", { name: "Change" }).click();
		await page.getByLabel("Email").fill("desk@office.example");
		await change("v-office", { email: "new@office.example" });
		await save(page);
		await page.getByText("Somebody has changed this vendor").waitFor();
		await page.getByText("It is now: new@office.example").waitFor();
		expect(await page.getByLabel("Email").inputValue()).toBe(
			"desk@office.example",
		);
		await save(page);
		await page.getByText("desk@office.example").waitFor();
		expect((await vendor("v-office")).email).toBe("desk@office.example");
	});

	it("whose answer was lost is not taken for a change of somebody else", async () => {
		const { page } = await service.open("admin", "vendors/v-power");
		await page.getByRole("button", { name: "Change" }).click();
		await page.getByLabel("Email").fill("grid@power.example");
		await page.route(
			/\/vendor\/v-power$/,
			async (route) => {
				await route.fetch();
				await route.abort("connectionreset");
			},
			{ times: 1 },
		);
		await save(page);
		await page.getByText("The service does not answer").waitFor();
		await save(page);
		await page.getByRole("button", { name: "Change" }).waitFor();
		await page.getByText("grid@power.example").waitFor();
		expect((await vendor("v-power")).version).toBe(2);
	});
});
