import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import all from "../../vitest.config.ts";

/** The folders in `test`, as `Subject.tests` of test/mutation/subjects.ts. */
const tests = (process.env.MUTATION_TESTS ?? "").split(",");

// Otherwise it, and the engine, would go on when StrykerJS is interrupted.
process.once("disconnect", () => process.exit());

class InTheirOrder extends BaseSequencer {
	override async sort(files: TestSpecification[]) {
		const placeOf = ({ moduleId }: TestSpecification) =>
			tests.findIndex((part) => moduleId.includes(`/test/${part}`));
		return files.toSorted((a, b) => placeOf(a) - placeOf(b));
	}
}

// StrykerJS runs tests in threads, which refuse an option of Node.
const { projects: _, reporters: __, execArgv: ___, ...common } = all.test ?? {};

/** The tests of StrykerJS: it knows no projects. */
export default defineConfig({
	test: {
		...common,
		reporters: [],
		include: tests.flatMap((part) => [
			`test/${part}.test.ts`,
			`test/${part}/**/*.test.ts`,
		]),
		// What is slow starts processes, which see no mutant.
		exclude: ["**/*.*.test.ts"],
		sequence: { sequencer: InTheirOrder },
	},
});
