import { type PageLink, topBar } from "../../reference/top-bar.ts";

/** The pages that a local stack has for a browser. */
export const localPages = ({ hasMails }: { hasMails: boolean }): PageLink[] => [
	{ href: "/", name: "Start" },
	{ href: "/console", name: "Console" },
	{ href: "/docs", name: "API reference" },
	...(hasMails ? [{ href: "/mail", name: "Mails" }] : []),
];

/** Makes a page that only a local stack serves, with the look and the bar of all pages. */
export const localPage = ({
	title,
	files,
	pages,
	current,
	content,
}: {
	title: string;
	/** The elements that load its own style sheet and script. */
	files: string;
	/** The pages to which the bar leads. */
	pages: readonly PageLink[];
	/** The `href` of this page. */
	current: string;
	content: string;
}): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="/docs/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/docs/frame.css">
${files}
</head>
<body>
${topBar({ title: "Procurement and payments", iconUrl: "/docs/icon.svg", pages, current })}
<main>
${content}
</main>
</body>
</html>
`;
