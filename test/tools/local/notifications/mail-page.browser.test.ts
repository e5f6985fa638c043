import type { Browser, BrowserContextOptions } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { toApprovalMail } from "../../../../shared/mails/content/approval-mail.ts";
import {
	documents,
	firstOf,
} from "../../../../tools/local/http-front/documents.ts";
import {
	type HttpFront,
	startHttpFront,
} from "../../../../tools/local/http-front/http-front.ts";
import { mailPage } from "../../../../tools/local/notifications/mail-page.ts";
import { expectAccessible } from "../../../console/mail-link/use-page.ts";
import { mailedRequest } from "../../../support/mailed-request.ts";
import {
	createMemoryOutbox,
	type MemoryOutbox,
} from "../../../support/memory-outbox.ts";
import { pressEnterOn } from "../../reference/keyboard.ts";
import { measure } from "../../reference/measured-page.ts";
import { desktop, phone, startBrowser } from "../../reference/opened-page.ts";

let browser: Browser;
let outbox: MemoryOutbox;
let front: HttpFront;
beforeAll(async () => {
	browser = await startBrowser();
});
beforeEach(async () => {
	outbox = createMemoryOutbox();
	const shown = {
		readMails: async () => outbox.mails.toReversed(),
		readEvents: async () => outbox.events.toReversed(),
	};
	front = await startHttpFront({
		port: 0,
		routes: [],
		host: { invoke: () => Promise.reject(new Error("No routes")) },
		findDocument: firstOf([documents(), mailPage(shown)]),
	});
});
afterEach(async () => {
	for (const context of browser.contexts()) await context.close();
	await front.stop();
});
afterAll(() => browser.close());

const link = {
	url: "http://127.0.0.1:3000/approval#token",
	expiresAt: "2026-12-05T21:36:52.586Z",
	approverName: "Divya",
};

const addMail = (second: number, narration = "Half of the steel") =>
	outbox.addMail({
		messageId: `m-${second}`,
		sentAt: `2026-11-22T00:00:${second}.000Z`,
		from: "approvals@acme.example",
		to: ["divya@demo.example"],
		headers: {},
		...toApprovalMail(mailedRequest({ narration }), link),
	});

const addEvent = (second: number, detailType: string, data: object) =>
	outbox.addEvents([
		{
			version: "0",
			id: `e-${second}`,
			"detail-type": detailType,
			source: "procurement-payments",
			account: "0",
			time: `2026-11-22T00:00:${second}Z`,
			region: "r",
			resources: [],
			detail: { metadata: {}, data },
		},
	]);

const paid = {
	invoiceNumber: "CW/2026/17",
	currency: "INR",
	amountPaid: "200.5",
	paidBy: { userId: "u-admin", keyId: "key_1" },
};

async function openMail(look: BrowserContextOptions = { viewport: desktop }) {
	const context = await browser.newContext(look);
	const page = await context.newPage();
	page.setDefaultTimeout(60_000);
	const problems: string[] = [];
	page.on("pageerror", (error) => problems.push(`${error}`));
	page.on("console", (message) => {
		if (message.type() === "error") problems.push(message.text());
	});
	await page.goto(`http://127.0.0.1:${front.port}/mail`);
	await page.getByLabel("Show").waitFor();
	return { page, problems };
}

it.each([
	["390 pixels, light", { viewport: phone, colorScheme: "light" }],
	["390 pixels, dark", { viewport: phone, colorScheme: "dark" }],
	["1,440 pixels, light", { viewport: desktop, colorScheme: "light" }],
	["1,440 pixels, dark", { viewport: desktop, colorScheme: "dark" }],
] as const)(
	"lists mails and events, filters by kind, and shows one whole: %s",
	async (_, look) => {
		await addMail(10, "<img src=x> http://evil.example");
		await addEvent(20, "Invoice Paid", paid);
		await addEvent(30, "Approval Requested", {
			paymentRequestId: "01M",
			approvers: [{ userId: "u-1" }],
		});
		const { page, problems } = await openMail(look);
		const rows = page.locator("#entries li:visible");
		expect(await rows.allInnerTexts()).toEqual([
			expect.stringMatching(/^Approval Requested[\s\S]*Event\s+01M\s+u-1$/),
			expect.stringMatching(
				/^Invoice Paid[\s\S]*CW\/2026\/17\s+₹\s200\.50\s+u-admin$/,
			),
			expect.stringMatching(
				/^Approval requested[^:]*: ₹\s1,61,999\.50 to Steel Traders[\s\S]*Mail\s+01M800MTVARA0YJWV9MQKHESTK\s+₹\s1,61,999\.50\s+divya@demo\.example$/,
			),
		]);
		const counts = { Mail: 1, Events: 2, "Invoice Paid": 1, "": 3 };
		for (const [kind, count] of Object.entries(counts)) {
			await page.getByLabel("Show").selectOption(kind);
			expect(await rows.count(), kind).toBe(count);
		}
		await rows.last().click();
		const detail = page.getByRole("article");
		expect(await detail.innerText()).toContain(
			"<img src=x> http:\u2060//evil.\u2060example",
		);
		expect(await detail.locator("pre a").allInnerTexts()).toEqual([link.url]);
		const shown = page.frameLocator("article:target iframe");
		const button = shown.getByRole("link", {
			name: "Look at the request and decide",
		});
		expect(await button.getAttribute("href")).toBe(link.url);
		const { overflow, smallestText } = await measure(page);
		expect(overflow).toBe(0);
		expect(smallestText.size).toBeGreaterThanOrEqual(15);
		await expectAccessible(page);
		expect(problems).toEqual([]);
	},
);

it("new ones appear without a reload; what is shown stays, and so does the focus", async () => {
	const { page } = await openMail();
	await page.getByText("None yet").waitFor();
	await addEvent(20, "Invoice Paid", paid);
	await page.getByRole("link", { name: "Invoice Paid" }).waitFor();
	await page.getByText("None yet").waitFor({ state: "hidden" });
	await pressEnterOn(page, page.getByRole("link", { name: "Invoice Paid" }));
	await page.getByRole("article").and(page.locator(":focus")).waitFor();
	await page.getByLabel("Show").selectOption("Mail");
	await page.getByLabel("Show").focus();
	await addEvent(30, "Invoice Paid", paid);
	await addMail(40);
	const rows = page.locator("#entries li:visible");
	await expect.poll(() => rows.count()).toBe(1);
	expect(await page.getByRole("status").innerText()).toMatch(/^2 new/);
	expect(await page.locator("#entries li").count()).toBe(3);
	expect(await page.getByRole("article").innerText()).toContain("e-20");
	expect(await page.getByLabel("Show").inputValue()).toBe("Mail");
	expect(await page.locator("#kind:focus").count()).toBe(1);
});

it("the chosen kind stays chosen when its last row is removed", async () => {
	await addEvent(20, "Invoice Paid", paid);
	const { page } = await openMail();
	await page.getByLabel("Show").selectOption("Invoice Paid");
	outbox.events.length = 0;
	await addEvent(30, "Invoice Created", paid);
	const created = page.getByText("Invoice Created", { exact: true });
	await created.first().waitFor({ state: "attached" });
	expect(await page.getByLabel("Show").inputValue()).toBe("Invoice Paid");
	expect(await page.locator("#entries li:visible").count()).toBe(0);
});
