import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type TriedOperation, withExampleToTry } from "./examples-to-try.ts";

export interface ReferenceOptions {
	/** Where the API is: its URL, or `/` for the page's own origin. */
	serverUrl: string;
	/** Markdown that is added to the introduction. */
	note?: string;
}

/** The parts of the OpenAPI document that are used here. */
export interface ReferenceDocument {
	info: { title: string; summary: string; description: string };
	servers: { url: string; description?: string }[];
	tags: { name: string }[];
	paths: Record<string, Record<string, TriedOperation>>;
	/** Not shown: they are sent to receivers, not from the page. */
	webhooks?: object;
	components: { securitySchemes: { apiKey: { description: string } } };
	/** `docs/errors.md` without its title. */
	"x-errors": string;
}

/** The OpenAPI document as the page shows it: for one server, with how to try a request, and with the error reference. */
export function referenceDocument({
	serverUrl,
	note,
}: ReferenceOptions): ReferenceDocument {
	// Unchecked cast: `npm test` compares the file with what `npm run generate` writes.
	const { webhooks: _, ...document } = JSON.parse(
		readText("openapi.json"),
	) as ReferenceDocument;
	const { info, components, tags, paths } = document;
	return {
		...document,
		info: {
			...info,
			description: [info.description, tryIt, ...(note ? [note] : [])].join(
				"\n\n",
			),
		},
		paths: toTry(paths),
		tags: tags.filter(({ name }) => name !== "Events"),
		servers: [
			serverUrl === "/"
				? { url: serverUrl, description: "the server of this page" }
				: { url: serverUrl },
		],
		components: {
			...components,
			securitySchemes: {
				apiKey: {
					...components.securitySchemes.apiKey,
					description: keyDescription,
				},
			},
		},
		"x-errors": belowTitle(readText("errors.md")),
	};
}

const toTry = (paths: ReferenceDocument["paths"]) =>
	Object.fromEntries(
		Object.entries(paths).map(([path, operations]) => [
			path,
			Object.fromEntries(
				Object.entries(operations).map(([method, operation]) => [
					method,
					withExampleToTry(operation),
				]),
			),
		]),
	);

const tryIt = `**Try it.** Choose **Authorize** and enter your API key. Open an endpoint, choose **Try it out**, fill in the fields and choose
**Execute**. Requests are real: a payment that is sent from here is recorded. The key is kept until the page is closed or loaded again.`;

/** The dialog shows it; `browser/reference.js` adds the scheme. */
const keyDescription =
	"Your API key, with or without the scheme `Api-Key` before it.";

const readText = (name: string) =>
	readFileSync(join(import.meta.dirname, "../../docs", name), "utf8");

/** Without title and comments, and with each heading one level lower: the page has the title. */
const belowTitle = (markdown: string) =>
	markdown
		.replace(/^# .*\n+/, "")
		.replaceAll(/^<!--.*-->\n+/gm, "")
		.replaceAll(/^##/gm, "###");
