import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { measure } from "./measured-page.ts";
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

it.each([
	["390 pixels", phone],
	["1,440 pixels", desktop],
])(
	"/docs at %s: nothing overflows, and no text is small",
	async (_, viewport) => {
		const url = `${reference.stackUrl}/docs`;
		await using opened = await openReference(reference.browser, url, viewport);
		const { page } = opened;
		await expectReadable(page);

		await authorize(page, "demo-admin-key");
		const list = await tryOut(page, "listInvoices");
		await list.getByRole("button", { name: "Execute" }).click();
		await list.locator(".live-responses-table").waitFor();
		await expectReadable(page);

		const order = operationOf(page, "createPurchaseOrder");
		await order.locator(".opblock-summary-control").click();
		for (const tab of await order.getByRole("tab", { name: "Schema" }).all())
			await tab.click();
		await expectReadable(page);

		await page.getByRole("button", { name: "Authorize", exact: true }).click();
		await page.locator(".modal-ux").waitFor();
		await expectReadable(page);
	},
);

async function expectReadable(page: Page) {
	const { overflow, smallestText, smallestBodyText } = await measure(page);
	expect(overflow).toBe(0);
	expect(smallestText.size, smallestText.text).toBeGreaterThanOrEqual(12);
	expect(smallestBodyText.size, smallestBodyText.text).toBeGreaterThanOrEqual(
		16,
	);
}
