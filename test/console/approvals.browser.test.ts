import type { Page } from "playwright-core";
import { beforeEach, describe, expect, it } from "vitest";
import { measure } from "../tools/reference/measured-page.ts";
import { phone } from "../tools/reference/opened-page.ts";
import { expectAccessible } from "./mail-link/use-page.ts";
import { raiseAdvance } from "./raise-advance.ts";
import { useConsole } from "./use-console.ts";

const service = useConsole();

const raised: string[] = [];

async function raise(narration: string, amount: number, more: object = {}) {
	const id = await raiseAdvance(service.url, {
		amount,
		narration,
		gstId: 1,
		gstAmount: amount * 0.18,
		...more,
	});
	raised.push(id);
	return id;
}

interface Request {
	state: string;
	approvals: {
		userId: string;
		state: string;
		channel: string | null;
		note: string | null;
	}[];
}

const readRequest = (id: string) =>
	service.read<Request>(`/v1.0/payment/request/${id}`);

/** An order holds one advance at a time; a rejected one holds it no more. */
beforeEach(async () => {
	for (const id of raised.splice(0))
		if ((await readRequest(id)).state !== "REJECTED")
			await service.change(`/v1.0/payment/request/${id}/cancellation`, {
				reason: "Test",
			});
});

const openRequest = (page: Page) =>
	page
		.getByRole("link", { name: /to Steel Traders/ })
		.first()
		.click();

describe("an approver", () => {
	it("sees people by name, the order and the advance's share of it, and the tags, and approves", async () => {
		const id = await raise("Half of the steel for the new hall", 200_000);
		const { page, problems } = await service.open("approver", "approvals");
		await openRequest(page);
		const main = page.getByRole("main");
		await main
			.getByText("₹\u00a02,36,000.00", { exact: true })
			.first()
			.waitFor();
		const text = await main.innerText();
		expect(text).toContain("Bela (bookkeeper)");
		expect(text).toContain(
			"PO-0003 of ₹\u00a010,00,000.00; the advance is 24 % of it",
		);
		expect(text).toMatch(/Cost centre\s+R&D/);
		expect(text).not.toMatch(/u-\w+/);
		await expectAccessible(page);
		await page.getByRole("button", { name: "Approve", exact: true }).click();
		await expectAccessible(page);
		await page.getByRole("button", { name: "Yes, approve" }).click();
		await page.getByRole("heading", { name: "You have decided" }).waitFor();
		await page.getByText(/Now it waits for Asha/).waitFor();
		const { approvals } = await readRequest(id);
		expect(approvals[0]).toMatchObject({
			userId: "u-approver",
			state: "APPROVED",
			channel: "CONSOLE",
		});
		expect(problems).toEqual([]);
	});

	it("has to say why a request is rejected; nothing moves when that is missing", async () => {
		const id = await raise("A second hall", 210_000);
		const { page } = await service.open("approver", "approvals", {
			viewport: phone,
		});
		await openRequest(page);
		const reject = page.getByRole("button", { name: "Reject" });
		await reject.click();
		const yes = page.getByRole("button", { name: "Yes, reject" });
		const before = await yes.boundingBox();
		await yes.click();
		await page.getByText("Say what has to change").waitFor();
		expect(await yes.boundingBox()).toEqual(before);
		await page.getByLabel("Note").fill("Not in the budget");
		await yes.click();
		await page.getByRole("heading", { name: "Rejected" }).waitFor();
		expect(await readRequest(id)).toMatchObject({ state: "REJECTED" });
	});

	it("on a phone, finds the buttons at the edge of the screen", async () => {
		await raise("A third hall", 220_000);
		const { page } = await service.open("approver", "approvals", {
			viewport: phone,
		});
		await openRequest(page);
		const box = await page
			.getByRole("button", { name: "Approve", exact: true })
			.boundingBox();
		expect(box?.y).toBeGreaterThan(phone.height - 120);
		expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(
			phone.height,
		);
		expect((await measure(page)).overflow).toBe(0);
		await expectAccessible(page);
		await page.evaluate("scrollTo(0, document.body.scrollHeight)");
		const bar = await page.locator(".decision").boundingBox();
		expect((bar?.y ?? 0) + (bar?.height ?? 0)).toBe(phone.height);
	});

	it("who may also cancel the advance finds that in the page, where it covers nothing", async () => {
		await raise("A fourth hall", 230_000);
		const { page } = await service.open("admin", "approvals", {
			viewport: phone,
		});
		await openRequest(page);
		const cancel = page.getByRole("button", { name: "Cancel the advance" });
		await cancel.waitFor();
		const request = await page.locator(".request").boundingBox();
		expect((await cancel.boundingBox())?.y).toBeGreaterThan(
			(request?.y ?? 0) + (request?.height ?? 0),
		);
	});

	it("reads on in a long history", async () => {
		const id = await raise("A fifth hall", 240_000);
		const { page } = await service.open("approver");
		await page.route("**/history?*", async (route) => {
			const isFirst = !route.request().url().includes("cursor=");
			const response = await route.fetch({
				url: route
					.request()
					.url()
					.replace(/cursor=\w+/, ""),
			});
			const { data } = await response.json();
			const items = isFirst ? data.items.slice(0, 1) : data.items.slice(1);
			await route.fulfill({
				json: {
					ok: true,
					data: { items, nextCursor: isFirst ? "older" : null },
				},
			});
		});
		await page.goto(`${service.url}/console/org/demo/approvals/${id}`);
		const history = page.getByRole("region", { name: "History" });
		await history.getByText("Approval opened").waitFor();
		expect(await history.getByText("Raised").count()).toBe(0);
		await history.getByRole("button", { name: "Show more" }).click();
		await history.getByText("Raised").waitFor();
		expect(await history.getByRole("button").count()).toBe(0);
	});

	it("decides several at once with one note", async () => {
		const small = { vendorId: "v-cloud", purchaseOrderLinkId: undefined };
		const ids = [
			await raise("Paper", 1_000, small),
			await raise("Envelopes", 2_000, small),
		];
		const { page } = await service.open("admin", "approvals");
		await page.getByText("Paper", { exact: true }).waitFor();
		for (const box of await page.getByRole("checkbox").all()) await box.check();
		await page
			.getByText("2 requests chosen, ₹\u00a03,540.00")
			.first()
			.waitFor();
		await expectAccessible(page);
		await page.getByRole("button", { name: "Return" }).click();
		await page.getByLabel("Note").fill("For which project?");
		await page.getByRole("button", { name: "Yes, return for changes" }).click();
		await page.getByText("2 requests returned for changes.").waitFor();
		await page.getByText("Nothing waits for you").waitFor();
		for (const id of ids) {
			const { state, approvals } = await readRequest(id);
			expect(state).toBe("PENDING_RESUBMISSION");
			expect(approvals[0]?.note).toBe("For which project?");
		}
	});

	it("whose request was decided meanwhile sees what it is now", async () => {
		const id = await raise("A fifth hall", 240_000);
		const { page } = await service.open("approver", "approvals");
		await openRequest(page);
		await page.getByRole("button", { name: "Approve", exact: true }).waitFor();
		await service.change(`/v1.0/payment/request/${id}/decision`, {
			decision: "REJECT",
			stage: 0,
			round: 1,
			note: "No",
		});
		await page.getByRole("button", { name: "Approve", exact: true }).click();
		await page.getByRole("button", { name: "Yes, approve" }).click();
		await page.getByRole("heading", { name: "Rejected" }).waitFor();
	});
});
