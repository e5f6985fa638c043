import { describe, expect, it } from "vitest";
import { documents, readDocument } from "./markdown.ts";

/** The customer's, and the contract: they are not ours to change (CONTRIBUTING.md, "What may be changed"). */
const given = ["spec", "contract", "records", "approvals", "corrections"]
	.concat("targets")
	.map((name) => `docs/${name}.md`);
const own = documents().filter((path) => !given.includes(path));

const lineMax = 120;
const paragraphMax = 6;
const unwanted =
	/\b(what became of|whatever|whoever|nobody|somebody|beside|besides|the books|heir|stranger|befall\w*|rehears\w*|(is|are) (not )?looked at)\b/i;

/** Without code blocks, tables, headings and comments; quoted titles of tests are not ours to choose. */
function prose(path: string): string[] {
	const text = readDocument(path).replaceAll(/^\s*```.*?^\s*```$/gms, "```");
	return text
		.split("\n")
		.map((line) =>
			/^(\||#|<|!|```|- `test\/\S+`: ")/.test(line.trim()) ? "" : line,
		);
}

const withoutLinks = (line: string) => line.replaceAll(/\]\([^)]*\)/g, "]");

it.each([
	["README.md", 1_300],
	["docs/decisions.md", 3_500],
	["docs/operations.md", 3_500],
	["docs/performance.md", 1_800],
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
