import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { HttpAnswer } from "./api-answer.ts";
import type { FindDocument } from "./documents.ts";
import { localPage, localPages } from "./local-pages.ts";

const about: Readonly<Record<string, string>> = {
	"/console":
		"Pay, approve, look up and correct. Sign in as a person of the imported organizations.",
	"/docs": "Every endpoint, with requests to try, and the guides.",
	"/mail": "What the service has sent: mails with working links, and events.",
};

/** The page `/`, which leads to what a local stack has for a browser. */
export const startPage =
	(has: { hasMails: boolean }): FindDocument =>
	async (path) => {
		if (path === "/") return answer("text/html", toHtml(has));
		const style = join(import.meta.dirname, "start-page.css");
		return path === "/start-page.css"
			? answer("text/css", readFileSync(style, "utf8"))
			: undefined;
	};

const answer = (type: string, text: string): HttpAnswer => ({
	status: 200,
	headers: {
		"content-type": `${type}; charset=utf-8`,
		"cache-control": "no-cache",
		"content-security-policy":
			"default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
		"referrer-policy": "no-referrer",
		"x-content-type-options": "nosniff",
	},
	body: Buffer.from(text),
});

const toHtml = (has: { hasMails: boolean }) =>
	localPage({
		title: "Procurement and payments",
		files: '<link rel="stylesheet" href="/start-page.css">',
		// The bar needs no links, because the page itself leads to all pages.
		pages: [],
		current: "/",
		content: `<h1>On this machine</h1>
<p>The service runs here with everything that it needs.</p>
<ul>
${localPages(has)
	.filter(({ href }) => href in about)
	.map(
		({ href, name }) =>
			`<li><a href="${href}">${name}</a><p>${about[href]}</p></li>`,
	)
	.join("\n")}
</ul>`,
	});
