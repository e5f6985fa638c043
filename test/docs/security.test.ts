import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { projectRoot, readDocument } from "./markdown.ts";

const markdown = readDocument("docs/security.md");
const risks = markdown.split(/^## /m).slice(1);

/** The tests that a part of the document names: file and title. */
const testsOf = (part: string) =>
	[...part.matchAll(/^- `(test\/\S+)`: "(.+)"$/gm)].map(
		([, path = "", title = ""]) => ({ path, title }),
	);

it("docs/security.md has all ten risks of the OWASP API Security Top 10 (2023)", () => {
	expect(risks.map((risk) => risk.split(":", 1)[0])).toEqual(
		Array.from({ length: 10 }, (_, index) => `API${index + 1}`),
	);
});

it.each(risks)(
	"docs/security.md, $0: each test exists under its title",
	(risk) => {
		const tests = testsOf(risk);
		expect(tests).not.toEqual([]);
		for (const { path, title } of tests)
			expect(readFileSync(join(projectRoot, path), "utf8")).toContain(title);
	},
);
