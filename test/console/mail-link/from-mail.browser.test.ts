import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { demoOrganizationFile } from "../../../tools/local/demo-organization.ts";
import {
	type LocalStack,
	startLocalStack,
} from "../../../tools/local/local-stack.ts";
import { pressEnterOn } from "../../tools/reference/keyboard.ts";
import { phone } from "../../tools/reference/opened-page.ts";
import { expectAccessible, useApprovalPage } from "./use-page.ts";

const approval = useApprovalPage();
let folder: string;
let stack: LocalStack;
/** Lines and metrics of all functions. */
const logged: string[] = [];
beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), "from-mail-"));
	stack = await startLocalStack({
		port: 0,
		organizationFiles: [demoOrganizationFile],
		storage: { dataDirectory: folder },
		log: (line) => logged.push(line),
	});
});
afterAll(async () => {
	await stack.stop();
	await rm(folder, { recursive: true });
});

interface Answer {
	ok: boolean;
	error?: object;
	data: { paymentRequestId: string; version: number };
}

let keys = 0;
async function call(path: string, body?: object, key = "demo-admin-key") {
	keys += 1;
	const response = await fetch(`${stack.url}/v1.0/payment/request${path}`, {
		method: body ? "POST" : "GET",
		headers: {
			authorization: `Api-Key ${key}`,
			"content-type": "application/json",
			"x-idempotency-key": `from-mail-${keys}`,
		},
		...(body && { body: JSON.stringify(body) }),
	});
	const { ok, error, data }: Answer = JSON.parse(await response.text());
	expect({ ok, error }).toEqual({ ok: true });
	return data;
}

const advance = (narration: string) => ({
	amount: 600_000,
	vendorId: "v-steel",
	narration,
	purchaseOrderLinkId: "po-large",
});

/** Nobody approves what they have raised: Asha is an approver. */
const requester = "demo-bookkeeper-key";

async function raise(narration: string): Promise<string> {
	const { paymentRequestId } = await call(
		"/vendor-advance",
		advance(narration),
		requester,
	);
	return paymentRequestId;
}

/** Opens the link of the newest mail to someone about a request, as a reader of `/mail` does. */
async function openFromMail(mail: Page, to: string, id: string) {
	const row = mail
		.getByRole("link", { name: /^Approval requested/ })
		.filter({ hasText: to })
		.filter({ hasText: id })
		.first();
	await row.click();
	const link = mail.getByRole("article").locator("pre a");
	const opened = mail.context().waitForEvent("page");
	await link.click();
	const page = await opened;
	page.setDefaultTimeout(60_000);
	return page;
}

async function openMailPage(options = {}) {
	const { page } = await approval.open(options, `${stack.url}/mail`);
	return page;
}

const headingOf = (page: Page, name: string) =>
	page.getByRole("heading", { name }).waitFor();

async function approve(page: Page) {
	await page.getByRole("button", { name: "Approve", exact: true }).click();
	await page.getByRole("button", { name: "Yes, approve" }).click();
	await headingOf(page, "You have decided");
}

it("A9: from the mail in /mail to the decision and back, through both stages, to the mail of the requester", async () => {
	const id = await raise("Half of the steel");
	const mail = await openMailPage();
	const divya = await openFromMail(mail, "divya@demo.example", id);
	await headingOf(divya, "Your decision");
	expect(divya.url()).toMatch(/\/approval#\S+$/);
	expect(await call(`/${id}`)).toMatchObject({ version: 1, state: "PENDING" });
	await approve(divya);
	await divya.getByText("Now it waits for Asha (admin).").waitFor();

	await approve(await openFromMail(mail, "asha@demo.example", id));
	// The mail of the second stage is the newer one.
	const rows = mail.getByRole("link", { name: /^Approval requested/ });
	const hers = rows.filter({ hasText: "asha" }).filter({ hasText: id });
	await expect.poll(() => hers.count()).toBe(2);
	const asha = await openFromMail(mail, "asha@demo.example", id);
	await asha.getByRole("button", { name: "Approve", exact: true }).click();
	await asha.getByRole("button", { name: "Yes, approve" }).click();
	await headingOf(asha, "This request is approved");
	expect(await call(`/${id}`)).toMatchObject({ state: "APPROVED" });
	await mail
		.getByRole("link", { name: /^Approved: ₹\s6,00,000\.00/ })
		.waitFor();

	await divya.reload();
	await headingOf(divya, "This request is approved");
	await expectAccessible(divya);
	await call(`/${id}/cancellation`, { reason: "Ordered twice" });
	await divya.reload();
	await headingOf(divya, "This request was cancelled");
	await divya.getByText("Ordered twice").first().waitFor();
});

it("A9: on a phone, with the keyboard alone: returned for changes, submitted again, and asked anew", async () => {
	const id = await raise("Keyboard");
	const mail = await openMailPage({ viewport: phone, colorScheme: "dark" });
	const page = await openFromMail(mail, "divya@demo.example", id);
	await headingOf(page, "Your decision");
	await pressEnterOn(
		page,
		page.getByRole("button", { name: "Return", exact: true }),
	);
	await page
		.getByRole("textbox", { name: "Note" })
		.and(page.locator(":focus"))
		.waitFor();
	await page.keyboard.type("Half of it, please");
	await pressEnterOn(
		page,
		page.getByRole("button", { name: "Yes, return for changes" }),
	);
	await headingOf(page, "This request was returned for changes");
	await mail.getByRole("link", { name: /^Returned for changes: / }).waitFor();

	const { version } = await call(`/${id}`);
	const resubmitted = await fetch(
		`${stack.url}/v1.0/payment/request/${id}/resubmission`,
		{
			method: "POST",
			headers: {
				authorization: `Api-Key ${requester}`,
				"content-type": "application/json",
				"if-match": `"${version}"`,
			},
			body: JSON.stringify(advance("Changed")),
		},
	);
	expect(resubmitted.status).toBe(200);
	await page.reload();
	await headingOf(page, "This request was submitted again");
	await expectAccessible(page);
	const rows = mail.getByRole("link", { name: /^Approval requested/ });
	const hers = rows.filter({ hasText: "divya" }).filter({ hasText: id });
	await expect.poll(() => hers.count()).toBe(2);
	const anew = await openFromMail(mail, "divya@demo.example", id);
	await headingOf(anew, "Your decision");
	const shown = anew.getByRole("region", { name: "to Steel Traders" });
	await shown.getByText("Changed", { exact: true }).waitFor();
	await call(`/${id}/cancellation`, { reason: "Done" });
});

it("A9: a decision made meanwhile by another is shown in place of an own one; a changed link is not valid", async () => {
	const id = await raise("Meanwhile");
	const mail = await openMailPage();
	const page = await openFromMail(mail, "divya@demo.example", id);
	await headingOf(page, "Your decision");
	const decision = { decision: "REJECT", stage: 0, round: 1, note: "Too much" };
	await call(`/${id}/decision`, decision);
	await page.getByRole("button", { name: "Approve", exact: true }).click();
	await page.getByRole("button", { name: "Yes, approve" }).click();
	await headingOf(page, "This request was rejected");
	expect(await page.locator(".notice").innerText()).toMatch(
		/^Your decision was not recorded\. The payment request is REJECTED/,
	);
	await page.goto(`${page.url().slice(0, -1)}~`);
	await headingOf(page, "This link is not valid");
});

it("security: no token, and no 16 characters of one, is in a log line, a metric, a URL's path or query, or a header", async () => {
	const id = await raise("Secret");
	const mail = await openMailPage();
	const sent: string[] = [];
	mail.context().on("request", (request) => {
		const { pathname, search } = new URL(request.url());
		sent.push(`${pathname}${search} ${JSON.stringify(request.headers())}`);
	});
	const page = await openFromMail(mail, "divya@demo.example", id);
	await approve(page);
	await page.getByText("Now it waits for Asha (admin).").waitFor();
	await page.reload();
	await headingOf(page, "You have decided");
	const token = new URL(page.url()).hash.slice(1);
	expect(token.length).toBeGreaterThan(100);
	const forged = `${token.slice(0, -2)}~~`;
	await page.goto(`${page.url().split("#")[0]}#${forged}`);
	await headingOf(page, "This link is not valid");
	await expect
		.poll(() => logged.join("\n"))
		.toMatch(/"operation":"decide-from-mail"[\s\S]*A link was refused/);
	expect(sent.join("\n")).toMatch(/\/approval\/decision /);
	const written = [...logged, ...sent].join("\n");
	for (let at = 0; at + 16 <= token.length; at++)
		expect(written).not.toContain(token.slice(at, at + 16));
	await call(`/${id}/cancellation`, { reason: "Done" });
});
