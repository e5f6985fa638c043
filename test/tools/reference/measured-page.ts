import type { Page } from "playwright-core";

interface Measured {
	/** By how many pixels the page is wider than the window. */
	overflow: number;
	/** The smallest size of a visible text, in pixels, and that text. */
	smallestText: { size: number; text: string };
	/** The smallest size of a paragraph's or a field's text. */
	smallestBodyText: { size: number; text: string };
}

export const measure = async (page: Page): Promise<Measured> =>
	// Unchecked cast: the script below returns this.
	(await page.evaluate(script)) as Measured;

/** Text, because the project's own code is compiled without the types of a browser. */
const script = `(() => {
	const isShown = (element) => element.checkVisibility() && element.getClientRects().length > 0;
	const measured = (element) => ({
		size: parseFloat(getComputedStyle(element).fontSize),
		text: element.tagName + "." + element.className + ": " + element.textContent.trim().slice(0, 80),
	});
	const smallest = (elements) =>
		elements.filter(isShown).map(measured).reduce((one, other) => (other.size < one.size ? other : one));
	const texts = [];
	const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
	while (walker.nextNode())
		if (walker.currentNode.data.trim() !== "") texts.push(walker.currentNode.parentElement);
	return {
		overflow: document.documentElement.scrollWidth - innerWidth,
		smallestText: smallest(texts),
		smallestBodyText: smallest([...document.querySelectorAll("p, input, select")]),
	};
})()`;
