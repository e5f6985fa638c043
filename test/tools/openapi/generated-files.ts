import { execFile } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { exhibits } from "../../../tools/exhibits/exhibits.ts";
import {
	openApiDocument,
	strictDocument,
	webhooksDocument,
} from "../../../tools/openapi/document.ts";
import { endpointTables } from "../../../tools/openapi/endpoints-page.ts";
import { errorLists } from "../../../tools/openapi/errors-page.ts";
import { exchangesPath } from "../../../tools/openapi/exchanges.ts";
import { schemaDocument } from "../../../tools/organization-files/schema-document.ts";
import { readDocument, withGenerated } from "../../docs/markdown.ts";
import { withRemarks } from "./client-remarks.ts";

interface GeneratedFile {
	/** From the project's root. */
	path: string;
	text: string;
}

const root = join(import.meta.dirname, "../../..");
const documentPath = "docs/openapi.json";
const errorsPath = "docs/errors.md";
const endpointsPath = "docs/endpoints.md";

/**
 * What is generated or recorded, in the order in which one depends on another. The answers that are recorded as examples
 * are checked against the strict form of the document, which then gets them.
 */
const steps: readonly (() => Promise<GeneratedFile[]>)[] = [
	async () => [json("docs/organization-file.schema.json", schemaDocument())],
	examples,
	openApi,
	async () => [
		{ path: errorsPath, text: errorsPage() },
		{ path: endpointsPath, text: endpointsPage() },
	],
	clientTypes,
	clientComments,
];

/**
 * Writes what is not up to date.
 *
 * @returns Paths of the files that it has written.
 */
export async function generate(): Promise<string[]> {
	const written = new Set<string>();
	for (const step of steps) {
		for (const { path, text } of (await step()).filter(isStale)) {
			writeFileSync(join(root, path), text);
			written.add(path);
		}
	}
	return [...written];
}

/** @returns Paths of the first files that are not up to date: what depends on them is not reported. */
export async function findStale(): Promise<string[]> {
	// All at once: some wait for child processes. A step may fail because the files of an earlier one are stale: then only
	// these are reported.
	const started = steps.map((step) => step());
	for (const files of started) files.catch(() => {});
	for (const files of started) {
		const stale = (await files).filter(isStale);
		if (stale.length > 0) return stale.map(({ path }) => path);
	}
	return [];
}

function isStale({ path, text }: GeneratedFile): boolean {
	const file = join(root, path);
	return !existsSync(file) || readFileSync(file, "utf8") !== text;
}

const json = (path: string, content: unknown): GeneratedFile => ({
	path,
	text: `${JSON.stringify(content, null, "\t")}\n`,
});

async function openApi() {
	return [
		json(documentPath, openApiDocument()),
		json("docs/webhooks.json", webhooksDocument()),
	];
}

function errorsPage(): string {
	const lists = Object.entries(errorLists(exhibits));
	return lists.reduce(
		(page, [marker, list]) => withGenerated(page, marker, list),
		readDocument(errorsPath),
	);
}

const endpointsPage = (): string =>
	withGenerated(
		readDocument(endpointsPath),
		"tools/exhibits: endpoints",
		endpointTables(exhibits),
	);

async function examples() {
	// Loaded only now: it reads the document.
	const { recordExamples } = await import("./examples/record-examples.ts");
	const { exchanges, errorMessages } = await recordExamples();
	return [
		...Array.from(exchanges, ([operationId, recorded]) =>
			json(exchangesPath(operationId), recorded),
		),
		json("tools/reference/error-messages.json", errorMessages),
	];
}

/** The client knows every value of its version: its types are those of the strict document. */
async function clientTypes() {
	const command = "node_modules/openapi-typescript/bin/cli.js";
	const options = ["--root-types", "--root-types-no-schema-prefix"];
	const running = promisify(execFile)(process.execPath, [command, ...options], {
		cwd: join(root, "client"),
		maxBuffer: 16 * 1_024 * 1_024,
	});
	running.child.stdin?.end(JSON.stringify(strictDocument()));
	const { stdout } = await running;
	return [{ path: "client/src/generated/openapi.ts", text: stdout }];
}

async function clientComments() {
	return ["client", "operations/records-client", "operations/approvals-client"]
		.map((name) => `client/src/${name}.ts`)
		.map((path) => {
			const source = readFileSync(join(root, path), "utf8");
			return { path, text: withRemarks(source, exhibits) };
		});
}
