import { mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { referencePage } from "./reference-page.ts";

/**
 * Writes the reference page as files that any web server can serve, from any folder.
 *
 * @throws RangeError It names the invalid flag.
 */
export function buildReference(args: string[]): string {
	const { values } = parseArgs({
		args,
		options: {
			url: { type: "string", default: "/" },
			out: { type: "string", default: "docs.out" },
		},
	});
	const directory = resolve(values.out);
	const serverUrl = toServerUrl(values.url);
	const files = referencePage({
		serverUrl,
		filesAt: "./",
		// The service, and therefore the console, has the page's own origin.
		...(serverUrl === "/" && {
			pages: [{ href: "/console", name: "Console" }],
		}),
	});
	mkdirSync(directory, { recursive: true });
	for (const [name, { body }] of files)
		writeFileSync(join(directory, name), body);
	return directory;
}

function toServerUrl(text: string): string {
	if (text === "/") return text;
	const url = URL.parse(text);
	const isPlain =
		url &&
		/^https?:$/.test(url.protocol) &&
		text === `${url.origin}${url.pathname}`.replace(/\/$/, "");
	if (!isPlain)
		throw new RangeError(
			`--url ${text}: must be a URL such as https://api.example.com`,
		);
	return text;
}
