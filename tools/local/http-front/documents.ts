import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import type { IncomingMessage } from "node:http";
import { join } from "node:path";
import type { PageOptions } from "../../reference/reference-page.ts";
import type { HttpAnswer } from "./api-answer.ts";

/**
 * What GET answers on paths that are not routes of the API; undefined when there is nothing. API Gateway serves none of
 * these documents.
 */
export type FindDocument = (path: string) => Promise<HttpAnswer | undefined>;

type Options = Pick<PageOptions, "demo" | "pages">;

/** Finds what the first of several finders finds. */
export const firstOf =
	(finders: readonly FindDocument[]): FindDocument =>
	async (path) => {
		for (const find of finders) {
			const found = await find(path);
			if (found) return found;
		}
		return undefined;
	};

/**
 * Serves the OpenAPI document and the reference page. Both are read at their first request, so that the start does not
 * wait for them.
 *
 * @param options.demo The organization with which requests of the reference page can be tried.
 * @param options.pages The pages to which the reference page leads.
 */
export function documents(options: Options = {}): FindDocument {
	let page: Promise<ReadonlyMap<string, HttpAnswer>> | undefined;
	return async (path) => {
		if (path === "/openapi.json") return openApiDocument();
		if (path !== pagePath && !path.startsWith(`${pagePath}/`)) return undefined;
		page ??= readPage(options);
		return (await page).get(path);
	};
}

const openApiDocument = (): HttpAnswer => ({
	status: 200,
	headers: { "content-type": "application/json" },
	body: readFileSync(join(import.meta.dirname, "../../../docs/openapi.json")),
});

const pagePath = "/docs";

async function readPage(
	options: Options,
): Promise<ReadonlyMap<string, HttpAnswer>> {
	const { referencePage, indexFile } = await import(
		"../../reference/reference-page.ts"
	);
	const files = referencePage({
		serverUrl: "/",
		filesAt: `${pagePath}/`,
		...options,
	});
	const answers = new Map<string, HttpAnswer>();
	for (const [name, { contentType, body }] of files) {
		const paths =
			name === indexFile ? [pagePath, `${pagePath}/`] : [`${pagePath}/${name}`];
		for (const path of paths) answers.set(path, fileAnswer(contentType, body));
	}
	return answers;
}

const fileAnswer = (contentType: string, body: Buffer): HttpAnswer => ({
	status: 200,
	headers: {
		"content-type": contentType,
		etag: `"${createHash("sha256").update(body).digest("base64url")}"`,
		// The browser asks each time whether the document has changed, so that a new version of the service shows at once.
		"cache-control": "no-cache",
		// The rest of the policy is in the page itself. This part works only in a header.
		"content-security-policy": "frame-ancestors 'none'",
		"x-content-type-options": "nosniff",
	},
	body,
});

/** Answers 304 in place of a document that the client has already. */
export function unlessUnchanged(
	{ headers }: IncomingMessage,
	document: HttpAnswer,
): HttpAnswer {
	const { etag } = document.headers;
	const known = headers["if-none-match"]?.split(/\s*,\s*/) ?? [];
	return typeof etag === "string" && known.includes(etag)
		? { ...document, status: 304, body: Buffer.alloc(0) }
		: document;
}
