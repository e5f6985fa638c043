/**
 * Creates an element. Strings among its children become text nodes: no text is ever read as HTML.
 *
 * @param properties Attributes; a function is a listener of the event that its name has after `on`.
 */
export function element(name, properties = {}, ...children) {
	const created = document.createElement(name);
	for (const [key, value] of Object.entries(properties)) {
		if (typeof value === "function")
			created.addEventListener(key.slice("on".length), value);
		else created.setAttribute(key, value);
	}
	created.append(...children.flat().filter((child) => child || child === 0));
	return created;
}

/** A text of a caller. It cannot change the direction of the text around it. */
export const callersText = (text) => element("bdi", {}, text);

/** A caller's text that may have several lines. */
export const quotation = (text) => element("blockquote", { dir: "auto" }, text);

/** A heading that can be given the focus when its view appears. */
export const heading = (name, properties, ...children) =>
	element(name, { tabindex: "-1", ...properties }, ...children);
