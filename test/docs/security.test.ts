import { expect, it } from "vitest";
import { readDocument } from "./markdown.ts";

const markdown = readDocument("docs/security.md");
const risks = markdown.split(/^## /m).slice(1);

it("docs/security.md has all ten risks of the OWASP API Security Top 10 (2023)", () => {
	expect(risks.map((risk) => risk.split(":", 1)[0])).toEqual(
		Array.from({ length: 10 }, (_, index) => `API${index + 1}`),
	);
});

it.each(risks)("docs/security.md, $0: names its tests", (risk) => {
	// `references.test.ts` checks that they exist.
	expect(risk).toMatch(/^Tests: `test\/\S+\.test\.ts`/m);
});
