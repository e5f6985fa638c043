import { defineConfig } from "vitest/config";

const browser = "test/**/*.browser.test.ts";
const faults = "test/**/*.faults.test.ts";
const slow = "test/**/*.slow.test.ts";
const globalSetup = "test/support/engine.ts";

/**
 * `npm test` runs the project `fast`, `npm run test:all` also `slow`. `npm run test:faults` runs `faults`. `npm run
 * test:browser` needs a Chromium and runs `browser`.
 */
export default defineConfig({
	test: {
		globalSetup,
		reporters: ["default", "./test/rules/rule-reporter.ts"],
		// One more than CI has cores: tests wait for the engine most of their time.
		maxWorkers: 3,
		// A worker loads the AWS SDK once, not once for each of its files: no test changes a module.
		isolate: false,
		// Far beyond what any wait takes: for machines that have other work to do.
		expect: { poll: { timeout: 60_000 } },
		projects: [
			{
				extends: true,
				test: {
					name: "fast",
					include: ["test/**/*.test.ts"],
					exclude: [slow, browser, faults],
					// Far beyond what any takes: for machines that have other work to do.
					testTimeout: 120_000,
					hookTimeout: 180_000,
				},
			},
			{
				extends: true,
				test: {
					name: "slow",
					include: [slow],
					// After the fast ones, one file at a time: each starts processes of its own.
					maxWorkers: 1,
					sequence: { groupOrder: 1 },
					testTimeout: 120_000,
					hookTimeout: 180_000,
				},
			},
			{
				extends: true,
				test: {
					name: "faults",
					include: [faults],
					maxWorkers: 1,
					sequence: { groupOrder: 2 },
					// One test runs a scenario hundreds of times.
					testTimeout: 1_800_000,
					hookTimeout: 180_000,
				},
			},
			{
				extends: true,
				test: {
					name: "browser",
					include: [browser],
					maxWorkers: 1,
					sequence: { groupOrder: 3 },
					testTimeout: 180_000,
					hookTimeout: 180_000,
				},
			},
		],
	},
});
