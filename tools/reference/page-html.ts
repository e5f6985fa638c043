import { escapeHtml } from "./escape-html.ts";
import type { ReferenceDocument } from "./reference-document.ts";
import { type PageLink, topBar } from "./top-bar.ts";

export function pageHtml({
	document,
	filesAt,
	styleSheets,
	policy,
	pages,
}: {
	document: ReferenceDocument;
	filesAt: string;
	/** The style sheets in the order in which they apply. */
	styleSheets: readonly string[];
	policy: string;
	/** This page and other pages of the same origin. */
	pages: readonly PageLink[];
}): string {
	const { info } = document;
	const title = escapeHtml(info.title);
	const at = escapeHtml(filesAt);
	const styles = styleSheets.map(
		(name) => `<link rel="stylesheet" href="${at}${name}">`,
	);
	const bar = topBar({
		title: info.title,
		iconUrl: `${filesAt}icon.svg`,
		pages,
		current: "/docs",
	});
	return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${escapeHtml(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="description" content="${escapeHtml(info.summary)}">
<title>${title}: API reference</title>
<link rel="icon" href="${at}icon.svg" type="image/svg+xml">
<link rel="service-desc" href="${at}openapi.json" type="application/json">
${styles.join("\n")}
<script src="${at}swagger-ui-bundle.js" defer></script>
<script src="${at}reference.js" type="module"></script>
</head>
<body>
${bar}
<nav class="sections" aria-label="Sections">
${guideLinks(document)}
${pageLink("conventions", "Conventions")}
${pageLink("errors", "Errors")}
<a href="${at}openapi.json">OpenAPI</a>
${operationLinks(document)}
</nav>
<main id="reference"></main>
<noscript>This page needs JavaScript. The <a href="${at}openapi.json">OpenAPI document</a> has the same content.</noscript>
</body>
</html>
`;
}

const pageLink = (id: string, text: string) =>
	`<a href="#${escapeHtml(id)}">${escapeHtml(text)}</a>`;

/** A phone has room for one link to all guides. */
const guideLinks = ({ "x-guides": guides }: ReferenceDocument) =>
	[
		pageLink("guides", "Guides"),
		"<ul>",
		...guides.map(({ id, title }) => `<li>${pageLink(id, title)}</li>`),
		"</ul>",
	].join("\n");

const operationLinks = ({ tags, paths }: ReferenceDocument) => {
	const all = Object.values(paths).flatMap((methods) => Object.values(methods));
	const linksOf = (tag: string) =>
		all
			.filter((operation) => operation.tags.includes(tag))
			.map(({ operationId, summary }) => {
				const place = `/${encodeURIComponent(tag)}/${operationId}`;
				return `<li>${pageLink(place, summary)}</li>`;
			});
	return tags
		.flatMap(({ name }) => [
			`<a class="tag" href="#${sectionId(name)}">${escapeHtml(name)}</a>`,
			"<ul>",
			...linksOf(name),
			"</ul>",
		])
		.join("\n");
};

/** The id that Swagger UI gives to the section of a tag. */
const sectionId = (tag: string) =>
	`operations-tag-${tag.replaceAll(/\s/g, "_")}`;
