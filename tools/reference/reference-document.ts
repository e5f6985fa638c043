import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type CodeSample, codeSamples } from "./code-samples.ts";
import {
	type DocumentedResponse,
	type ErrorBody,
	errorBodies,
} from "./error-bodies.ts";
import { type TriedOperation, withExampleToTry } from "./examples-to-try.ts";
import { belowTitle, type Guide, guides, onPage } from "./guides.ts";

export interface ReferenceOptions {
	/** The URL of the API, or `/` for the page's own origin. */
	serverUrl: string;
	/** An organization with which requests can be tried. */
	demo?: {
		/** Markdown that is added to the introduction. */
		note: string;
		apiKey: string;
	};
}

interface ReferenceOperation extends TriedOperation {
	security?: unknown;
	summary: string;
	tags: string[];
	responses: Record<string, ReferenceResponse>;
	"x-codeSamples"?: CodeSample[];
}

interface ReferenceResponse extends DocumentedResponse {
	$ref?: string;
	/** The bodies of an error response. */
	"x-bodies"?: ErrorBody[];
}

/** The parts of the OpenAPI document that are used here. */
export interface ReferenceDocument {
	info: { title: string; summary: string; description: string };
	servers: { url: string; description?: string }[];
	tags: { name: string }[];
	paths: Record<string, Record<string, ReferenceOperation>>;
	/** The webhooks, which are not shown because they are not sent from the page. */
	webhooks?: object;
	components: {
		securitySchemes: { apiKey: { description: string } };
		responses: Record<string, ReferenceResponse>;
	};
	/** The introduction without its first paragraph. */
	"x-conventions": string;
	/** `docs/errors.md` without its title. */
	"x-errors": string;
	"x-guides": Guide[];
}

/** Stands for the page's own origin in code samples, since only the browser knows it. */
export const ownOrigin = "{origin}";

/** The OpenAPI document as the page shows it: for one server, with how to try a request, samples, errors and guides. */
export function referenceDocument({
	serverUrl,
	demo,
}: ReferenceOptions): ReferenceDocument {
	// Unchecked cast: `npm test` compares the file with what `npm run generate` writes.
	const { webhooks: _, ...document } = JSON.parse(
		readText("openapi.json"),
	) as ReferenceDocument;
	const { info, components, tags } = document;
	const [first = "", ...conventions] = info.description.split("\n\n");
	return {
		...document,
		info: {
			...info,
			description: [first, tryIt, ...(demo ? [demo.note] : [])].join("\n\n"),
		},
		paths: withDetails(document, {
			server: serverUrl === "/" ? ownOrigin : serverUrl,
			apiKey: demo?.apiKey ?? "YOUR_API_KEY",
		}),
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
		"x-conventions": conventions.join("\n\n"),
		"x-errors": onPage(belowTitle(readText("errors.md"), 2)),
		"x-guides": guides(),
	};
}

function withDetails(
	{ paths, components }: ReferenceDocument,
	sampleOptions: { server: string; apiKey: string },
): ReferenceDocument["paths"] {
	const errorsPage = readText("errors.md");
	const withBodies = ({ operationId, responses }: ReferenceOperation) =>
		mapValues(responses, (named, status) => {
			if (status.startsWith("2")) return named;
			const [, name = ""] = /responses\/(.*)/.exec(named.$ref ?? "") ?? [];
			const response = components.responses[name] ?? named;
			const bodies = errorBodies({ operationId, status }, response, errorsPage);
			return { ...response, "x-bodies": bodies };
		});
	return mapValues(paths, (operations, path) =>
		mapValues(operations, (documented, method) => {
			const operation = withExampleToTry(documented);
			const route = { method, path, operation };
			// The sessions of the console cannot be tried here.
			const { security: _, ...shown } = operation;
			return {
				...shown,
				responses: withBodies(operation),
				"x-codeSamples": codeSamples(route, sampleOptions),
			};
		}),
	);
}

const mapValues = <From, To>(
	record: Record<string, From>,
	change: (value: From, name: string) => To,
): Record<string, To> =>
	Object.fromEntries(
		Object.entries(record).map(([name, value]) => [name, change(value, name)]),
	);

const tryIt = `**Try it.** Choose **Authorize** and enter your API key. Open an operation, choose **Try it out**, then **Execute**. Requests are
real: a payment that is sent from here is recorded.`;

/** The text of the dialog for the key. `browser/reference.js` adds the scheme. */
const keyDescription =
	"Your API key, with or without the scheme `Api-Key` before it. It is kept until the page is closed or loaded again.";

const readText = (name: string) =>
	readFileSync(join(import.meta.dirname, "../../docs", name), "utf8");
