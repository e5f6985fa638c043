import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { projectRoot, readDocument, tableRows } from "./markdown.ts";

const terms = tableRows(readDocument("docs/glossary.md"), "Term").map(
	([term = ""]) => term,
);

/** `payments page` also stands in the code as `paymentsPage` or `PaymentsPages`. */
const toPattern = (term: string) =>
	new RegExp(`${term.split(" ").join("[\\s_-]*")}`, "i");

it("glossary.md: the code uses every term", () => {
	const code = globSync("{functions,shared,tools/organization-files}/**/*.ts", {
		cwd: projectRoot,
	})
		.map((path) => readFileSync(join(projectRoot, path), "utf8"))
		.join("\n");
	expect(terms.filter((term) => !toPattern(term).test(code))).toEqual([]);
});

it("glossary.md: the terms are in alphabetical order, each once", () => {
	expect(terms).toEqual([...new Set(terms)].sort());
});
