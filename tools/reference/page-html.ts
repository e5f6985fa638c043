import type { ReferenceDocument } from "./reference-document.ts";

export function pageHtml({
	document: { info, tags },
	filesAt,
	styleSheets,
	policy,
}: {
	document: ReferenceDocument;
	filesAt: string;
	/** In the order in which they apply. */
	styleSheets: readonly string[];
	policy: string;
}): string {
	const title = escapeHtml(info.title);
	const at = escapeHtml(filesAt);
	const styles = styleSheets.map(
		(name) => `<link rel="stylesheet" href="${at}${name}">`,
	);
	const links = tags.map(
		({ name }) => `<a href="#${sectionId(name)}">${escapeHtml(name)}</a>`,
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
<script src="${at}reference.js" defer></script>
</head>
<body>
<header class="page-header">
<p><img src="${at}icon.svg" alt="" width="24" height="24"> ${title}</p>
<nav aria-label="Sections">
${links.join("\n")}
<a href="#errors">Errors</a>
<a href="${at}openapi.json">OpenAPI document</a>
</nav>
</header>
<main id="reference"></main>
<noscript>This page needs JavaScript. The <a href="${at}openapi.json">OpenAPI document</a> has the same content.</noscript>
</body>
</html>
`;
}

/** The id that Swagger UI gives to the section of a tag. */
const sectionId = (tag: string) =>
	`operations-tag-${tag.replaceAll(/\s/g, "_")}`;

const escapeHtml = (text: string) =>
	text
		.replaceAll("&", "&amp;")
		.replaceAll("<", "&lt;")
		.replaceAll('"', "&quot;");
