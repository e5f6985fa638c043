import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, it } from "vitest";

const root = join(import.meta.dirname, "../..");

/** Changes a pure function, and runs one file of tests with each change. */
function run(path: string, tests: string) {
	const { status, stdout } = spawnSync(
		process.execPath,
		[join(import.meta.dirname, "run.ts"), path],
		{
			cwd: root,
			env: { ...process.env, MUTATION_TESTS: tests },
			encoding: "utf8",
		},
	);
	return { status, lines: stdout.trim().split("\n") };
}

it("test:mutation passes when the tests notice each change", () => {
	expect(run("shared/timing/backoff.ts", "shared/timing/backoff")).toEqual({
		status: 0,
		lines: [expect.stringMatching(/^shared: 100\.0 % of \d+ \(85 %\)/)],
	});
});

it("test:mutation of some lines fails when tests do not notice a change, and names its place", () => {
	const tests = "shared/timing/concurrently";
	const { status, lines } = run("shared/timing/backoff.ts:13-13", tests);
	expect(status).toBe(1);
	expect(lines.slice(0, 3)).toEqual([
		"shared/timing/backoff.ts:13",
		"\treturn ceiling * (0.5 + Math.random() / 2);",
		"\tceiling * (0.5 + Math.random() / 2) → ceiling / (0.5 + Math.random() / 2)",
	]);
	expect(lines.at(-1)).toMatch(/^shared: 0\.0 % of 3 \(85 %\)/);
});
