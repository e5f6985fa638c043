import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { phone } from "../tools/reference/opened-page.ts";
import { checkFile, example, release, useConsole } from "./use-console.ts";

const service = useConsole();

const docs = join(import.meta.dirname, "../../docs");

/** With UPDATE_PICTURES, the pictures of the guide are made anew. */
async function picture(page: Page, name: string) {
	const path = join(docs, "images", `console-${name}.png`);
	// Nothing is hovered or focused in a picture.
	await page.mouse.move(0, 0);
	await page.evaluate("document.activeElement?.blur()");
	const image = await page.screenshot();
	if (process.env.UPDATE_PICTURES) writeFileSync(path, image);
	expect(existsSync(path), `UPDATE_PICTURES=1 makes ${path}`).toBe(true);
	expect(readFileSync(join(docs, "guides/console.md"), "utf8")).toContain(
		`images/console-${name}.png`,
	);
}

const look = { viewport: { width: 1200, height: 760 } };

it("the guide of the console has pictures of what its readers see", async () => {
	const payer = await service.open("payer", "pay", look);
	await checkFile(payer.page, example("payments-with-problems.xlsx"));
	await payer.page.getByText("Which vendors are these?").waitFor();
	await payer.page.evaluate("scrollTo(0, 0)");
	await picture(payer.page, "columns");
	await payer.page
		.getByRole("button", { name: "Check with these answers" })
		.click();
	await payer.page
		.getByText("Only rows with problems")
		.scrollIntoViewIfNeeded();
	await payer.page.evaluate(
		'document.getElementById("rows-title").scrollIntoView()',
	);
	await picture(payer.page, "problems");

	await payer.page.goto(`${service.url}/console/org/demo/pay`);
	await checkFile(payer.page, example("payments.xlsx"));
	await payer.page.getByText("29 payments to 6 vendors").waitFor();
	await picture(payer.page, "check");
	await payer.page
		.getByRole("button", { name: "Go on to the release" })
		.click();
	await release(payer.page);
	await payer.page.getByText("Download as Excel").waitFor();
	await picture(payer.page, "results");

	const response = await fetch(
		`${service.url}/v1.0/payment/request/vendor-advance`,
		{
			method: "POST",
			headers: {
				authorization: "Api-Key demo-bookkeeper-key",
				"content-type": "application/json",
				"x-idempotency-key": "picture",
			},
			body: JSON.stringify({
				amount: 150_000,
				vendorId: "v-steel",
				narration: "Half of the steel for the new hall",
				purchaseOrderLinkId: "po-large",
				tags: { "cost-centre": { value: 7 } },
			}),
		},
	);
	expect(response.status).toBe(200);
	const approver = await service.open("approver", "approvals", {
		viewport: phone,
	});
	await approver.page.getByRole("link", { name: /to Steel Traders/ }).click();
	await approver.page
		.getByRole("button", { name: "Approve", exact: true })
		.waitFor();
	await picture(approver.page, "approval");
});
