import { join } from "node:path";
import {
	defineConfig,
	type TestProjectInlineConfiguration,
} from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

// Node keeps compiled code there: the processes that tests start are ready in half the time.
process.env.NODE_COMPILE_CACHE ??= join(
	import.meta.dirname,
	"node_modules/.cache/node",
);

/** Files of the other projects are `test/**\/*.<project>.test.ts`. */
const otherProjects = [
	"slow",
	"long",
	"faults",
	"pairs",
	"histories",
	"fuzz",
	"soak",
	"platforms",
	"guides",
	"browser",
	"mutation",
] as const;

type OtherProject = (typeof otherProjects)[number];

const filesOf = (name: OtherProject) => `test/**/*.${name}.test.ts`;

/** Files that take longest. They start first, so that no worker runs one while the other has nothing left. */
const longFiles = [
	"/reliability/faults/",
	"/client/pay-file/",
	"/local/batches/",
	"/tools/operator/runbook",
	"/reliability/fuzz/",
	"/reliability/histories/",
	"/client/client.",
	"/reliability/scenarios/",
	"/least-privilege/",
	"/docs/pages.",
];

class LongFilesFirst extends BaseSequencer {
	override async sort(files: TestSpecification[]) {
		const isLong = ({ moduleId }: TestSpecification) =>
			longFiles.some((part) => moduleId.includes(part));
		const groupOf = ({ project }: TestSpecification) =>
			project.config.sequence.groupOrder;
		const sorted = await super.sort(files);
		return sorted.toSorted(
			(a, b) =>
				groupOf(a) - groupOf(b) || Number(isLong(b)) - Number(isLong(a)),
		);
	}
}

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
		sequence: { sequencer: LongFilesFirst },
		// Far beyond what any wait or test takes: for machines that have other work to do.
		expect: { poll: { timeout: 300_000 } },
		// Titles as a failed test prints them for `-t`: Vitest shortens a name in them to 40 characters.
		taskTitleValueFormatTruncate: 1_000,
		testTimeout: 900_000,
		hookTimeout: 900_000,
		projects: [
			{
				extends: true,
				test: {
					name: "fast",
					include: ["test/**/*.test.ts"],
					exclude: otherProjects.map(filesOf),
				},
			},
			// After the fast ones. Most start processes of their own.
			...(["slow", "long"] as const).map((name) =>
				project(name, {
					maxWorkers: 3,
					testTimeout: 1_800_000,
					hookTimeout: 1_800_000,
				}),
			),
			// One test runs a scenario hundreds of times.
			project("faults", { maxWorkers: 2, testTimeout: 1_800_000 }),
			// Thousands of times.
			project("pairs", { maxWorkers: 4, testTimeout: 5_400_000 }),
			project("histories", { testTimeout: 5_400_000 }),
			// One test sends 20,000 requests.
			project("fuzz", { testTimeout: 1_800_000 }),
			project("soak", { testTimeout: 7_200_000 }),
			project("platforms", {
				globalSetup: "test/platforms/engine.ts",
				// The black-box tests, on another engine.
				include: [
					filesOf("platforms"),
					"test/functions/**/*.test.ts",
					"test/shared/**/*.test.ts",
					"test/tools/organization-files/**/*.test.ts",
				],
				exclude: [
					...otherProjects.filter((one) => one !== "platforms").map(filesOf),
					// DynamoDB Local counts the units of PartiQL and of transactions in another way than AWS.
					"test/**/*counts.test.ts",
				],
				// The engine takes as much of a core as the tests do.
				maxWorkers: 2,
			}),
			// Each test types the commands of a page.
			project("guides", { maxWorkers: 3, testTimeout: 1_800_000 }),
			project("browser", { maxWorkers: 2 }),
		],
	},
});

/** A project whose files run one at a time, unless `options` say otherwise. */
function project(
	name: OtherProject,
	options: TestProjectInlineConfiguration["test"] = {},
): TestProjectInlineConfiguration {
	return {
		extends: true,
		test: {
			name,
			include: [filesOf(name)],
			maxWorkers: 1,
			sequence: { groupOrder: 1 + otherProjects.indexOf(name) },
			...options,
		},
	};
}
