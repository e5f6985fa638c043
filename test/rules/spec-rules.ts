import { readFileSync } from "node:fs";
import { join } from "node:path";

/** A numbered rule or a table row of the spec. */
export interface Rule {
	/** What titles of its tests begin with: `4.3 rule 5`, `7.2 SKU_REQUIRED`, `2.1 itemCode`. */
	clause: string;
	text: string;
}

/** Every numbered rule and every table row of `docs/spec.md`, in its order. */
export function readSpecRules(): Rule[] {
	const path = join(import.meta.dirname, "../../docs/spec.md");
	return toRules(readFileSync(path, "utf8"));
}

export function toRules(markdown: string): Rule[] {
	const rules: Rule[] = [];
	let section = "";
	let columns: string[] = [];
	let row = 0;
	for (const line of markdown.split("\n")) {
		section = /^##+ ([\d.]*\d)/.exec(line)?.[1] ?? section;
		const cells = toCells(line);
		const [, number, text = ""] = /^ *(\d+)\. (.+)/.exec(line) ?? [];
		if (number) rules.push({ clause: `${section} rule ${number}`, text });
		if (!cells) columns = [];
		else if (columns.length === 0) [columns, row] = [cells, 0];
		else if (!/^-+$/.test(cells[0] ?? "")) {
			row += 1;
			const name = rowName(columns, cells, row);
			rules.push({ clause: `${section} ${name}`, text: cells.join(" | ") });
		}
	}
	return numberRepeated(rules);
}

function toCells(line: string): string[] | null {
	if (!line.startsWith("|")) return null;
	return line
		.slice(1, -1)
		.split("|")
		.map((cell) => cell.trim().replaceAll("`", ""));
}

/** By the column that tells the rows of a table apart. */
function rowName(
	[head = ""]: readonly string[],
	cells: readonly string[],
	row: number,
): string {
	const [first = "", second = ""] = cells;
	if (head === "From") return `row ${row}`;
	if (head === "Level") return second;
	// A row of an error table without a code is named by its status.
	if (head === "Status") return /^\w+$/.test(second) ? second : first;
	// A row of mark-as-paid's results is named by its reason, or DONE.
	if (head === "status") return second === "(absent)" ? first : second;
	return first;
}

/** `7.3 VALIDATION_ERROR` stands in several rows: `7.3 VALIDATION_ERROR 1`, `7.3 VALIDATION_ERROR 2`, … */
function numberRepeated(rules: readonly Rule[]): Rule[] {
	const groups = Map.groupBy(rules, ({ clause }) => clause);
	return rules.map((rule) => {
		const group = groups.get(rule.clause) ?? [];
		if (group.length === 1) return rule;
		return { ...rule, clause: `${rule.clause} ${group.indexOf(rule) + 1}` };
	});
}

/**
 * The tests of each rule: those of whose titles one, its own or a group's, begins with the rule's clause. A title may
 * name several: `2.1 name, 8 SKU name: …`.
 *
 * @param titles Full titles, from the outermost group to the test.
 */
export function toCoverage(
	rules: readonly Rule[],
	titles: readonly (readonly string[])[],
): { rule: Rule; tests: string[] }[] {
	const byClause = new Map<string, string[]>();
	for (const parts of titles) {
		for (const clause of new Set(parts.flatMap(clausesOf))) {
			const tests = byClause.get(clause) ?? [];
			tests.push(parts.join(" > "));
			byClause.set(clause, tests);
		}
	}
	return rules.map((rule) => ({
		rule,
		tests: byClause.get(rule.clause) ?? [],
	}));
}

const clausesOf = (title: string): string[] =>
	(title.split(": ", 1)[0] ?? "").split(", ");

/** How many tests cite each clause of `docs/clauses.md` that is not of the specification: R1, A1, C1, … */
export function toSectionCounts(
	markdown: string,
	titles: readonly (readonly string[])[],
): { section: string; tests: number }[] {
	const sections = [...markdown.matchAll(/^\| ([A-Z]\d+) \|/gm)];
	return sections.map(([, section = ""]) => ({
		section,
		tests: titles.filter((parts) => parts.flatMap(clausesOf).includes(section))
			.length,
	}));
}
