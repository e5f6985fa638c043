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
]
	.map((name) => readFileSync(join(docs, `guides/${name}.md`), "utf8"))
	.join("\n");

/** With UPDATE_PICTURES, the pictures of the guide are made anew. */
async function picture(page: Page, name: string) {
	const path = join(docs, "images", `console-${name}.png`);
	// Nothing is hovered or focused in a picture.
	await page.mouse.move(0, 0);
	await page.evaluate("document.activeElement?.blur()");
	const image = await page.screenshot();
	if (process.env.UPDATE_PICTURES) writeFileSync(path, image);
	expect(existsSync(path), `UPDATE_PICTURES=1 makes ${path}`).toBe(true);
	expect(guide).toContain(`images/console-${name}.png`);
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
	await goToRelease(payer.page);
	await payer.page.getByText("No money moves between banks.").waitFor();
	await picture(payer.page, "release");
	await release(payer.page);
	await payer.page.getByText("Download as Excel").waitFor();
	await picture(payer.page, "results");

	await payer.page.goto(`${service.url}/console/org/demo/pay`);
	await checkFile(payer.page, example("payments-5000.xlsx"));
	await goToRelease(payer.page);
	await payer.page.getByRole("button", { name: "Ask for release" }).click();
	await picture(payer.page, "ask");
	const director = await service.open("director", "runs?state=DRAFT", look);
	await director.page.getByRole("link", { name: "payments-5000.xlsx" }).click();
	await director.page.getByText("Record 5,000 payments").waitFor();
	await picture(director.page, "second");

	await raiseAdvance(service.url, {
		amount: 150_000,
		narration: "Half of the steel for the new hall",
	});
	const approver = await service.open("approver", "approvals", {
		viewport: phone,
	});
	const request = approver.page.getByRole("link", { name: /to Steel Traders/ });
	await request.waitFor();
	await picture(approver.page, "inbox");
	await request.click();
	await approver.page
		.getByRole("button", { name: "Approve", exact: true })
		.waitFor();
	await picture(approver.page, "approval");
});
