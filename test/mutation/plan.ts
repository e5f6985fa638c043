import { appendFileSync, readFileSync } from "node:fs";

/** What one test run is to find out. */
export interface Plan {
	/** As of `instrument`. */
	path: string;
	without: readonly string[];
	/** Folders or files under `test`, without ending, in the order in which they run. */
	tests: readonly string[];
	/** Ids of the mutants to try. */
	mutants: readonly string[];
	/** Names of the tests that have tried them already. */
	done: readonly string[];
	/** A mutant that is active from the start; `mutants` is ignored then. */
	active: string | null;
	/** Milliseconds: longer tests try no mutant yet. */
	longest: number;
	/** How many milliseconds of tests may try a mutant before it counts as alive. */
	budget: number;
	/** A file of a line of JSON for each `Finding`. */
	findings: string;
}

export type Finding =
	/** The test failed with the mutant: it passes without it, or no other mutant was tried in the process. */
	| { kind: "killed"; mutant: string; test: string }
	/**
	 * A test fails without a mutant since it ran with this one: another process has to go on. Unless `killed` was noted,
	 * a mutant that was tried before may be the reason.
	 */
	| { kind: "spoilt"; mutant: string }
	/**
	 * A test begins with a mutant. Nothing follows if the mutant ends the process, or keeps it busy beyond the time limit in
	 * milliseconds.
	 */
	| { kind: "trial"; mutant: string; ms: number; pid: number }
	/** Mutants that are reached outside of tests: when a module is loaded, or in a hook before all tests. */
	| { kind: "static"; mutants: string[] }
	/** A test has run with all mutants that it reaches. */
	| { kind: "done"; test: string; reached: string[] }
	/** A test fails without a mutant, and none was tried before. */
	| { kind: "failing"; test: string };

/** The file of the plan of this process and its children. */
export const planVariable = "MUTATION_PLAN";

export const readPlan = (): Plan =>
	JSON.parse(readFileSync(process.env[planVariable] ?? "", "utf8"));

export const note = ({ findings }: Plan, finding: Finding) =>
	appendFileSync(findings, `${JSON.stringify(finding)}\n`);

export const readFindings = ({ findings }: Pick<Plan, "findings">): Finding[] =>
	readFileSync(findings, "utf8")
		.split("\n")
		.filter(Boolean)
		.map((line) => JSON.parse(line));
