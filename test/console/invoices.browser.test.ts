import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { phone } from "../tools/reference/opened-page.ts";
import { release, useConsole } from "./use-console.ts";

const service = useConsole();

const draft = "CH-7901";

/** Says yes to the question in front of the page. */
const say = (page: Page, yes: string) =>
	page.getByRole("dialog").getByRole("button", { name: yes }).click();

describe("an invoice, from its approval to its audit", () => {
	it("is approved, paid by a run without any file, reversed, and found by an auditor in four clicks", async () => {
		const director = await service.open("director", "invoices/inv-e-0103");
		await director.page.getByRole("button", { name: "Approve" }).click();
		await say(director.page, "Yes, approve");
		await director.page.getByText("The invoice is approved.").waitFor();

		const payer = await service.open("payer", "invoices");
		await payer.page.getByLabel("Vendor").fill("Cloud Hosting Ltd");
		await payer.page.getByLabel("Vendor").press("Enter");
		await payer.page.getByLabel(`Choose ${draft}`).check();
		await payer.page.getByText("1 invoice chosen, ₹ 18,000.00 due").waitFor();
		await payer.page.getByRole("button", { name: "Create a run" }).click();
		await payer.page.getByLabel("Name of the run").fill("Hosting, November");
		await payer.page.getByLabel("UTR").fill("HDFCN52026112900077");
		await say(payer.page, "Go on to the check");
		await payer.page
			.getByRole("row", { name: draft })
			.getByText("HDFCN52026112900077")
			.waitFor();
		await payer.page
			.getByRole("button", { name: "Go on to the release" })
			.click();
		await payer.page
			.getByText("Record 1 payment to 1 vendor, ₹ 18,000.00 in all.")
			.waitFor();

		const admin = await service.open("admin");
		await admin.page.getByRole("link", { name: "Hosting, November" }).click();
		await release(admin.page);
		await admin.page.getByText("Download as Excel").waitFor();

		await director.page.reload();
		await director.page.getByLabel("Choose ₹ 18,000.00").check();
		await director.page.getByRole("button", { name: "Reverse" }).click();
		await director.page
			.getByLabel("Reason")
			.fill("The bank has returned the transfer.");
		await say(director.page, "Yes, reverse");
		await director.page
			.getByText("Reversed by Farid (director) (you)")
			.waitFor();

		const { page, problems } = await service.open("auditor");
		let clicks = 0;
		const click = (name: string) => {
			clicks += 1;
			return page.getByRole("link", { name, exact: true }).click();
		};
		await click("Invoices");
		await click("All");
		await page.getByLabel("Vendor").fill("Cloud Hosting Ltd");
		await page.getByLabel("Vendor").press("Enter");
		await click(draft);
		const details = page.getByRole("region", { name: "Who did what" });
		await details.getByText("Farid (director)").first().waitFor();
		const payment = page
			.getByRole("region", { name: "Payments" })
			.getByRole("row", { name: "HDFCN52026112900077" });
		await payment.getByText("prepared by Gita (pays invoices)").waitFor();
		await payment.getByText("Released by Asha (admin)").waitFor();
		await payment.getByText("Reversed by Farid (director)").waitFor();
		await payment.getByText("The bank has returned the transfer.").waitFor();
		await page.evaluate(
			"print = () => { document.body.dataset.printed = 'yes' }",
		);
		clicks += 1;
		await page.getByRole("button", { name: "Print" }).click();
		expect(await page.locator("body").getAttribute("data-printed")).toBe("yes");
		expect(clicks).toBeLessThanOrEqual(4);
		await page.emulateMedia({ media: "print" });
		expect(await payment.isVisible()).toBe(true);
		expect(await page.getByRole("button").count()).toBe(0);
		expect(problems).toEqual([]);
	});
});

it("filters are in the address, and a number is looked up for one vendor", async () => {
	const { page } = await service.open("member", "invoices?show=ALL");
	await page.getByLabel("Number").fill("000502");
	await page.getByLabel("Number").press("Enter");
	await page.getByText("Say which vendor's").waitFor();
	await page.getByLabel("Vendor").fill("steel traders");
	await page.getByLabel("Vendor").press("Enter");
	await page.getByText("1 in all").waitFor();
	expect(new URL(page.url()).search).toBe(
		"?show=ALL&invoiceNumber=000502&vendorId=v-steel",
	);
	await page.reload();
	await page.getByRole("link", { name: "000502" }).waitFor();
	await expect
		.poll(() => page.getByLabel("Vendor").inputValue(), { timeout: 60_000 })
		.toBe("Steel Traders");
	await page.getByLabel("Vendor").fill("Nobody");
	await page.getByLabel("Vendor").press("Enter");
	await page.getByText("No vendor has this name or id.").waitFor();
	await page.getByRole("button", { name: "Clear" }).click();
	await page.getByText("The first 100").waitFor();
	await page.getByRole("button", { name: "Show more" }).click();
	await page.getByText("The first 200").waitFor();
});

it("a filter counts a moment after the last letter, with one request, and its field keeps the focus", async () => {
	const { page } = await service.open("member", "invoices?show=ALL");
	const vendor = page.getByLabel("Vendor");
	await vendor.fill("Steel Traders");
	await page.waitForURL(/vendorId=v-steel/);
	const list = page.getByRole("region", { name: "Invoices" });
	await list.getByText("in all").waitFor();
	const asked: string[] = [];
	page.on("request", (request) => {
		const { pathname, searchParams } = new URL(request.url());
		if (pathname === "/v1.0/invoice")
			asked.push(searchParams.get("invoiceNumber") ?? "");
	});
	await page.clock.install();
	await page.clock.pauseAt(new Date(Date.now() + 60_000));
	const number = page.getByLabel("Number");
	for (const letters of ["000", "502 "]) {
		await number.pressSequentially(letters);
		await page.clock.runFor(400);
	}
	expect(await page.evaluate("location.search")).not.toContain("Number");
	await page.clock.runFor(600);
	await page.clock.resume();
	await list.getByText("1 in all").waitFor();
	expect(asked).toEqual(["000502"]);
	// A space at the end may be followed by another word.
	expect(await number.inputValue()).toBe("000502 ");
	await page.keyboard.type("9");
	await page.getByText("No invoice is like this").waitFor();
	await page.goBack();
	await list.getByText("in all").waitFor();
	expect(await number.inputValue()).toBe("");

	await vendor.fill("Steel Trade");
	await page.clock.runFor(1_000);
	expect(await page.getByText("No vendor has this name").count()).toBe(0);
	await vendor.press("Enter");
	await page.getByText("No vendor has this name").waitFor();
});

it("the name of a vendor counts also when it is typed before the names of the vendors are there", async () => {
	const { page } = await service.open("member");
	const isTyped = Promise.withResolvers<void>();
	await page.route("**/v1.0/vendor?*", async (route) => {
		await isTyped.promise;
		await route.continue();
	});
	await page.goto(`${service.url}/console/org/demo/invoices`);
	await page.getByLabel("Vendor").fill("Steel Traders");
	await page.getByLabel("Vendor").press("Enter");
	isTyped.resolve();
	await page.waitForURL(/vendorId=v-steel/);
	expect(await page.getByText("No vendor has this name").count()).toBe(0);
});

it("a filter that was typed before the person went back counts for no other page", async () => {
	const { page } = await service.open("payer", "advances");
	const hasLeft = Promise.withResolvers<void>();
	await page.route("**/v1.0/vendor?*", async (route) => {
		await hasLeft.promise;
		await route.continue();
	});
	await page.reload();
	await page.getByRole("link", { name: "Invoices" }).click();
	await page.getByLabel("Number").waitFor();
	await page.clock.install();
	await page.clock.pauseAt(new Date(Date.now() + 60_000));
	await page.getByLabel("Vendor").fill("Steel Traders");
	await page.clock.runFor(1_000);
	await page.getByLabel("Number").fill("000502");
	await page.goBack();
	await page.getByRole("heading", { name: "Advances" }).waitFor();
	await page.clock.runFor(1_000);
	hasLeft.resolve();
	await page.locator("datalist option").first().waitFor({ state: "attached" });
	expect(await page.evaluate("location.search")).toBe("");
});

it("an invoice that was changed meanwhile is not voided, and the page shows it as it is now", async () => {
	const { page } = await service.open("admin", "invoices/inv-1008");
	await page.getByRole("button", { name: "Void" }).click();
	const response = await fetch(`${service.url}/v1.0/invoice/inv-1008`, {
		method: "PATCH",
		headers: {
			authorization: "Api-Key demo-admin-key",
			"content-type": "application/json",
		},
		body: JSON.stringify({ state: "VOID" }),
	});
	expect(response.status).toBe(200);
	await say(page, "Yes, void");
	await page.getByText("Somebody has changed this invoice meanwhile").waitFor();
	await page.locator(".page-heading .state").getByText("Void").waitFor();
	expect(await page.getByRole("button", { name: "Void" }).count()).toBe(0);
});

it("what holds an invoice is said; what it forbids is not offered", async () => {
	const { page } = await service.open("admin", "invoices/inv-locked", {
		viewport: phone,
	});
	await page.getByText("Locked by “web”").waitFor();
	for (const name of ["Pay", "Void"])
		expect(await page.getByRole("button", { name }).count()).toBe(0);
});
