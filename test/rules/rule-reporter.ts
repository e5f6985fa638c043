import type {
	Reporter,
	TestModule,
	TestSpecification,
	Vitest,
} from "vitest/node";
import { readSpecRules, toCoverage } from "./spec-rules.ts";

/** Fails a run of the whole fast suite in which a rule of the spec has no test that passed. */
export default class RuleReporter implements Reporter {
	#vitest: Vitest | undefined;
	#isWholeSuite = false;

	onInit(vitest: Vitest) {
		this.#vitest = vitest;
	}

	/** A run of some files or titles says nothing about the rest. */
	async onTestRunStart(specifications: readonly TestSpecification[]) {
		const all = (await this.#vitest?.globTestSpecifications()) ?? [];
		this.#isWholeSuite =
			!this.#vitest?.config.testNamePattern &&
			countFast(specifications) > 0 &&
			countFast(specifications) === countFast(all);
	}

	onTestRunEnd(modules: readonly TestModule[]) {
		if (!this.#isWholeSuite) return;
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

const countFast = (specifications: readonly TestSpecification[]): number =>
	specifications.filter(({ project }) => project.name === "fast").length;
