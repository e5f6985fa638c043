import { expect, it } from "vitest";
import {
	readSpecRules,
	toCoverage,
	toRules,
	toSectionCounts,
} from "./spec-rules.ts";

const markdown = `
### 4.3 Vendor advance

- Rules:
  1. Taxes are optional.
  2. The order must exist.

## 7. Errors

### 7.3 Vendor advance

| Status | code | Condition |
|---|---|---|
| 400 | VALIDATION_ERROR | schema failure |
| 400 | VALIDATION_ERROR | unknown tax |
| 404 | VENDOR_NOT_FOUND | vendor not found |
| 409 | (none) | duplicate key |

### 3.1 Purchase order

| From | Trigger |
|---|---|
| (none) | create |

| Level | Field |
|---|---|
| PO | vendorId |
`;
const clauses = [
	"4.3 rule 1",
	"4.3 rule 2",
	"7.3 VALIDATION_ERROR 1",
	"7.3 VALIDATION_ERROR 2",
	"7.3 VENDOR_NOT_FOUND",
	"7.3 409",
	"3.1 row 1",
	"3.1 vendorId",
];

it("each numbered rule and each table row is a clause", () => {
	expect(toRules(markdown).map(({ clause }) => clause)).toEqual(clauses);
});

it("a clause is covered by the titles that begin with it, of tests and of groups", () => {
	const titles = [
		["200", "4.3 rule 1, 7.3 409: once"],
		["3.1 row 1: states", "of a draft"],
		["text 4.3 rule 2: elsewhere"],
	];
	const covered = toCoverage(toRules(markdown), titles)
		.filter(({ tests }) => tests.length > 0)
		.map(({ rule }) => rule.clause);
	expect(covered).toEqual(["4.3 rule 1", "7.3 409", "3.1 row 1"]);
});

it("each clause of the spec is a rule's own", () => {
	const rules = readSpecRules();
	expect(rules.length).toBeGreaterThan(160);
	expect(new Set(rules.map(({ clause }) => clause)).size).toBe(rules.length);
});

it("tests are counted for each clause of the pages", () => {
	const titles = [["R1: lists", "R1, R5: pages"], ["R5: invoices"], ["R12: x"]];
	expect(toSectionCounts("| R1 | Rules |\n| R5 | Invoices |", titles)).toEqual([
		{ section: "R1", tests: 1 },
		{ section: "R5", tests: 2 },
	]);
});
