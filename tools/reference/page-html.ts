import type { ReferenceDocument } from "./reference-document.ts";

export function pageHtml({
	document,
	filesAt,
	styleSheets,
	policy,
	hasConsole,
}: {
	document: ReferenceDocument;
	filesAt: string;
	/** In the order in which they apply. */
	styleSheets: readonly string[];
	policy: string;
	/** The page's own origin has the console, too. */
	hasConsole: boolean;
}): string {
	const { info } = document;
	const title = escapeHtml(info.title);
	const at = escapeHtml(filesAt);
	const styles = styleSheets.map(
		(name) => `<link rel="stylesheet" href="${at}${name}">`,
	);
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
<header class="page-header">
<p><img src="${at}icon.svg" alt="" width="24" height="24"> ${title}</p>
<nav aria-label="Sections">
${hasConsole ? '<a href="/console">Console</a>' : ""}
${guideLinks(document)}
${pageLink("conventions", "Conventions")}
${pageLink("errors", "Errors")}
<a href="${at}openapi.json">OpenAPI document</a>
${operationLinks(document)}
</nav>
</header>
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

const escapeHtml = (text: string) =>
	text
		.replaceAll("&", "&amp;")
		.replaceAll("<", "&lt;")
		.replaceAll('"', "&quot;");
