import { signal } from "@preact/signals";

/** The address of the page. Filters and steps are in it, so that it can be bookmarked. */
export const address = signal(new URL(location.href));

addEventListener("popstate", () => {
	address.value = new URL(location.href);
});

/** Opens a page of the console. */
export function navigate(to: string, { replaces = false } = {}) {
	const target = new URL(to, location.href);
	const isOtherPage = target.pathname !== address.value.pathname;
	if (replaces) history.replaceState(null, "", target);
	else history.pushState(null, "", target);
	address.value = target;
	if (isOtherPage) scrollTo(0, 0);
}

/** Sets a parameter of the address; an empty one is removed. */
export const setParameter = (
	name: string,
	value: string,
	options?: { replaces?: boolean },
) => setParameters({ [name]: value }, options);

export function setParameters(
	values: Readonly<Record<string, string>>,
	options?: { replaces?: boolean },
) {
	const target = new URL(location.href);
	for (const [name, value] of Object.entries(values))
		if (value === "") target.searchParams.delete(name);
		else target.searchParams.set(name, value);
	if (target.href !== location.href) navigate(target.href, options);
}

export const parameter = (name: string): string =>
	address.value.searchParams.get(name) ?? "";

/** Links between pages need no request for the page itself. */
addEventListener("click", (event) => {
	if (event.defaultPrevented || event.button !== 0) return;
	if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
	const link = (event.target as Element | null)?.closest?.("a");
	if (!link || link.target || link.hasAttribute("download")) return;
	if (link.origin !== location.origin || !isPage(link.pathname)) return;
	event.preventDefault();
	navigate(link.href);
});

/** The address of the list to which the page of a record belongs, such as `/console/org/demo/invoices`. */
export const sectionIn = (path: string): string =>
	/^\/console\/org\/[^/]+\/[^/]*/.exec(path)?.[0] ?? "/console";

const isPage = (path: string) => path.startsWith("/console/org/");

/** Decodes a part of a path, which was encoded by the browser or as ids are in paths of the API (`addressOf`). */
export function decodeSegment(segment: string): string {
	try {
		if (!segment.startsWith("~")) return decodeURIComponent(segment);
		const base64 = segment.slice(1).replaceAll("-", "+").replaceAll("_", "/");
		const bytes = Uint8Array.from(atob(base64), (one) => one.charCodeAt(0));
		return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
	} catch {
		return segment;
	}
}
