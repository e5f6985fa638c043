import type { Page, Route } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { createDemoRecords } from "../../tools/local/demo-records.ts";
import { phone } from "../tools/reference/opened-page.ts";
import { useConsole } from "./use-console.ts";

const service = useConsole();

interface Advance {
	paymentRequestId: string;
	state: string;
	narration: string | null;
	round: number | null;
	purchaseOrderLinkId: string | null;
	tax: { netPayable: number } | null;
}

const advances = async (query: string) =>
	(
		await service.read<{ items: Advance[] }>(
			`/v1.0/payment/request?limit=100&${query}`,
		)
	).items;

const named = async (narration: string) =>
	(await advances("")).filter((one) => one.narration === narration);

const raise = (page: Page) =>
	page.getByRole("button", { name: "Raise the advance" }).click();

async function fillIn(page: Page, amount: string, narration: string) {
	await page.getByLabel("Amount before taxes").fill(amount);
	await page.getByLabel("Narration").fill(narration);
}

beforeAll(() => createDemoRecords(service.url));

describe("the list of advances", () => {
	it("has a tab for each state, and filters by vendor in the address", async () => {
		const { page, problems } = await service.open("bookkeeper", "advances");
		await page.getByText("Half of the steel for the new hall").waitFor();
		await page.setViewportSize(phone);
		const tabs = page.getByRole("navigation", { name: "Which advances" });
		for (const tab of await tabs.getByRole("link").all()) {
			const { x = 0, width = 0 } = (await tab.boundingBox()) ?? {};
			expect(x + width).toBeLessThanOrEqual(phone.width - 16);
		}
		await page.getByRole("link", { name: "Cancelled" }).click();
		await page.getByText("Letterheads").waitFor();
		await page.getByText("1 in all").waitFor();
		await page.goto(
			`${service.url}/console/org/demo/advances?vendorId=v-power`,
		);
		await page.getByText("Connection of the new hall").waitFor();
		await page.getByText("1 in all").waitFor();
		expect(problems).toEqual([]);
	});
});

describe("raising an advance", () => {
	it("on an order: computes the taxes as the service does, and leads to the advance", async () => {
		const { page } = await service.open("bookkeeper", "orders/po-approved");
		await page.getByRole("link", { name: "Raise an advance" }).click();
		await fillIn(page, "₹ 20,000.55", "Steel for the gate");
		await page.getByLabel("GST, added").selectOption({ label: "GST 18%" });
		await page.getByLabel("TDS, deducted").selectOption({ label: "TDS 10%" });
		await page.getByText("₹\u00a021,600.59").waitFor();
		await raise(page);
		await page.getByRole("heading", { name: "₹\u00a021,600.59" }).waitFor();
		const [advance] = await named("Steel for the gate");
		expect(advance).toMatchObject({
			purchaseOrderLinkId: "po-approved",
			tax: { netPayable: 21600.59 },
		});
		expect(page.url()).toContain(advance?.paymentRequestId);
	});

	it("asks for what the organization requires of the amount, and says the service's words", async () => {
		const { page } = await service.open(
			"bookkeeper",
			"advances?raise=1&vendorId=v-steel",
		);
		await page.getByLabel("Amount before taxes").fill("1,20,000");
		await page.getByLabel("Cost centre").waitFor();
		await raise(page);
		await page.getByText("Missing required fields: description, po").waitFor();
		await page.getByLabel("Amount before taxes").fill("about a lakh");
		await raise(page);
		await page.getByText("The amount is not an amount such as").waitFor();
		await page
			.getByLabel("Amount before taxes")
			.and(page.locator(":focus"))
			.waitFor();
	});

	it("begins with a vendor by name", async () => {
		const { page } = await service.open("bookkeeper", "advances");
		await page.getByRole("link", { name: "Raise an advance" }).click();
		await page.getByRole("button", { name: "Go on" }).click();
		await page.getByText("Choose a vendor.").waitFor();
		await page.getByLabel("Vendor").fill("konkan");
		await page.getByRole("button", { name: "Go on" }).click();
		await page.getByText("No vendor has this name or id.").waitFor();
		await page.getByLabel("Vendor").fill("konkan power supply");
		await page.getByRole("button", { name: "Go on" }).click();
		await page
			.getByRole("heading", { name: "To Konkan Power Supply" })
			.waitFor();
	});

	it("twice in one moment raises one", async () => {
		const { page } = await service.open(
			"bookkeeper",
			"advances?raise=1&vendorId=v-power",
		);
		await fillIn(page, "100", "Double click");
		const clicked = Promise.withResolvers<void>();
		let sent = 0;
		await page.route(/request\/vendor-advance$/, async (route) => {
			sent += 1;
			await clicked.promise;
			await route.continue();
		});
		await raise(page);
		await page.getByRole("button", { name: "Sending…" }).dispatchEvent("click");
		clicked.resolve();
		await page.getByRole("heading", { name: "₹\u00a0100.00" }).waitFor();
		expect(sent).toBe(1);
		expect(await named("Double click")).toHaveLength(1);
	});

	it("whose answer is lost raises one, and leads to it", async () => {
		const { page } = await service.open(
			"bookkeeper",
			"advances?raise=1&vendorId=v-power",
		);
		await fillIn(page, "101", "Lost answer");
		await page.route(/\/vendor-advance$/, loseAnswer, { times: 1 });
		await raise(page);
		await page.getByRole("heading", { name: "₹\u00a0101.00" }).waitFor();
		expect(await named("Lost answer")).toHaveLength(1);
	});

	it("whose page is loaded anew in the middle is found out, and raised once", async () => {
		const { page } = await service.open(
			"bookkeeper",
			"advances?raise=1&vendorId=v-power",
		);
		await fillIn(page, "102", "Closed page");
		await page.route(/vendor-advance$/, async (route) => {
			if (route.request().method() === "POST") await route.fetch();
			await route.abort("connectionreset");
		});
		await raise(page);
		await expect.poll(() => named("Closed page")).toHaveLength(1);
		await page.unroute(/vendor-advance$/);
		await page.reload();
		await page.getByText("The answer to your advance was lost").waitFor();
		await page.getByRole("button", { name: "Find out" }).click();
		await page.getByRole("heading", { name: "₹\u00a0102.00" }).waitFor();
		expect(await named("Closed page")).toHaveLength(1);
	});
});

async function loseAnswer(route: Route) {
	await route.fetch();
	await route.abort("connectionreset");
}

describe("an advance", () => {
	it("that was returned is changed and submitted again; the history says what was changed", async () => {
		const [returned] = await advances("state=PENDING_RESUBMISSION");
		const { page } = await service.open(
			"bookkeeper",
			`advances/${returned?.paymentRequestId}`,
		);
		await page.getByText("Why do we pay for five?").first().waitFor();
		await page.getByRole("link", { name: "Submit again" }).click();
		await page.getByLabel("Amount before taxes").fill("1,10,000");
		await page.route(/\/resubmission$/, loseAnswer, { times: 1 });
		await page.getByRole("button", { name: "Submit again" }).click();
		await page.getByText("Changed and submitted again").waitFor();
		await page
			.getByText("Amount: ₹\u00a01,20,000.00 → ₹\u00a01,10,000.00")
			.waitFor();
		const [again] = await named("Trucks for the move");
		expect(again).toMatchObject({ state: "PENDING", round: 2 });
	});

	it("is cancelled with a reason, and frees its order", async () => {
		const [advance] = await named("Half of the steel for the new hall");
		const { page } = await service.open(
			"bookkeeper",
			`advances/${advance?.paymentRequestId}`,
		);
		await page.getByRole("button", { name: "Cancel the advance" }).click();
		await page.getByRole("button", { name: "Yes, cancel it" }).click();
		await page.getByText("Say why: the reason is recorded.").waitFor();
		await page.getByLabel("Reason").fill("The hall is not built");
		await page.getByRole("button", { name: "Yes, cancel it" }).click();
		await page.getByText("The hall is not built").first().waitFor();
		await page.getByRole("link", { name: "PO-0104" }).click();
		await page.getByRole("link", { name: "Raise an advance" }).waitFor();
	});

	it("that is approved is cancelled by an administrator only, and nobody else sees a button", async () => {
		const [approved] = await named("Connection of the new hall");
		const path = `advances/${approved?.paymentRequestId}`;
		const { page } = await service.open("bookkeeper", path);
		await page.getByText("Connection of the new hall").waitFor();
		const button = (one: Page) =>
			one.getByRole("button", { name: "Cancel the advance" });
		expect(await button(page).count()).toBe(0);
		const admin = await service.open("admin", path);
		await button(admin.page).waitFor();
	});
});
