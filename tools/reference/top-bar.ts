import { escapeHtml } from "./escape-html.ts";

/** A page of the same origin. */
export interface PageLink {
	href: string;
	name: string;
}

/** The bar on top of the reference page, and of the pages of a local stack. */
export const topBar = ({
	title,
	iconUrl,
	pages = [],
	current = "",
}: {
	title: string;
	iconUrl: string;
	pages?: readonly PageLink[];
	/** The `href` of the page that is shown. */
	current?: string;
}): string => `<header class="top-bar">
<p class="brand"><img src="${escapeHtml(iconUrl)}" alt="" width="26" height="26"> ${escapeHtml(title)}</p>
${
	pages.length === 0
		? ""
		: `<nav aria-label="Pages">
${pages.map((page) => toLink(page, current)).join("\n")}
</nav>
`
}</header>`;

const toLink = ({ href, name }: PageLink, current: string) =>
	`<a href="${escapeHtml(href)}"${href === current ? ' aria-current="page"' : ""}>${escapeHtml(name)}</a>`;
