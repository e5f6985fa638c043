import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";

export interface TestRun {
	/** Full titles of the tests that failed, by their file from the tree's root. */
	failed: ReadonlyMap<string, ReadonlySet<string>>;
	/** How many were run. */
	count: number;
}

export interface RunOptions {
	/** Only tests with such a title run; without it, all run. */
	only?: string | undefined;
	/** Ends at the first failure. */
	isFirstEnough?: boolean;
	/** How long the run may take. */
	milliseconds: number;
	signal: AbortSignal;
}

/**
 * Runs test files of the project that lies under `path`.
 *
 * @returns undefined when the run took too long, or did not get as far as a report.
 * @throws When the signal is aborted.
 */
export async function runTests(
	path: string,
	files: readonly string[],
	{ only, isFirstEnough = false, milliseconds, signal }: RunOptions,
): Promise<TestRun | undefined> {
	signal.throwIfAborted();
	const report = join(path, "test-report.json");
	rmSync(report, { force: true });
	const vitest = spawn(
		process.execPath,
		[
			join(path, "node_modules/vitest/vitest.mjs"),
			"run",
			"--project=fast",
			"--project=slow",
			"--project=long",
			"--project=faults",
			"--reporter=json",
			// Shorter than the run: a bug that makes a test hang fails it.
			"--testTimeout=120000",
			"--hookTimeout=180000",
			`--outputFile=${report}`,
			...(only ? [`--testNamePattern=${only}`] : []),
			...(isFirstEnough ? ["--bail=1"] : []),
			...files,
		],
		{ cwd: path, stdio: "ignore" },
	);
	const end = AbortSignal.any([signal, AbortSignal.timeout(milliseconds)]);
	const kill = () => vitest.kill();
	end.addEventListener("abort", kill);
	await once(vitest, "exit");
	end.removeEventListener("abort", kill);
	signal.throwIfAborted();
	if (end.aborted || !existsSync(report)) return undefined;
	return toTestRun(path, JSON.parse(readFileSync(report, "utf8")));
}

interface Report {
	numPassedTests: number;
	numFailedTests: number;
	testResults: {
		name: string;
		assertionResults: { status: string; fullName: string }[];
	}[];
}

function toTestRun(
	path: string,
	{ numPassedTests, numFailedTests, testResults }: Report,
): TestRun {
	const failed = testResults.map(({ name, assertionResults }) => {
		const titles = assertionResults
			.filter(({ status }) => status === "failed")
			.map(({ fullName }) => fullName);
		return [name.slice(path.length + 1), new Set(titles)] as const;
	});
	return { failed: new Map(failed), count: numPassedTests + numFailedTests };
}
