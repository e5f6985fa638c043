import { expect, it } from "vitest";
import {
	checkFile,
	csvFile,
	goToRelease,
	release,
	useConsole,
} from "./use-console.ts";

const service = useConsole();

/** More than a page of the list has; the last repeats the first, and is left out. */
const numbers = [...Array.from({ length: 150 }, (_, index) => index + 1), 1];
const invoiceOf = (number: number) =>
	`inv-l-${String((number % 50) + 1).padStart(4, "0")}`;
const file = csvFile(
	"printed.csv",
	[
		"Invoice id,Amount,UTR,Payment date,Narration",
		...numbers.map(
			(number) => `${invoiceOf(number)},1.50,UTR-${number},2026-11-27,November`,
		),
	].join("\n"),
);

it("a run is printed as a whole: all payments with what became of them, who prepared and released it, and no buttons", async () => {
	const { page } = await service.open("payer", "pay");
	await checkFile(page, file);
	await goToRelease(page);
	await release(page);
	await page.getByText("Download as Excel").waitFor();

	await page.evaluate(`addEventListener("beforeprint", () => {
		globalThis.printed = document.querySelectorAll(".printed-payments tbody tr").length;
	})`);
	await page.pdf();
	expect(await page.evaluate("globalThis.printed")).toBe(numbers.length);
	expect(await page.locator(".printed-payments").count()).toBe(0);

	await page.emulateMedia({ media: "print" });
	await page.evaluate('dispatchEvent(new Event("beforeprint"))');
	const text = await page.locator("body").innerText();
	for (const expected of [
		"Demo India Pvt Ltd",
		/by Gita.*on \d+ Nov 2026/,
		/Run\n+01[0-9A-Z]{24}/,
		/Paid: 150 payments, ₹.225\.00/,
		/UTR-150\n+27 Nov 2026/,
		/Left out: 1 payment, ₹.1\.50/,
		"The same payment is in an earlier row",
		"Printed by Gita",
	])
		expect(text).toMatch(expected);
	for (const control of await page.locator("button, input, .tabs").all())
		expect(await control.isVisible()).toBe(false);
});
