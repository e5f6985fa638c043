import type { Reporter, TestModule } from "vitest/node";
import { readSpecRules, toCoverage } from "./spec-rules.ts";

/** Fails a run of the whole fast suite in which a rule of the spec has no test that passed. */
export default class RuleReporter implements Reporter {
	onTestRunEnd(modules: readonly TestModule[]) {
		// A run of some files says nothing about the rest.
		if (process.argv.slice(2).some((word) => word.includes("test/"))) return;
		const titles = modules.flatMap((module) =>
			[...module.children.allTests("passed")].map((test) =>
				test.fullName.split(" > "),
			),
		);
		const rules = readSpecRules();
		const untested = toCoverage(rules, titles)
			.filter(({ tests }) => tests.length === 0)
			.map(({ rule }) => `  ${rule.clause}: ${rule.text}`);
		console.log(
			`Rules of the spec: ${rules.length}, with a test: ${rules.length - untested.length}`,
		);
		if (untested.length === 0) return;
		console.error(`Rules without a test:\n${untested.join("\n")}`);
		process.exitCode = 1;
	}
}
