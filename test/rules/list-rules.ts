import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { readSpecRules, toCoverage, toSectionCounts } from "./spec-rules.ts";

/** `npm run rules`: prints each rule of the spec with its tests; exit code 1 when a rule has none. */
const root = join(import.meta.dirname, "../..");
const vitest = join(root, "node_modules/vitest/vitest.mjs");
const listed: { name: string; file: string }[] = JSON.parse(
	execFileSync(
		process.execPath,
		[vitest, "list", "--no-static-parse", "--json"],
		{ cwd: root, encoding: "utf8", maxBuffer: 2 ** 28 },
	),
);
const places = new Map(
	listed.map(({ name, file }) => [name, relative(root, file)]),
);
const coverage = toCoverage(
	readSpecRules(),
	listed.map(({ name }) => name.split(" > ")),
);
for (const { rule, tests } of coverage) {
	console.log(`${rule.clause}: ${rule.text}`);
	for (const test of tests) console.log(`  ${places.get(test)}: ${test}`);
	if (tests.length === 0) console.log("  NO TEST");
}

const sections = toSectionCounts(
	readFileSync(join(root, "docs/clauses.md"), "utf8"),
	listed.map(({ name }) => name.split(" > ")),
);
console.log("\nClauses of docs/clauses.md");
for (const { section, tests } of sections)
	console.log(`${section}: ${tests} tests`);

const untested = [
	...coverage.filter(({ tests }) => tests.length === 0),
	...sections.filter(({ tests }) => tests === 0),
];
if (untested.length > 0) process.exitCode = 1;
