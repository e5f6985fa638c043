import { contentSecurityPolicy } from "./content-security-policy.ts";
import { pageHtml } from "./page-html.ts";
import { readProjectFile, readRendererFile } from "./read-files.ts";
import {
	type ReferenceOptions,
	referenceDocument,
} from "./reference-document.ts";

export interface PageOptions extends ReferenceOptions {
	/** Before the names of the page's files: `./`, or the path of the folder that serves them. */
	filesAt: string;
}

export interface PageFile {
	contentType: string;
	body: Buffer;
}

/** The name of the page itself among its files. */
export const indexFile = "index.html";

/** The reference page: all of its files by their names. It loads nothing else. */
export function referencePage(
	options: PageOptions,
): ReadonlyMap<string, PageFile> {
	const document = referenceDocument(options);
	const html = pageHtml({
		document,
		filesAt: options.filesAt,
		policy: contentSecurityPolicy(options.serverUrl),
	});
	return new Map([
		[indexFile, file("text/html", html)],
		["openapi.json", file("application/json", JSON.stringify(document))],
		["swagger-ui.css", file("text/css", readRendererFile("swagger-ui.css"))],
		[
			"swagger-ui-bundle.js",
			file("text/javascript", readRendererFile("swagger-ui-bundle.js")),
		],
		["LICENSE.txt", file("text/plain", readRendererFile("LICENSE"))],
		["NOTICE.txt", file("text/plain", readRendererFile("NOTICE"))],
		[
			"swagger-ui-bundle.js.LICENSE.txt",
			file("text/plain", readRendererFile("swagger-ui-bundle.js.LICENSE.txt")),
		],
		[
			"reference.js",
			file(
				"text/javascript",
				readProjectFile("reference/browser/reference.js"),
			),
		],
		[
			"reference.css",
			file("text/css", readProjectFile("reference/browser/reference.css")),
		],
		[
			"icon.svg",
			file("image/svg+xml", readProjectFile("reference/browser/icon.svg")),
		],
	]);
}

const file = (type: string, body: Buffer | string): PageFile => ({
	contentType: `${type}; charset=utf-8`,
	body: Buffer.from(body),
});
