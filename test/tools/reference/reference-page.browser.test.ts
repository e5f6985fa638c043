import { describe, expect, it } from "vitest";
import { exhibits } from "../../../tools/exhibits/exhibits.ts";
import { pressEnterOn, tabTo } from "./keyboard.ts";
import {
	authorize,
	desktop,
	openReference,
	operationOf,
	phone,
	tryOut,
} from "./opened-page.ts";
import { useReference } from "./use-reference.ts";

const reference = useReference();
const openDocs = (viewport = desktop) =>
	openReference(reference.browser, `${reference.stackUrl}/docs`, viewport);

const paymentsOf = (invoice: string) =>
	reference.call(`/v1.0/invoice/${invoice}/payments`);

const onePayment = { data: { items: [{ amount: 1 }] } };

const body = (slug: string) =>
	JSON.stringify({ resourceType: "INVOICE", resources: [{ slug, amount: 1 }] });

describe("/docs in a browser", () => {
	it("opens with title, introduction, demo key and error codes, without problems, and asks no other origin", async () => {
		await using opened = await openDocs();
		const { page, problems, origins } = opened;
		expect(await page.title()).toBe("Procurement and payments: API reference");
		const introduction = page.locator(".info");
		expect(await introduction.innerText()).toContain("Api-Key <API_KEY>");
		expect(await introduction.innerText()).toContain("demo-admin-key");
		expect(await page.locator("#errors").innerText()).toContain(
			"MAP_BATCH_IN_PROGRESS",
		);
		const sections = await page
			.getByRole("navigation", { name: "Sections" })
			.locator('a[href^="#"]:not([href^="#/"])')
			.evaluateAll((links) => links.map((link) => link.hash));
		expect(sections).toContain("#operations-tag-Purchase_orders");
		for (const section of sections)
			expect(await page.locator(section).count(), section).toBe(1);
		expect(problems).toEqual([]);
		expect([...origins]).toEqual([reference.stackUrl]);
	});

	it.each([
		["desktop", desktop, "inv-1002"],
		["phone", phone, "inv-1003"],
	])(
		"authorizes, sends a payment and shows the result: %s",
		async (_, viewport, invoice) => {
			await using opened = await openDocs(viewport);
			const { page, problems } = opened;
			await authorize(page, "demo-admin-key");
			const operation = await tryOut(page, "markAsPaid");
			await operation
				.getByPlaceholder("x-idempotency-key")
				.fill(`browser-${invoice}`);
			await operation.locator("textarea").fill(body(invoice));
			await operation.getByRole("button", { name: "Execute" }).click();
			const result = operation.locator(".live-responses-table .response");
			expect(await result.innerText()).toMatch(/^200\b/);
			expect(await result.innerText()).toContain('"status": "DONE"');
			expect(problems).toEqual([]);
			expect(await paymentsOf(invoice)).toMatchObject(onePayment);
		},
	);

	it.each([
		["1,440 pixels", desktop],
		["390 pixels", phone],
	])(
		"reference page: the first screen shows operations at %s, and the search finds others",
		async (_, viewport) => {
			await using opened = await openDocs(viewport);
			const { page } = opened;
			const first = page.locator(".opblock").first();
			const box = await first.boundingBox();
			expect((box?.y ?? Infinity) + (box?.height ?? 0)).toBeLessThan(
				viewport.height,
			);
			const search = page.getByRole("searchbox", { name: "Search operations" });
			const found = () =>
				page
					.locator(".opblock-summary-path")
					.evaluateAll((paths) => paths.map((path) => path.dataset.path));
			await search.fill("revers bank");
			await expect
				.poll(found)
				.toEqual(["/v1.0/invoice/{id}/payments/{paymentId}/reversal"]);
			await search.fill("no such operation");
			await expect.poll(found).toEqual([]);
			await search.fill("");
			await expect
				.poll(async () => (await found()).length)
				.toBe(exhibits.length);
		},
	);

	it("reference page: a link of the list opens its operation, also one that the search has left out, and a guide's link the guide", async () => {
		await using opened = await openDocs();
		const { page } = opened;
		await page.getByRole("searchbox").fill("vendor");
		await page.getByRole("link", { name: "Stop a batch" }).click();
		await operationOf(page, "stopBatch").locator(".opblock-body").waitFor();
		const guide = page.locator("#guide-idempotency-and-lost-answers");
		const text = guide.getByText("One key for each attempt");
		expect(await text.isVisible()).toBe(false);
		const sections = page.getByRole("navigation", { name: "Sections" });
		await sections.getByRole("link", { name: "Idempotency" }).click();
		await text.waitFor();
		await guide.getByRole("link", { name: "follow it", exact: true }).click();
		await page.locator("#guide-paying-at-scale[open]").waitFor();
		expect(page.context().pages()).toHaveLength(1);
		await page.goto(`${reference.stackUrl}/docs#guide-python`);
		await page.reload();
		await page.locator("#guide-python[open]").waitFor();
	});

	it("reference page: an operation has samples for this server in three languages; its errors are collapsed, with real messages", async () => {
		await using opened = await openDocs();
		const operation = operationOf(opened.page, "markAsPaid");
		await operation.locator(".opblock-summary-control").click();
		for (const [label, part] of [
			["curl", `curl '${reference.stackUrl}/v1.0/payment/mark-as-paid'`],
			["Python", "urllib.request.urlopen(request, timeout=35)"],
			["Node", "const response = await fetch("],
		] as const) {
			await operation.getByRole("button", { name: label }).click();
			const shown = operation.locator(".samples pre");
			await expect.poll(() => shown.innerText()).toContain(part);
		}
		const unauthorized = operation.locator('tr[data-code="401"]');
		const message = unauthorized.getByText("is unknown, revoked or expired: ");
		expect(await message.isVisible()).toBe(false);
		await unauthorized.locator("summary").click();
		await message.waitFor();
	});

	it("reference page: an attempt is asked for with the key that the page has sent last", async () => {
		await using opened = await openDocs();
		const { page } = opened;
		await authorize(page, "demo-admin-key");
		for (const id of ["markAsPaid", "getMarkAsPaidAttempt"]) {
			const operation = await tryOut(page, id);
			await operation.getByRole("button", { name: "Execute" }).click();
			const result = operation.locator(".live-responses-table .response");
			expect(await result.innerText()).toMatch(/^200\b/);
		}
	});

	it("the key may be entered with its scheme", async () => {
		await using opened = await openDocs();
		await authorize(opened.page, "Api-Key demo-admin-key");
		const operation = await tryOut(opened.page, "getOrganization");
		await operation.getByRole("button", { name: "Execute" }).click();
		const result = operation.locator(".live-responses-table .response");
		expect(await result.innerText()).toMatch(/^200\b/);
	});

	it("keyboard alone: authorizes, sends a payment and reaches the result", async () => {
		await using opened = await openDocs();
		const { page } = opened;
		const { keyboard } = page;
		await pressEnterOn(page, page.locator(".btn.authorize").first());
		await tabTo(page, page.locator(".modal-ux input"));
		await keyboard.type("demo-admin-key");
		await keyboard.press("Enter");
		await pressEnterOn(page, page.locator(".modal-ux .btn-done"));

		const sections = page.getByRole("navigation", { name: "Sections" });
		await pressEnterOn(
			page,
			sections.getByRole("link", { name: "Payments", exact: true }),
		);
		const operation = operationOf(page, "markAsPaid");
		await pressEnterOn(page, operation.locator(".opblock-summary-control"));
		await pressEnterOn(page, operation.locator(".try-out__btn"));
		await tabTo(page, operation.getByPlaceholder("x-idempotency-key"));
		await keyboard.type("keyboard");
		await tabTo(page, operation.locator("textarea"));
		await keyboard.press("ControlOrMeta+A");
		await keyboard.type(body("inv-1004"));
		await pressEnterOn(page, operation.locator(".execute"));
		const result = operation.locator(".live-responses-table .response");
		expect(await result.innerText()).toMatch(/^200\b/);
		await tabTo(page, result.getByRole("button", { name: "Download" }));
		expect(await paymentsOf("inv-1004")).toMatchObject(onePayment);
	});
});
