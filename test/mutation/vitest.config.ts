import { join, relative } from "node:path";
import { defineConfig, type Plugin } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import all from "../../vitest.config.ts";
import { instrument } from "./instrument.ts";
import { readPlan } from "./plan.ts";

const root = join(import.meta.dirname, "../..");
const { path, without, tests } = readPlan();
const { code } = await instrument(path, without);

const withMutants: Plugin = {
	name: "mutants",
	enforce: "pre",
	transform: (_, id) => code.get(relative(root, id)),
};

class InTheirOrder extends BaseSequencer {
	override async sort(files: TestSpecification[]) {
		const placeOf = ({ moduleId }: TestSpecification) =>
			tests.findIndex((part) => moduleId.includes(`/test/${part}`));
		return files.toSorted((a, b) => placeOf(a) - placeOf(b));
	}
}

const { projects: _, reporters: __, ...common } = all.test ?? {};

export default defineConfig({
	plugins: [withMutants],
	test: {
		...common,
		root,
		runner: join(import.meta.dirname, "mutant-runner.ts"),
		reporters: ["dot"],
		include: tests.flatMap((part) => [
			`test/${part}.test.ts`,
			`test/${part}/**/*.test.ts`,
		]),
		// What is slow starts processes, which see no mutant.
		exclude: ["**/*.!(mutation).test.ts"],
		// Its modules are those of this run alone.
		fsModuleCache: false,
		maxWorkers: 1,
		sequence: { sequencer: InTheirOrder },
		// A mutant that makes a test wait fails it.
		expect: { poll: { timeout: 20_000 } },
		dangerouslyIgnoreUnhandledErrors: true,
	},
});
