import type { BrowserContextOptions, Page, Route } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { createDemoRecords } from "../../tools/local/demo-records.ts";
import { measure } from "../tools/reference/measured-page.ts";
import { desktop, phone } from "../tools/reference/opened-page.ts";
import { expectAccessible } from "./mail-link/use-page.ts";
import { useConsole, type Who } from "./use-console.ts";

const service = useConsole();

const looks = [
	["390 pixels, light", { viewport: phone, colorScheme: "light" }],
	["390 pixels, dark", { viewport: phone, colorScheme: "dark" }],
	["1,440 pixels, light", { viewport: desktop, colorScheme: "light" }],
	["1,440 pixels, dark", { viewport: desktop, colorScheme: "dark" }],
] as const satisfies readonly (readonly [string, BrowserContextOptions])[];

const rightToLeft = "طلب شراء من مصنع الحديد ";
const longWord = "x".repeat(80);

/** An order and an advance with the longest texts, from right to left. */
async function createLongRecords() {
	await service.send("POST", "/v1.0/vendor", {
		vendorId: "v-long",
		name: rightToLeft.repeat(10),
		email: `${longWord}@vendor.example`,
	});
	await service.send("POST", "/v1.0/procurement/purchase-order", {
		poNumber: `PO-${longWord}`,
		externalId: "long",
		poType: "GOODS",
		matchingType: "TWO_WAY",
		poDate: "2026-11-21",
		gstin: "27AAPFU0939F1ZV",
		vendorId: "v-long",
		description: rightToLeft.repeat(10),
		paymentTerms: `${longWord} ${rightToLeft}`.repeat(20),
		termsAndConditions: "Delivered as agreed.\n".repeat(60),
		tags: { project: { value: rightToLeft.repeat(20) } },
		lineItems: Array.from({ length: 250 }, (_, index) => ({
			identifier: index === 0 ? longWord : `Line ${index + 1}`,
			quantity: 1234.5678,
			rate: 99999.99,
			taxId: 1,
			tags: { project: { value: longWord } },
		})),
	});
	await service.send("POST", "/v1.0/payment/request/vendor-advance", {
		amount: 999.99,
		vendorId: "v-long",
		narration: `${rightToLeft.repeat(20)}${longWord}`,
		tags: { project: { value: longWord } },
	});
}

beforeAll(async () => {
	await createDemoRecords(service.url);
	await createLongRecords();
});

/** Axe finds nothing, and nothing is wider than the window. */
async function expectSound(page: Page, state: string) {
	await expectAccessible(page);
	expect((await measure(page)).overflow, state).toBe(0);
}

const idOf = async (list: string, name: "poId" | "paymentRequestId") =>
	(await service.read<{ items: Record<string, string>[] }>(list)).items[0]?.[
		name
	];

const requests = "/v1.0/payment/request";
const purchaseOrders = "/v1.0/procurement/purchase-order";

describe.each(looks)("%s", (_, look) => {
	it("every page of advances, orders and vendors is accessible, and fits", async () => {
		const returned = await idOf(
			`${requests}?state=PENDING_RESUBMISSION&vendorId=v-freight`,
			"paymentRequestId",
		);
		const [long, draft, linked, longAdvance] = await Promise.all([
			idOf(`${purchaseOrders}?externalId=long`, "poId"),
			idOf(`${purchaseOrders}?externalId=demo-0101`, "poId"),
			idOf(`${purchaseOrders}?externalId=demo-0104`, "poId"),
			idOf(`${requests}?vendorId=v-long`, "paymentRequestId"),
		]);
		const { page, problems } = await service.open("admin", "vendors", look);
		const main = page.getByRole("main");
		const states: readonly (readonly [path: string, shows: string])[] = [
			["vendors", "Steel Traders"],
			["vendors?search=none", "No vendor has"],
			["vendors/v-long", "No invoice is open"],
			["vendors/v-long?show=orders", longWord],
			["vendors/v-steel?show=advances", "Half of the steel"],
			["vendors/v-none", "There is no such vendor"],
			["orders", "PO-0104"],
			["orders?poNumber=none", "There are no such purchase orders"],
			[`orders/${long}`, "250 lines"],
			[`orders/${draft}`, "What this draft still lacks"],
			[`orders/${linked}`, "Advance on this order"],
			["advances", "Half of the steel"],
			["advances?state=REJECTED&vendorId=v-power", "no such advances"],
			[`advances/${returned}`, "Change it, then submit it again"],
			[`advances/${returned}?resubmit=1`, "Net payable"],
			[`advances/${longAdvance}`, "Cancel the advance"],
			["advances/adv-active", "It came with an organization file"],
			["advances?raise=1", "To whom?"],
			["advances?raise=1&vendorId=v-long", "Net payable"],
		];
		for (const [path, shows] of states) {
			await page.goto(`${service.url}/console/org/demo/${path}`);
			await main.getByText(shows).first().waitFor();
			await expectSound(page, path);
		}
		await page.goto(`${service.url}/console/org/demo/vendors/v-long`);
		await page.getByRole("button", { name: "Change" }).click();
		await expectSound(page, "a vendor is changed");
		await page.goto(`${service.url}/console/org/demo/advances/${returned}`);
		await page.getByRole("button", { name: "Cancel the advance" }).click();
		await expectSound(page, "an advance is cancelled");
		await page.goto(`${service.url}/console/org/demo/orders/${draft}`);
		await page.getByRole("button", { name: "Activate" }).click();
		await expectSound(page, "a draft is activated");
		expect(problems).toEqual([]);
	});
});

it("an order of many lines shows a hundred at a time", async () => {
	const id = await idOf(`${purchaseOrders}?externalId=long`, "poId");
	const { page } = await service.open("admin", `orders/${id}`);
	await page.getByText("1–100 of 250").waitFor();
	await page.getByRole("button", { name: "Next" }).click();
	await page.getByText("Line 150", { exact: true }).waitFor();
	await page.getByText("101–200 of 250").waitFor();
});

describe.each<[section: string, who: Who]>([
	["advances", "member"],
	["orders", "payer"],
])("%s", (section, who) => {
	it("say what they need to somebody who may not see them", async () => {
		const { page } = await service.open(who, section);
		await page.getByText("You may not use").waitFor();
		expect(await page.getByRole("link", { name: "Raise" }).count()).toBe(0);
	});
});

const answer = (status: number) => (route: Route) =>
	route.fulfill({
		status,
		headers: status === 429 ? { "retry-after": "0" } : {},
		json: { message: "Gateway" },
	});

describe.each([
	["does not answer", (route: Route) => route.abort("connectionreset")],
	["is too busy", answer(429)],
	["is down", answer(503)],
])("while the service %s", (_, respond) => {
	it("a list says so, and comes back by itself; what was typed into a form stays", async () => {
		const { page } = await service.open("admin", "vendors/v-cloud");
		await page.getByRole("button", { name: "Change" }).click();
		await page.getByLabel("Email").fill("typed@cloud.example");
		await page.route(/\/v1\.0\/vendor/, respond);
		await page.getByRole("button", { name: "Save" }).click();
		await page
			.getByRole("alert")
			.filter({ hasText: "again" })
			.or(page.getByText("Check your connection"))
			.first()
			.waitFor();
		expect(await page.getByLabel("Email").inputValue()).toBe(
			"typed@cloud.example",
		);
		await page.getByRole("link", { name: "Vendors" }).first().click();
		await page.locator("main .failure").waitFor();
		await page.unroute(/\/v1\.0\/vendor/);
		await page.getByRole("link", { name: "Steel Traders" }).waitFor();
	});
});
