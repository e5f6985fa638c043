import { join } from "node:path";
import { defineConfig } from "vitest/config";

// Node keeps compiled code there: the processes that tests start are ready in half the time.
process.env.NODE_COMPILE_CACHE ??= join(
	import.meta.dirname,
	"node_modules/.cache/node",
);

/**
 * Projects other than `fast`, with the number of files that run at the same time: those that start processes, or whose
 * tests take hours, get few. The files of a project are `test/**\/*.<project>.test.ts`.
 */
const maxWorkers = {
	slow: 3,
	long: 3,
	faults: 2,
	pairs: 4,
	histories: 1,
	fuzz: 1,
	soak: 1,
	// The engine takes as much of a core as the tests do.
	platforms: 2,
	guides: 3,
	browser: 2,
};

type OtherProject = keyof typeof maxWorkers;

// Unchecked cast: the names of an object's properties.
const otherProjects = Object.keys(maxWorkers) as OtherProject[];

const filesOf = (name: OtherProject | "mutation" | "emulator") =>
	`test/**/*.${name}.test.ts`;

/** `test/mutation` and `test/platforms/emulator` have configurations of their own. */
const suffixed = [...otherProjects, "mutation" as const, "emulator" as const];

/** The black-box tests, on another engine. */
const platforms = {
	globalSetup: "test/platforms/engine.ts",
	include: [
		filesOf("platforms"),
		"test/functions/**/*.test.ts",
		"test/shared/**/*.test.ts",
		"test/tools/organization-files/**/*.test.ts",
	],
	exclude: [
		...suffixed.filter((one) => one !== "platforms").map(filesOf),
		// DynamoDB Local counts the units of PartiQL and of transactions in another way than AWS.
		"test/**/*counts.test.ts",
	],
};

/**
 * `npm test` runs the project `fast`, `npm run test:all` also `slow` and `long`. Each of the others has a command of its
 * own, `npm run test:<project>` (CONTRIBUTING.md).
 */
export default defineConfig({
	test: {
		globalSetup: "test/support/engine.ts",
		reporters: [
			"default",
			"./test/rules/rule-reporter.ts",
			"./test/support/replay-reporter.ts",
		],
		// Twice as many as CI has cores: tests wait for the engine, and some for pauses.
		maxWorkers: 4,
		// A worker loads the AWS SDK once, not once for each of its files: no test changes a module.
		isolate: false,
		// The objects of a test are short-lived: with more room for them, Node collects garbage less often.
		execArgv: ["--max-semi-space-size=64"],
		// Far beyond what any wait or test takes: for machines that have other work to do.
		expect: { poll: { timeout: 300_000 } },
		testTimeout: 7_200_000,
		hookTimeout: 7_200_000,
		// Titles as a failed test prints them for `-t`: Vitest shortens a name in them to 40 characters.
		taskTitleValueFormatTruncate: 1_000,
		projects: [
			{
				extends: true,
				test: {
					name: "fast",
					include: ["test/**/*.test.ts"],
					exclude: suffixed.map(filesOf),
				},
			},
			...otherProjects.map((name, index) => ({
				extends: true as const,
				test: {
					name,
					include: [filesOf(name)],
					maxWorkers: maxWorkers[name],
					sequence: { groupOrder: 1 + index },
					...(name === "platforms" && platforms),
				},
			})),
		],
	},
});
