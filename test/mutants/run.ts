import { spawnSync } from "node:child_process";
import {
	cpSync,
	mkdtempSync,
	readFileSync,
	rmSync,
	symlinkSync,
	writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import type { Mutant } from "./mutant.ts";
import { mutants } from "./mutants.ts";

/**
 * `npm run test:mutants [-- <id> …]` plants each bug, or those that are named, in a copy of the project, and runs its
 * test there. A bug is caught when a test fails; without the bugs, all of them pass. Exits with 1 when one is not caught.
 */
const root = join(import.meta.dirname, "../..");
const ids = process.argv.slice(2);
const unknown = ids.find((id) => !mutants.some((one) => one.id === id));
if (unknown) throw new Error(`There is no planted bug ${unknown}`);
const chosen = mutants.filter(({ id }) => ids.length === 0 || ids.includes(id));
const copy = mkdtempSync(join(tmpdir(), "mutants-"));
process.once("exit", () => rmSync(copy, { recursive: true, force: true }));
for (const signal of ["SIGINT", "SIGTERM"] as const)
	process.once(signal, () => process.exit(1));
const left = new Set(["node_modules", ".git", ".local", "cdk.out"]);
cpSync(root, copy, {
	recursive: true,
	filter: (path) => !left.has(basename(path)),
});
symlinkSync(join(root, "node_modules"), join(copy, "node_modules"));
for (const mutant of chosen) plant(mutant);

for (const mutant of chosen) {
	const path = join(copy, mutant.file);
	const text = readFileSync(path, "utf8");
	writeFileSync(path, plant(mutant));
	const caughtBy = findFailure(mutant);
	writeFileSync(path, text);
	const result = caughtBy ? `caught by: ${caughtBy}` : "NOT CAUGHT";
	process.stdout.write(`${mutant.id}: ${mutant.what}\n\t${result}\n`);
	if (!caughtBy) process.exitCode = 1;
}

/**
 * @returns The file's text with the bug in it.
 * @throws When the code has changed, so that the list must follow.
 */
function plant({ id, file, search, replace }: Mutant): string {
	const parts = readFileSync(join(copy, file), "utf8").split(search);
	if (parts.length === 2) return parts.join(replace);
	throw new Error(`${id}: ${file} has ${parts.length - 1} times: ${search}`);
}

/** @returns The title of the first test that fails; undefined when all pass, or the file could not be run. */
function findFailure({ test, only }: Mutant): string | undefined {
	const report = join(copy, "report.json");
	rmSync(report, { force: true });
	spawnSync(
		process.execPath,
		[
			join(copy, "node_modules/vitest/vitest.mjs"),
			...["run", test, "--bail=1"],
			...["fast", "slow", "long", "faults"].map((one) => `--project=${one}`),
			...["--reporter=json", `--outputFile=${report}`],
			// A bug that makes a test hang fails it.
			...["--testTimeout=120000", "--hookTimeout=180000"],
			...(only ? [`--testNamePattern=${only}`] : []),
		],
		{ cwd: copy, stdio: "ignore" },
	);
	const { testResults }: Report = JSON.parse(readFileSync(report, "utf8"));
	return testResults
		.flatMap(({ assertionResults }) => assertionResults)
		.find(({ status }) => status === "failed")?.fullName;
}

interface Report {
	testResults: { assertionResults: { status: string; fullName: string }[] }[];
}
