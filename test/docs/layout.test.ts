import { execFileSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { documents, projectRoot, readDocument } from "./markdown.ts";

/** The customer's, and the contract: they are not ours to change (CONTRIBUTING.md, "What may be changed"). */
const given = ["spec", "contract", "records", "approvals", "corrections"]
	.concat("targets")
	.map((name) => `docs/${name}.md`);
const own = documents().filter((path) => !given.includes(path));

const lineMax = 120;
const paragraphMax = 6;
const unwanted =
	/\b(what became of|whatever|whoever|nobody|somebody|beside|besides|the books|heir|stranger|befall\w*|rehears\w*|(is|are) (not )?looked at)\b/i;

/** Also in tables and code. `besides` may stand there: it is the word for what is added. */
const unmistakable =
	/\b(what became of|whatever|whoever|nobody|somebody|beside|books|heir|strangers?|held up|befall\w*|rehears\w*)\b/i;
const productFolders = [
	"bin",
	"lib",
	"functions",
	"shared",
	"tools",
	"client/src",
];
const codeFolders = [...productFolders, "bench", "test"];

/** Without code blocks, tables, headings and comments. */
function prose(path: string): string[] {
	const text = readDocument(path).replaceAll(/^\s*```.*?^\s*```$/gms, "```");
	return text
		.split("\n")
		.map((line) => (/^(\||#|<|!|```)/.test(line.trim()) ? "" : line));
}

const withoutLinks = (line: string) => line.replaceAll(/\]\([^)]*\)/g, "]");

it.each([
	["README.md", 1_000],
	["docs/decisions.md", 1_750],
	["docs/operations.md", 1_980],
	["docs/performance.md", 600],
])("%s has at most %i words", (path, wordsMax) => {
	const words = readDocument(path).trim().split(/\s+/);
	expect(words.length).toBeLessThanOrEqual(wordsMax);
});

describe.each(own)("%s", (path) => {
	it(`wraps lines at ${lineMax} characters`, () => {
		const long = prose(path).filter(
			(line) => withoutLinks(line).length > lineMax,
		);
		expect(long).toEqual([]);
	});

	it(`has no paragraph of more than ${paragraphMax} lines`, () => {
		const paragraphs = prose(path)
			.join("\n")
			.split(/\n\s*\n|\n(?=\s*(?:[-*]|\d+\.) )/);
		const long = paragraphs.filter(
			(text) => text.trim().split("\n").length > paragraphMax,
		);
		expect(long).toEqual([]);
	});

	it("says it in plain words", () => {
		const quaint = prose(path).filter((line) => unwanted.test(line));
		expect(quaint).toEqual([]);
	});
});

const linesOf = (path: string) => readDocument(path).split("\n");

it.each(own)("%s says it in plain words in tables too", (path) => {
	const rows = linesOf(path).filter((line) => line.startsWith("|"));
	expect(rows.filter((line) => unmistakable.test(line))).toEqual([]);
});

/** Paths of the code in a folder; there are some. */
function codeFiles(folder: string): string[] {
	const listing = execFileSync("git", ["ls-files", "-z", folder], {
		cwd: projectRoot,
		encoding: "utf8",
	});
	const paths = listing
		.split("\0")
		.filter((path) => /\.(ts|js|css|html)$/.test(path));
	expect(paths.length).toBeGreaterThan(0);
	return paths;
}

it.each(codeFolders)(
	"%s: names, messages and comments are in plain words; a comment begins with its subject, not with `Of`",
	(folder) => {
		const paths = codeFiles(folder)
			// It has the words itself.
			.filter((path) => path !== "test/docs/layout.test.ts");
		const begins = /^\s*(\/\/|\/\*\*|\*) Of /;
		const quaint = paths.flatMap((path) =>
			linesOf(path)
				.filter((line) => unmistakable.test(line) || begins.test(line))
				.map((line) => `${path}: ${line.trim()}`),
		);
		expect(quaint).toEqual([]);
	},
);

it.each(productFolders)(
	`%s: lines of comments have at most ${lineMax} characters`,
	(folder) => {
		const long = codeFiles(folder)
			.filter((path) => !path.includes("/generated/"))
			.flatMap((path) =>
				linesOf(path)
					.filter((line) => /^\s*(\/\*\*|\* |\/\/)/.test(line))
					.filter((line) => line.length > lineMax)
					.map((line) => `${path}: ${line.trim()}`),
			);
		expect(long).toEqual([]);
	},
);
