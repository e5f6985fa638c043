import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { phone } from "../tools/reference/opened-page.ts";
import { raiseAdvance } from "./raise-advance.ts";
import {
	checkFile,
	example,
	goToRelease,
	release,
	useConsole,
} from "./use-console.ts";

const service = useConsole();

const docs = join(import.meta.dirname, "../../docs");

/** The guide of the console, with its pages. */
const guide = [
	"console",
	"console/paying",
	"console/releasing",
	"console/approving",
	"console/looking-up",
]
	.map((name) => readFileSync(join(docs, `guides/${name}.md`), "utf8"))
	.join("\n");

/**
 * With UPDATE_PICTURES, the pictures of the guide are made anew.
 *
 * @param isShort Whether there is little on the page: the picture ends below its last card.
 */
async function picture(page: Page, name: string, { isShort = false } = {}) {
	const path = join(docs, "images", `console-${name}.png`);
	// Nothing is hovered or focused in a picture.
	await page.mouse.move(0, 0);
	await page.evaluate("document.activeElement?.blur()");
	const card = await page.locator("main .card").last().boundingBox();
	const { x = 0, y = 0, width = 0, height = 0 } = card ?? {};
	const image = await page.screenshot({
		...(isShort && {
			clip: { x: x - 16, y: 0, width: width + 32, height: y + height + 16 },
		}),
	});
	if (process.env.UPDATE_PICTURES) writeFileSync(path, image);
	expect(existsSync(path), `UPDATE_PICTURES=1 makes ${path}`).toBe(true);
	expect(guide).toContain(`images/console-${name}.png`);
}

const look = { viewport: { width: 1200, height: 760 } };

/** So that the payments of an invoice are seen. */
const high = { viewport: { width: 1200, height: 880 } };

it("the guide of the console has pictures of what its readers see", async () => {
	const payer = await service.open("payer", "invoices", look);
	await payer.page.getByLabel("Vendor").fill("Office Needs LLP");
	await payer.page.getByText("7 in all").waitFor();
	for (const number of ["ONL-090", "ONL-091"])
		await payer.page.getByLabel(`Choose ${number}`).check();
	await payer.page.getByRole("button", { name: "Create a run" }).waitFor();
	await picture(payer.page, "invoices");

	await payer.page.goto(`${service.url}/console/org/demo/pay`);
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
	await goToRelease(payer.page);
	await payer.page.getByText("No money moves between banks.").waitFor();
	await picture(payer.page, "release", { isShort: true });
	await release(payer.page);
	await payer.page.getByText("Download as Excel").waitFor();
	await picture(payer.page, "results");

	const reverser = await service.open("director", "invoices/inv-e-0001");
	await reverser.page.getByLabel(/^Choose ₹/).check();
	await reverser.page.getByRole("button", { name: "Reverse" }).click();
	await reverser.page
		.getByLabel("Reason")
		.fill("The bank has returned the transfer.");
	await reverser.page.getByRole("button", { name: "Yes, reverse" }).click();
	await reverser.page.getByText("Reversed by Farid").waitFor();
	const auditor = await service.open("auditor", "invoices/inv-e-0001", high);
	await auditor.page.getByText("The bank has returned").waitFor();
	await picture(auditor.page, "invoice");

	await payer.page.goto(`${service.url}/console/org/demo/pay`);
	await checkFile(payer.page, example("payments-5000.xlsx"));
	await goToRelease(payer.page);
	await payer.page.getByRole("button", { name: "Ask for release" }).click();
	await picture(payer.page, "ask", { isShort: true });
	const director = await service.open("director", "runs?state=DRAFT", look);
	await director.page.getByRole("link", { name: "payments-5000.xlsx" }).click();
	await director.page.getByText("Record 5,000 payments").waitFor();
	await picture(director.page, "second");

	await raiseAdvance(service.url, {
		amount: 110_000,
		vendorId: "v-cloud",
		purchaseOrderLinkId: "po-other-vendor",
		narration: "Hosting for a year",
	});
	await raiseAdvance(service.url, {
		amount: 105_000,
		purchaseOrderLinkId: "po-approved",
		narration: "Rods for the old hall",
	});
	await raiseAdvance(service.url, {
		amount: 150_000,
		narration: "Half of the steel for the new hall",
	});
	const approver = await service.open("approver", "approvals", {
		viewport: phone,
	});
	const request = approver.page.getByRole("link", { name: /1,50,000/ });
	await request.waitFor();
	await picture(approver.page, "inbox", { isShort: true });
	await request.click();
	await approver.page
		.getByRole("button", { name: "Approve", exact: true })
		.waitFor();
	await picture(approver.page, "approval");
});
