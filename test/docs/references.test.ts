import { execFileSync } from "node:child_process";
import { existsSync, globSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { codeSpans, documents, projectRoot, readDocument } from "./markdown.ts";

/** These are generated, or not part of the project. */
const ignored = ["node_modules", "cdk.out", "docs.out", ".git", ".local"];
const topLevel = readdirSync(projectRoot).filter(
	(name) => !ignored.includes(name),
);
const folders = topLevel.filter((name) => !name.includes(".", 1));
const fileNames = new Set(
	folders.flatMap((folder) =>
		globSync(`${folder}/**/*`, { cwd: projectRoot }).map(
			(path) => path.split("/").at(-1) ?? "",
		),
	),
);

/** `shared/dynamodb/keys.ts`, `test/functions/*\/counts.test.ts`: a path from the root. */
const isProjectPath = (text: string) =>
	/^[\w.*/-]+$/.test(text) &&
	text.includes("/") &&
	topLevel.includes(text.split("/", 1)[0] ?? "");

/** `keys.ts`, `invoices.md`, `adr/`: a name, or a path from the document's folder or `docs`. */
const isFileName = (text: string) =>
	/^[\w-]+(\.[\w-]+)*\.(ts|md)$/.test(text) || /^adr\/[\w.-]*$/.test(text);

function exists(text: string, document: string): boolean {
	if (isProjectPath(text)) {
		return globSync(text, { cwd: projectRoot }).length > 0;
	}
	const places = [dirname(document), "docs", "."];
	return (
		fileNames.has(text) ||
		places.some((place) => existsSync(join(projectRoot, place, text)))
	);
}

function leads(target: string, document: string): boolean {
	const [file = "", anchor = ""] = target.split("#");
	const path = file === "" ? document : join(dirname(document), file);
	return (
		existsSync(join(projectRoot, path)) &&
		(anchor === "" || anchors(readDocument(path)).includes(anchor))
	);
}

/** GitHub's anchors of a document's headings. */
const anchors = (markdown: string) =>
	[...markdown.matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) =>
		heading
			.toLowerCase()
			.replaceAll(/[^\w\s-]/g, "")
			.replaceAll(" ", "-"),
	);

describe.each(documents())("%s", (document) => {
	const markdown = readDocument(document);

	it("names only files that exist", () => {
		const named = codeSpans(markdown).filter(
			(text) => isProjectPath(text) || isFileName(text),
		);
		expect(named.filter((text) => !exists(text, document))).toEqual([]);
	});

	it("links only to files and headings that exist", () => {
		const links = [...markdown.matchAll(/\]\(([^)\s]+)\)/g)]
			.map(([, target = ""]) => target)
			.filter((target) => !/^\w+:/.test(target));
		expect(links.filter((target) => !leads(target, document))).toEqual([]);
	});
});

it("docs: the architecture decision records are numbered without gaps, and each has its three parts", () => {
	const records = documents().filter((path) => path.startsWith("docs/adr/"));
	records.forEach((path, index) => {
		const number = index + 1;
		expect(path).toMatch(
			new RegExp(`^docs/adr/${`${number}`.padStart(4, "0")}-[a-z0-9-]+\\.md$`),
		);
		const headings = readDocument(path).match(/^#+ .*/gm);
		expect(headings, path).toEqual([
			expect.stringMatching(new RegExp(`^# ${number}\\. `)),
			"## Context",
			"## Decision",
			"## Consequences",
		]);
	});
});

/** Path and text of every source and test; the text is on one line, without comment marks. */
const sources = globSync(
	"{bench,bin,functions,lib,shared,test,tools}/**/*.ts",
	{ cwd: projectRoot },
).map((path) => ({
	path,
	text: readDocument(path).replaceAll(/\s*\n\s*(\*|\/\/)?\s*/g, " "),
}));

it("docs: there is every architecture decision record that the code cites", () => {
	const known = documents().flatMap(
		(path) => /^docs\/adr\/0*(\d+)/.exec(path)?.[1] ?? [],
	);
	const unknown = sources.flatMap(({ path, text }) =>
		[...text.matchAll(/\bADR (\d+)/g)]
			.filter(([, number = ""]) => !known.includes(number))
			.map(([cited]) => `${path}: ${cited}`),
	);
	expect(unknown).toEqual([]);
});

it("code: comments name only files that exist", () => {
	const listing = execFileSync(
		"git",
		["ls-files", "-z", "bench", "bin", "client/src"].concat([
			"functions",
			"lib",
			"shared",
			"test",
			"tools",
		]),
		{ cwd: projectRoot, encoding: "utf8" },
	);
	const paths = listing
		.split("\0")
		.filter((path) => /\.(ts|js|css|html)$/.test(path));
	expect(paths.length).toBeGreaterThan(0);
	const unknown = paths.flatMap((path) => {
		const comments = readDocument(path)
			.split("\n")
			.filter((line) => /^\s*(\/\*\*|\*|\/\/)/.test(line));
		return codeSpans(comments.join("\n"))
			.filter((text) => isFileName(text) && !exists(text, path))
			.map((text) => `${path}: ${text}`);
	});
	expect(unknown).toEqual([]);
});
