import type { Locator, Page } from "playwright-core";

/** More than the page has elements that take the focus. */
const tabsMax = 400;

/** Moves the focus to an element by the Tab key alone. */
export async function tabTo(page: Page, target: Locator) {
	const focused = target.and(page.locator(":focus"));
	for (let tabs = 0; tabs < tabsMax; tabs++) {
		if ((await focused.count()) > 0) return;
		await page.keyboard.press("Tab");
	}
	throw new Error(`The Tab key does not reach ${target}`);
}

export async function pressEnterOn(page: Page, target: Locator) {
	await target.waitFor();
	await tabTo(page, target);
	await page.keyboard.press("Enter");
}
