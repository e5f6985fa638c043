import { readFileSync } from "node:fs";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { contentSecurityPolicy } from "./content-security-policy.ts";
import { pageHtml } from "./page-html.ts";
import {
	type ReferenceOptions,
	referenceDocument,
} from "./reference-document.ts";
import type { PageLink } from "./top-bar.ts";

export interface PageOptions extends ReferenceOptions {
	/** What comes before the names of the page's files: `./`, or the path of the folder that serves them. */
	filesAt: string;
	/** Pages of the same origin to which the page leads. */
	pages?: readonly PageLink[];
}

export interface PageFile {
	contentType: string;
	body: Buffer;
}

/** The name of the page itself among its files. */
export const indexFile = "index.html";

/** Makes the reference page: all of its files by their names. It loads nothing else. */
export function referencePage(
	options: PageOptions,
): ReadonlyMap<string, PageFile> {
	const document = referenceDocument(options);
	const html = pageHtml({
		document,
		filesAt: options.filesAt,
		styleSheets: ["swagger-ui.css", "frame.css", ...styleSheets],
		policy: contentSecurityPolicy(options.serverUrl),
		pages: options.pages ?? [],
	});
	return new Map([
		[indexFile, file("text/html", html)],
		["openapi.json", file("application/json", JSON.stringify(document))],
		...rendererFiles.map((name) => [name, rendererFile(name)] as const),
		...sharedFiles.map((name) => [name, sharedFile(name)] as const),
		...ownFiles.map((name) => [name, ownFile(name)] as const),
	]);
}

/** The package `swagger-ui-dist` has these files and their licences. */
const rendererFiles = [
	"swagger-ui.css",
	// The style sheet names this file, and a browser's tools report when it is missing.
	"swagger-ui.css.map",
	"swagger-ui-bundle.js",
	"swagger-ui-bundle.js.LICENSE.txt",
	"LICENSE",
	"NOTICE",
];

/** The style sheets in the order in which they apply. */
const styleSheets = [
	"layout.css",
	"text.css",
	"controls.css",
	"operation.css",
	"sections.css",
	"narrow.css",
];

const ownFiles = [
	...styleSheets,
	"reference.js",
	"operation-parts.js",
	"page-parts.js",
];

/** The look and the mark of all pages, from the console. */
const sharedFiles = ["frame.css", "icon.svg"];

const rendererFile = (name: string) =>
	file(
		typeOf(name),
		readFileSync(fileURLToPath(import.meta.resolve(`swagger-ui-dist/${name}`))),
	);

const sharedFile = (name: string) =>
	file(
		typeOf(name),
		readFileSync(join(import.meta.dirname, "../../console/src", name)),
	);

const ownFile = (name: string) =>
	file(typeOf(name), readFileSync(join(import.meta.dirname, "browser", name)));

const file = (type: string, body: Buffer | string): PageFile => ({
	contentType: `${type}; charset=utf-8`,
	body: Buffer.from(body),
});

const typeOf = (name: string) => types[extname(name)] ?? "text/plain";

const types: Record<string, string> = {
	".css": "text/css",
	".js": "text/javascript",
	".map": "application/json",
	".svg": "image/svg+xml",
};
